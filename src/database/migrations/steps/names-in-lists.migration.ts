import { Injectable } from '@nestjs/common';
import { type mongo, Types } from 'mongoose';
import { type DataMigration, Migration, type MigrationContext } from '../migration';

const COLLECTION = 'history_names';
/** Unique on user, kind and name: two records of lists, which have neither kind nor name, are the same to it. */
const FORMER_INDEX = 'user_id_1_kind_1_key_1';
const FORMER = { kind: { $exists: true } };
/** Names of a kind in one record: far below the largest document, however long they are. */
const MOST_NAMES = 2_000;

interface FormerName {
  user_id: string;
  kind: 'artist' | 'track';
  key: string;
}

/**
 * The names that occur in a history, which filters with wildcards look through, had a record each, and have lists of
 * many now. Under the former index a user's second list is refused, and with it the import that brings it.
 */
@Migration({
  version: 1,
  name: 'names-in-lists',
  does: 'puts the names of artists and tracks, by which a history is filtered, from single records into lists',
})
@Injectable()
export class NamesInLists implements DataMigration {
  count({ database }: MigrationContext): Promise<number> {
    return database.collection(COLLECTION).countDocuments(FORMER);
  }

  async run({ database, signal }: MigrationContext): Promise<number> {
    await dropFormerIndex(database);
    const names = database.collection(COLLECTION);
    let changed = 0;
    for (const userId of (await names.distinct('user_id', FORMER)) as string[]) {
      signal.throwIfAborted();
      const own = { user_id: userId, ...FORMER };
      const former = await names.find<FormerName>(own, { projection: { kind: 1, key: 1 } }).toArray();
      // Inserted first: a name that stands in two lists does no harm.
      await names.insertMany(listsOf(userId, former));
      changed += (await names.deleteMany(own)).deletedCount;
    }
    return changed;
  }
}

async function dropFormerIndex(database: mongo.Db): Promise<void> {
  const names = database.collection(COLLECTION);
  const exists = await database.listCollections({ name: COLLECTION }, { nameOnly: true }).hasNext();
  if (exists && (await names.indexExists(FORMER_INDEX))) await names.dropIndex(FORMER_INDEX);
}

function listsOf(userId: string, former: readonly FormerName[]): mongo.Document[] {
  const keysOf = (wanted: FormerName['kind']): string[] =>
    former.filter(({ kind }) => kind === wanted).map(({ key }) => key);
  const [artists, tracks] = [keysOf('artist'), keysOf('track')];
  const lists: mongo.Document[] = [];
  for (let start = 0; start < Math.max(artists.length, tracks.length); start += MOST_NAMES) {
    const slice = (keys: string[]): string[] => keys.slice(start, start + MOST_NAMES);
    lists.push({ _id: new Types.ObjectId(), user_id: userId, artists: slice(artists), tracks: slice(tracks) });
  }
  return lists;
}
