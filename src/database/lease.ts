import type { mongo, Types } from 'mongoose';
import { isDuplicateKey } from './duplicate-key';

/** A right that one holder has at a time, over all replicas, until it expires or is given back. */
export interface Lease {
  holder: Types.ObjectId;
  expires_at: Date;
}

type Leases = Pick<mongo.Collection, 'replaceOne' | 'updateOne' | 'deleteOne'>;

/** Takes the lease of this id, unless somebody else holds it. @returns whether it was taken */
export async function tryLease(leases: Leases, id: string, holder: Types.ObjectId, leaseMs: number): Promise<boolean> {
  const { $gte: now, $lte: latest } = notRunOut(leaseMs);
  const expired = { _id: id, $or: [{ expires_at: { $lt: now } }, { expires_at: { $gt: latest } }] };
  try {
    // Nothing matches while the lease is held; the upsert then trips over the one record of this id.
    await leases.replaceOne(expired as never, { holder, expires_at: expiry(leaseMs) }, { upsert: true });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** @returns whether the holder still had the lease, which lasts anew from now on then */
export async function renewLease(
  leases: Leases,
  id: string,
  holder: Types.ObjectId,
  leaseMs: number,
): Promise<boolean> {
  const own = { _id: id, holder };
  const { matchedCount } = await leases.updateOne(own as never, { $set: { expires_at: expiry(leaseMs) } });
  return matchedCount === 1;
}

/** Gives a lease back, if the holder still has it. */
export async function giveLeaseBack(leases: Leases, id: string, holder: Types.ObjectId): Promise<void> {
  await leases.deleteOne({ _id: id, holder } as never);
}

/** When a lease ends that has not run out. One that ends later than any does now was taken before the clock was set back. */
export function notRunOut(leaseMs: number): { $gte: Date; $lte: Date } {
  return { $gte: new Date(), $lte: new Date(Date.now() + 2 * leaseMs) };
}

/** When a lease that is taken or renewed now ends. */
export function expiry(leaseMs: number): Date {
  return new Date(Date.now() + leaseMs);
}
