import { Injectable } from '@nestjs/common';
import { type DataMigration, Migration, type MigrationContext } from '../migration';

const FORMER = ['history_touched_days', 'history_leases'] as const;

/**
 * Days that had changed were marked until their roll-ups were up to date. They carry the revision of the history now by
 * which they changed; the roll-ups of those who had marked days are built anew. Plays are counted again by the next writer.
 */
@Migration({
  version: 9,
  name: 'revisions-of-histories',
  does: 'has roll-ups with changes outstanding built anew, and removes the former marks of changed days',
})
@Injectable()
export class RevisionsOfHistories implements DataMigration {
  async count({ database }: MigrationContext): Promise<number> {
    const counts = await Promise.all(FORMER.map((name) => database.collection(name).countDocuments()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async run(context: MigrationContext): Promise<number> {
    const { database } = context;
    const stored = await this.count(context);
    const users = await database.collection('history_touched_days').distinct('user_id');
    // Without a zone that holds, all are built anew.
    await database.collection('rollup_states').updateMany({ user_id: { $in: users } }, { $set: { timezone: '' } });
    for (const name of FORMER) {
      if ((await database.collection(name).countDocuments()) > 0) await database.dropCollection(name);
    }
    return stored;
  }
}
