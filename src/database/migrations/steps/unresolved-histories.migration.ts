import { Injectable } from '@nestjs/common';
import { type DataMigration, Migration, type MigrationContext } from '../migration';

/** Tracks known by name alone; the bounds are those of an index, which a pattern would not be. */
const BY_NAME = { $gte: 'name:', $lt: 'name;' };

interface UnresolvedHistory {
  _id: string;
  due_at: Date;
  revision: number;
  after: string;
  changed: boolean;
  again_at: Date | null;
}

/**
 * Plays that account data name without an id get their tracks' ids once these are found out, in the histories that
 * stand on a list. Histories from before there was the list are put on it; one in which everything that can be found
 * was found is gone through once in vain.
 */
@Migration({
  version: 3,
  name: 'unresolved-histories',
  does: 'has the tracks looked up that a history knows by name alone',
})
@Injectable()
export class UnresolvedHistories implements DataMigration {
  async count(context: MigrationContext): Promise<number> {
    return (await this.forgotten(context)).length;
  }

  async run(context: MigrationContext): Promise<number> {
    const histories = context.database.collection<UnresolvedHistory>('history_unresolved');
    const forgotten = await this.forgotten(context);
    for (const userId of forgotten) {
      const begin = { due_at: new Date(), revision: 1, after: '', changed: false, again_at: null };
      await histories.updateOne({ _id: userId }, { $setOnInsert: begin }, { upsert: true });
    }
    return forgotten.length;
  }

  /** Users with such tracks who are not on the list. */
  private async forgotten({ database, signal }: MigrationContext): Promise<string[]> {
    const listed = new Set(await database.collection<UnresolvedHistory>('history_unresolved').distinct('_id'));
    const users = await database.collection('users').find().project<{ _id: unknown }>({ _id: 1 }).toArray();
    const forgotten: string[] = [];
    for (const userId of users.map(({ _id }) => String(_id)).filter((id) => !listed.has(id))) {
      signal.throwIfAborted();
      const play = { user_id: userId, 'track.platform_id': BY_NAME };
      if ((await database.collection('listening_history').findOne(play, { projection: { _id: 1 } })) !== null)
        forgotten.push(userId);
    }
    return forgotten;
  }
}
