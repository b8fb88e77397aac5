import { type mongo, Types } from 'mongoose';
import type { Lookup } from './lookup';

/** Longer than asking for any batch takes, so that it runs out only when whoever held it has died. */
const CLAIM_MS = 15 * 60_000;
/** Others may be quicker with all the records that were looked at. */
const MOST_TRIES = 3;

/** The fields that hold a Lookup. */
export type LookupField = 'lookup' | 'features_lookup' | 'tracks_lookup' | 'search';

/** What a backlog needs to know of a record. */
export interface Claimable {
  platform_id: string;
}

/** A record, and the question that is to be asked about it. */
export interface Claimed<Of extends Claimable> {
  record: Of;
  lookup: Lookup;
}

/**
 * The records of a collection that the platform is to be asked about. They are their own backlog: a record is due from
 * an instant on, and claiming it moves that instant to the end of the claim. So nothing gets lost with a process that
 * dies, and any number of replicas can work on one backlog without asking anything twice.
 */
export class Backlog<Of extends Claimable> {
  constructor(
    private readonly collection: mongo.Collection,
    private readonly field: LookupField,
  ) {}

  /**
   * Claims the records that have been due for longest.
   *
   * @param among platform ids, when only these will do
   */
  async claim(limit: number, among?: readonly string[]): Promise<Claimed<Of>[]> {
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const now = new Date();
      const due = { [`${this.field}.due_at`]: { $lte: now } };
      const found = await this.collection
        .find(among === undefined ? due : { ...due, platform_id: { $in: [...among] } })
        .sort({ [`${this.field}.due_at`]: 1 })
        .limit(limit)
        .toArray();
      if (found.length === 0) return [];
      const claimed = await this.take(found, due, now);
      if (claimed.length > 0) return claimed;
    }
    return [];
  }

  /** Ends claims: what is to become of each question. */
  async settle(claimed: readonly Claimed<Of>[], next: (lookup: Lookup) => Lookup | null): Promise<void> {
    if (claimed.length === 0) return;
    await this.collection.bulkWrite(
      claimed.map(({ record, lookup }) => ({
        updateOne: {
          filter: { platform_id: record.platform_id, [`${this.field}.claim`]: lookup.claim },
          update: { $set: { [this.field]: next(lookup) } },
        },
      })),
      { ordered: false },
    );
  }

  /** Gives claimed records back as they were: somebody may ask at once. */
  async release(claimed: readonly Claimed<Of>[]): Promise<void> {
    const now = new Date();
    await this.settle(claimed, ({ failures }) => ({ due_at: now, ...(failures !== undefined && { failures }) }));
  }

  /** Moves everything that is due, when nothing can be asked before then. */
  async postponeAll(until: Date): Promise<void> {
    const dueAt = `${this.field}.due_at`;
    await this.collection.updateMany({ [dueAt]: { $lte: new Date() } }, { $set: { [dueAt]: until } });
  }

  /** When the next record is due; null when none will ever be. */
  async nextDueAt(): Promise<Date | null> {
    const dueAt = `${this.field}.due_at`;
    const next = await this.collection.findOne(
      { [dueAt]: { $gte: new Date(0) } },
      { sort: { [dueAt]: 1 }, projection: { _id: 0, [dueAt]: 1 } },
    );
    return next === null ? null : this.lookupOf(next).due_at;
  }

  /** Of the records found, those that nobody else has claimed meanwhile. */
  private async take(found: readonly mongo.Document[], due: mongo.Filter<mongo.Document>, now: Date) {
    const ids: unknown[] = found.map(({ _id }): unknown => _id);
    const claim = new Types.ObjectId();
    const until = new Date(now.getTime() + CLAIM_MS);
    const { modifiedCount } = await this.collection.updateMany(
      { ...due, _id: { $in: ids as Types.ObjectId[] } },
      { $set: { [`${this.field}.due_at`]: until, [`${this.field}.claim`]: claim } },
    );
    if (modifiedCount === 0) return [];
    const taken = await this.collection
      .find({ _id: { $in: ids as Types.ObjectId[] }, [`${this.field}.claim`]: claim })
      .toArray();
    return taken.map((record): Claimed<Of> => ({ record: record as unknown as Of, lookup: this.lookupOf(record) }));
  }

  private lookupOf(record: mongo.Document): Lookup {
    return record[this.field] as Lookup;
  }
}
