import { Injectable } from '@nestjs/common';
import { type DataMigration, Migration, type MigrationContext } from '../migration';

/** Figures were prepared in these, and days that had changed were marked until their roll-ups were up to date. */
const FORMER = [
  'history_touched_days',
  'history_leases',
  'monthly_rollups',
  'summed_months',
  'listened_features',
  'listened_identities',
] as const;

/**
 * Figures are computed from columns, which follow from the plays, and changed days carry the revision of the history by
 * which they changed. Snapshots of former builds carry no stamp, so that whoever reads them has them computed. The roll-ups of those who had marked days are built anew, and plays are counted by the next writer.
 */
@Migration({
  version: 9,
  name: 'figures-from-columns',
  does: 'removes what figures were prepared in',
})
@Injectable()
export class FiguresFromColumns implements DataMigration {
  async count({ database }: MigrationContext): Promise<number> {
    const counts = await Promise.all(FORMER.map((name) => database.collection(name).countDocuments()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async run(context: MigrationContext): Promise<number> {
    const { database } = context;
    const changed = await this.count(context);
    const users = await database.collection('history_touched_days').distinct('user_id');
    // Without a zone that holds, all are built anew.
    await database.collection('rollup_states').updateMany({ user_id: { $in: users } }, { $set: { timezone: '' } });
    for (const name of FORMER) {
      context.signal.throwIfAborted();
      if ((await database.collection(name).countDocuments()) > 0) await database.dropCollection(name);
    }
    return changed;
  }
}
