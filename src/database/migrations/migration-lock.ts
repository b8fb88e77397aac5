import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type mongo, Types } from 'mongoose';
import { giveLeaseBack, renewLease, tryLease } from '../lease';

const LEASES = 'migration_leases';
const LEASE_ID = 'migrations';
/** Longer than a busy machine keeps a process from renewing it; also how long the others wait for one that has died. */
const LEASE_MS = 8_000;
const RENEWAL_MS = 2_000;
const POLL_MS = 200;

const logger = new Logger('Migrations');

/**
 * Runs `work` while no other replica runs such work. One that died at it is waited for until its lease expires.
 *
 * @param isNeeded asked before each attempt: whether there still is something to do
 * @param work gets a signal that is aborted when the lease is lost, as well as with `stopping`
 * @returns when the work is done, by whomever
 */
export async function underLock(
  database: mongo.Db,
  stopping: AbortSignal,
  isNeeded: () => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const leases = database.collection(LEASES);
  const holder = new Types.ObjectId();
  for (let waits = 0; await isNeeded(); waits += 1) {
    if (await tryLease(leases, LEASE_ID, holder, LEASE_MS)) {
      await workWith(leases, holder, stopping, async (signal) => {
        // Whoever held the lease before may have done it all.
        if (await isNeeded()) await work(signal);
      });
      return;
    }
    if (waits === 0) logger.log('Another process is changing the data for this version; waiting for it');
    await sleep(POLL_MS, undefined, { signal: stopping });
  }
}

async function workWith(
  leases: mongo.Collection,
  holder: Types.ObjectId,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  let heldUntil = Date.now() + LEASE_MS;
  const renew = async (): Promise<void> => {
    try {
      if (await renewLease(leases, LEASE_ID, holder, LEASE_MS)) heldUntil = Date.now() + LEASE_MS;
      else heldUntil = 0;
    } catch (error) {
      logger.warn(`The lease on the migrations could not be renewed: ${String(error)}`);
    }
    if (Date.now() > heldUntil) lost.abort(new Error('another process has taken the migrations over'));
  };
  const timer = setInterval(() => void renew(), RENEWAL_MS);
  try {
    await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(timer);
    await giveLeaseBack(leases, LEASE_ID, holder);
  }
}
