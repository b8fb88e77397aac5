import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { Columns } from '../../columns/columns.service';
import { dayOf } from '../../common/days';
import { ownTurn } from '../../common/own-turn';
import type { Period } from '../../common/periods';
import { JOBS_CONNECTION } from '../../database/connections';
import { UsersService } from '../../users/users.service';
import { readFigures } from '../figures/read-figures';
import { computeSnapshot, type ComputedFor } from '../figures/snapshot';
import { StoredBreakdown } from './breakdown.schema';
import { CatalogueReader } from './catalogue-reader.service';
import { FiguresRevision } from './figures-revision.service';
import { StoredSnapshot } from './snapshot.schema';
import { refusedAsDuplicates } from '../../database/duplicate-key';

/** Computes snapshots from the columns of a history, and stores them. */
@Injectable()
export class SnapshotComputer {
  constructor(
    private readonly users: UsersService,
    private readonly columns: Columns,
    private readonly catalogue: CatalogueReader,
    private readonly revisions: FiguresRevision,
    @InjectModel(StoredSnapshot.name, JOBS_CONNECTION) private readonly snapshots: Model<StoredSnapshot>,
    @InjectModel(StoredBreakdown.name, JOBS_CONNECTION) private readonly breakdowns: Model<StoredBreakdown>,
  ) {}

  /** @returns when the figures were taken */
  async compute(userId: string, periods: readonly Period[]): Promise<Date> {
    const now = new Date();
    const timezone = await this.users.timezoneOf(userId);
    const about: ComputedFor = { userId, timezone, now, today: dayOf(now, timezone) };
    const { figures, streak } = await this.columns.read(userId, (reader) => readFigures(reader, periods, about.today), {
      catalogue: true,
    });
    const facts = await this.catalogue.factsOf(figures);
    const computed: ReturnType<typeof computeSnapshot>[] = [];
    for (const each of figures) {
      await ownTurn();
      computed.push(computeSnapshot(each, streak, facts, about));
    }
    await store(
      this.snapshots,
      computed.map(({ snapshot }) => snapshot),
    );
    await store(
      this.breakdowns,
      computed.map(({ breakdown }) => breakdown),
    );
    await this.revisions.end(userId);
    return now;
  }
}

interface Computed {
  user_id: string;
  period: Period;
  computed_at: Date;
}

/** Longer than computing takes: what was stored so much later was stored before the clock was set back. */
const LONGEST_COMPUTATION_MS = 600_000;

/** Replaces what is stored, unless that was computed later: of two that run at once the fresher figures stay. */
async function store(model: Model<StoredSnapshot> | Model<StoredBreakdown>, computed: readonly Computed[]) {
  const collection = model.collection as mongo.Collection;
  const writes = computed.map((replacement) => {
    const { user_id, period, computed_at } = replacement;
    const tooLate = new Date(computed_at.getTime() + LONGEST_COMPUTATION_MS);
    const older = { $or: [{ computed_at: { $lte: computed_at } }, { computed_at: { $gt: tooLate } }] };
    return { replaceOne: { filter: { user_id, period, ...older }, replacement, upsert: true } };
  });
  try {
    await collection.bulkWrite(writes, { ordered: false });
  } catch (error) {
    // A later one does not match the filter, and the upsert then meets the unique index.
    if (refusedAsDuplicates(error) === null) throw error;
  }
}
