import { Injectable } from '@nestjs/common';
import type { mongo } from 'mongoose';
import { type DataMigration, Migration, type MigrationContext } from '../migration';

const KINDS = ['tracks', 'artists', 'albums'] as const;
/** Written by builds that did not ask the platform for what export files name. */
const FORMER = { lookup: { $exists: false } };
/** Ids that are made of names, which the platform does not know. */
const OF_NAMES = /^name:/;

/**
 * What imports leave in the catalogue says when the platform is to be asked for it. Records from before that said
 * nothing, and a record that says nothing is never asked for: no picture, no genre, no audio features ever.
 */
@Migration({
  version: 2,
  name: 'catalogue-lookups',
  does: 'has the platform asked for tracks, artists and albums that were known from export files alone',
})
@Injectable()
export class CatalogueLookups implements DataMigration {
  async count({ database }: MigrationContext): Promise<number> {
    const counts = await Promise.all(KINDS.map((kind) => database.collection(kind).countDocuments(FORMER)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async run({ database, signal }: MigrationContext): Promise<number> {
    const due = { due_at: new Date() };
    let changed = 0;
    for (const kind of KINDS) {
      const isTrack = kind === 'tracks';
      const known = { lookup: due, same_as: null, ...(isTrack && { features_lookup: due, search: null }) };
      const named = { lookup: null, same_as: null, ...(isTrack && { features_lookup: null, search: due }) };
      const set = async (platform_id: mongo.Condition<string>, fields: object): Promise<void> => {
        signal.throwIfAborted();
        const records = database.collection<{ platform_id: string; lookup?: unknown }>(kind);
        changed += (await records.updateMany({ platform_id, ...FORMER }, { $set: fields })).modifiedCount;
      };
      await set(OF_NAMES, named);
      await set({ $not: OF_NAMES }, known);
    }
    return changed;
  }
}
