import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { dayOf } from '../../common/days';
import { ownTurn } from '../../common/own-turn';
import type { Period } from '../../common/periods';
import { JOBS_CONNECTION } from '../../database/connections';
import { UsersService } from '../../users/users.service';
import { type Counted, Counter } from '../figures/counter';
import type { PeriodFigures } from '../figures/period-figures';
import { PeriodWalk, type WalkResult } from '../figures/period-walk';
import type { Recordings } from '../figures/recordings';
import { computeSnapshot, type ComputedFor } from '../figures/snapshot';
import { SummedMonths } from '../rollups/summed-months.service';
import { EARLIEST_MONTH, LATEST_MONTH, RollupStore } from '../rollups/rollup-store.service';
import { StoredBreakdown } from './breakdown.schema';
import { CatalogueReader } from './catalogue-reader.service';
import { FiguresRevision } from './figures-revision.service';
import { ListenedIdentities } from './listened-identities.service';
import { StoredSnapshot } from './snapshot.schema';
import { refusedAsDuplicates } from '../../database/duplicate-key';

/** Computes snapshots from the roll-ups as they are, and stores them. */
@Injectable()
export class SnapshotComputer {
  constructor(
    private readonly users: UsersService,
    private readonly rollups: RollupStore,
    private readonly summed: SummedMonths,
    private readonly identities: ListenedIdentities,
    private readonly catalogue: CatalogueReader,
    private readonly revisions: FiguresRevision,
    @InjectModel(StoredSnapshot.name, JOBS_CONNECTION) private readonly snapshots: Model<StoredSnapshot>,
    @InjectModel(StoredBreakdown.name, JOBS_CONNECTION) private readonly breakdowns: Model<StoredBreakdown>,
  ) {}

  /**
   * Computes any number of periods in one walk over the roll-ups.
   * @returns when the figures were taken
   */
  async compute(userId: string, periods: readonly Period[]): Promise<Date> {
    const now = new Date();
    const timezone = await this.users.timezoneOf(userId);
    const about: ComputedFor = { userId, timezone, now, today: dayOf(now, timezone) };
    const { figures, streak, before } = await this.walk(userId, periods, about.today);
    const counted = await this.count(userId, figures, before);
    const facts = await this.catalogue.factsOf(userId, counted, periods.includes('all_time'));
    const computed: ReturnType<typeof computeSnapshot>[] = [];
    for (const [index, each] of counted.entries()) {
      const ofPeriod = figures[index];
      if (ofPeriod === undefined) continue;
      await ownTurn();
      computed.push(computeSnapshot(ofPeriod, each, streak, facts, about));
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

  /** What was counted in each of the periods. */
  private async count(userId: string, figures: readonly PeriodFigures[], before: Recordings): Promise<Counted[]> {
    const recordings = figures.map((each) => each.recordings);
    const identities = await this.identities.identitiesOf(userId, trackIdsOf([...recordings, before]));
    const counter = new Counter(identities);
    const counted: Counted[] = [];
    for (const each of recordings) {
      await ownTurn();
      counter.add(each);
      counted.push(counter.take());
    }
    return counted;
  }

  private async walk(userId: string, periods: readonly Period[], today: string): Promise<WalkResult> {
    const walk = new PeriodWalk(periods, today);
    let before = LATEST_MONTH;
    const addMonths = async (from: string): Promise<void> => {
      for await (const month of this.rollups.monthsOf(userId, { from, before })) {
        await ownTurn();
        walk.addMonth(month);
      }
    };
    for (const sum of await this.summed.read(userId, today)) {
      await addMonths(sum.before);
      await ownTurn();
      walk.addSum(sum.totals);
      before = sum.from;
    }
    if (before !== EARLIEST_MONTH) await addMonths(EARLIEST_MONTH);
    await ownTurn();
    return walk.finish();
  }
}

function* trackIdsOf(recordings: readonly Recordings[]): Generator<string, void> {
  for (const each of recordings) yield* each.trackIds();
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
