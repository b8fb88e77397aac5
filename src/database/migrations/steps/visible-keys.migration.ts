import { Injectable } from '@nestjs/common';
import type { mongo } from 'mongoose';
import { type DataMigration, Migration, type MigrationContext } from '../migration';

/** Joiners, marks of direction, soft hyphens, byte order marks and variation selectors. */
const INVISIBLE = /[\u034f\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\p{Variation_Selector}]/gu;

/** The fields of the catalogue's records that hold keys. */
const CATALOGUE_KEYS = { artists: ['name_key'], albums: ['name_key', 'artist_key'] } as const;

/** Those that are counted before they are in lists are not. */
const IN_LISTS = { artists: { $exists: true } };

interface NameList {
  _id: mongo.ObjectId;
  user_id: string;
  artists: string[];
  tracks: string[];
}

interface Change {
  collection: string;
  filter: mongo.Filter<mongo.Document>;
  $set: Record<string, unknown>;
}

/**
 * The keys by which names are compared kept the characters in a name that nobody sees, so that its spellings with and
 * without them were two names. The list of a user's names tells which keys have some, and an index finds their plays.
 */
@Migration({
  version: 7,
  name: 'visible-keys',
  does: 'takes invisible characters out of the keys by which names of artists, albums and tracks are compared',
})
@Injectable()
export class VisibleKeys implements DataMigration {
  async count(context: MigrationContext): Promise<number> {
    let count = 0;
    for await (const { collection, filter } of changes(context))
      count += await context.database.collection(collection).countDocuments(filter);
    return count;
  }

  async run(context: MigrationContext): Promise<number> {
    let changed = 0;
    for await (const { collection, filter, $set } of changes(context))
      changed += (await context.database.collection(collection).updateMany(filter, { $set })).modifiedCount;
    return changed;
  }
}

async function* changes(context: MigrationContext): AsyncGenerator<Change, void> {
  yield* changesOfHistories(context);
  for (const [collection, fields] of Object.entries(CATALOGUE_KEYS)) {
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    for await (const record of context.database.collection(collection).find({}, { projection }).sort({ _id: 1 })) {
      context.signal.throwIfAborted();
      const keys = fields.map((field): [string, string] => [field, String(record[field] ?? '')]);
      const changed = keys.filter(([, key]) => visible(key) !== key).map(([field, key]) => [field, visible(key)]);
      if (changed.length > 0)
        yield { collection, filter: { _id: record._id }, $set: Object.fromEntries(changed) as Change['$set'] };
    }
  }
}

async function* changesOfHistories({ database, signal }: MigrationContext): AsyncGenerator<Change, void> {
  for await (const list of database.collection<NameList>('history_names').find(IN_LISTS).sort({ _id: 1 })) {
    signal.throwIfAborted();
    const { _id, user_id } = list;
    const changed = { artist_key: list.artists.filter(hasInvisible), track_key: list.tracks.filter(hasInvisible) };
    for (const [field, keys] of Object.entries(changed)) {
      for (const key of keys)
        yield { collection: 'listening_history', filter: { user_id, [field]: key }, $set: { [field]: visible(key) } };
    }
    // The list after its plays: until then it tells which of them are to be changed.
    if (Object.values(changed).some((keys) => keys.length > 0)) {
      const [artists, tracks] = [allVisible(list.artists), allVisible(list.tracks)];
      yield { collection: 'history_names', filter: { _id }, $set: { artists, tracks } };
    }
  }
}

function allVisible(keys: readonly string[]): string[] {
  return [...new Set(keys.map(visible))];
}

function hasInvisible(key: string): boolean {
  return visible(key) !== key;
}

/** A key as it is made today. What is left when characters are gone may compose, or end in a blank. */
function visible(key: string): string {
  return key.replace(INVISIBLE, '').normalize('NFC').trim();
}
