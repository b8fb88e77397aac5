import { Injectable } from '@nestjs/common';
import { type DataMigration, Migration, type MigrationContext } from '../migration';

/** Earlier than every day, so that whoever reads the figures has them computed anew. */
const OUTDATED = '';
const FIGURES = ['analytics_snapshots', 'analytics_breakdowns'] as const;

/**
 * Artists and albums were counted by their names. Sums of months said how often each of them was played, and say now of
 * which tracks; the months are still there to be summed up. Figures are computed anew when they are next looked at.
 */
@Migration({
  version: 8,
  name: 'figures-by-identity',
  does: 'has figures computed anew, in which artists and albums are counted by their ids',
})
@Injectable()
export class FiguresByIdentity implements DataMigration {
  async count({ database }: MigrationContext): Promise<number> {
    const current = FIGURES.map((name) => database.collection(name).countDocuments({ local_day: { $ne: OUTDATED } }));
    const counts = await Promise.all([database.collection('summed_months').countDocuments(), ...current]);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async run({ database, signal }: MigrationContext): Promise<number> {
    let changed = (await database.collection('summed_months').deleteMany({})).deletedCount;
    for (const name of FIGURES) {
      signal.throwIfAborted();
      const outdated = { $set: { local_day: OUTDATED } };
      changed += (await database.collection(name).updateMany({ local_day: { $ne: OUTDATED } }, outdated)).modifiedCount;
    }
    return changed;
  }
}
