import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { Columns } from '../../columns/columns.service';
import { ownTurn } from '../../common/own-turn';
import type { Period } from '../../common/periods';
import { JOBS_CONNECTION } from '../../database/connections';
import { refusedAsDuplicates } from '../../database/duplicate-key';
import { UsersService } from '../../users/users.service';
import { readFigures } from '../figures/read-figures';
import { type AnalyticsSnapshot, computeSnapshot } from '../figures/snapshot';
import { CatalogueReader } from './catalogue-reader.service';
import { StoredSnapshot } from './snapshot.schema';
import { SnapshotStamps } from './snapshot-stamps.service';

/** Computes snapshots from the columns of a history, and stores them. */
@Injectable()
export class SnapshotComputer {
  constructor(
    private readonly stamps: SnapshotStamps,
    private readonly users: UsersService,
    private readonly columns: Columns,
    private readonly catalogue: CatalogueReader,
    @InjectModel(StoredSnapshot.name, JOBS_CONNECTION) private readonly snapshots: Model<StoredSnapshot>,
  ) {}

  /** @returns when the figures were taken */
  async compute(userId: string, periods: readonly Period[]): Promise<Date> {
    const now = new Date();
    const stamp = await this.stamps.current(userId);
    const { figures, streak } = await this.columns.read(
      userId,
      (reader) => readFigures(reader, periods, stamp.local_day),
      { catalogue: true },
    );
    const facts = await this.catalogue.factsOf(figures);
    const computed: AnalyticsSnapshot[] = [];
    for (const each of figures) {
      await ownTurn();
      computed.push(computeSnapshot(each, streak, facts, { userId, now, stamp }));
    }
    await this.store(computed);
    await this.users.renameStatistics(userId);
    return now;
  }

  /** Of two that compute at once either may stay: if that is the one with the older stamp, the next reader sees it. */
  private async store(computed: readonly AnalyticsSnapshot[]): Promise<void> {
    const collection = this.snapshots.collection as mongo.Collection;
    const writes = computed.map((replacement) => {
      const { user_id, period } = replacement;
      return { replaceOne: { filter: { user_id, period }, replacement, upsert: true } };
    });
    try {
      await collection.bulkWrite(writes, { ordered: false });
    } catch (error) {
      // Another has inserted the first of a period between the search and the insert.
      if (refusedAsDuplicates(error) === null) throw error;
    }
  }
}
