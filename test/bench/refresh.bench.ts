import { randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import { RollupService } from '../../src/analytics/rollups/rollup.service';
import { PlayDeleter } from '../../src/history/deletion/play-deleter.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { median } from '../support/median';
import { beginnerIn, type GrowingHistory, listenerIn } from './growing-history';
import { processorSeconds } from './processor-time';
import { progress } from './progress';
import { Replica } from './replica';
import { type BenchRow, count } from './report';
import { DAY_MS } from '../../src/common/durations';
import { matchKey } from '../../src/common/text';

const NEW_PLAYS = 50;
const PLAY_MS = 200_000;
/** Each time another day of the last weeks is touched; processor time is told to 10 ms, a tenth of what one takes. */
const DAYS = 25;
/** The first of these compile the code. */
const DAYS_UNMEASURED = 5;
const REFRESHES = 10;
const MOST_GROWTH = 1.5;
const MOST_SNAPSHOT_MS = 400;

/**
 * What follows a sync that has brought 50 plays: the roll-ups of the days that they touch, and all five snapshots. The
 * plays are written as a sync writes them, by a replica in this process, which also does the roll-ups.
 */
export async function benchRefresh(history: GrowingHistory): Promise<BenchRow[]> {
  const { service, plays } = history;
  progress(`refresh, ${count(plays)} plays: roll-ups`);
  const replica = await Replica.of(service);
  let rollups: PacedCost;
  try {
    rollups = await history.withDatabase((db) => touchDays(replica, service.pid, db));
  } finally {
    await replica.close();
  }
  progress(`refresh, ${count(plays)} plays: snapshots`);
  const snapshots = await refreshes(history);
  const name = `roll-ups after ${NEW_PLAYS} new plays`;
  const rollupName = `${name}: processor time`;
  const of = `${count(plays)} plays`;
  const { taken, pace } = rollups;
  const series = { plays, growthAtMost: MOST_GROWTH };
  return [
    { what: `${name}, ${of}`, value: taken.ms, unit: 'ms', series: { name, pace: pace.ms, ...series } },
    {
      what: `${rollupName}, ${of}`,
      value: taken.cpuMs,
      unit: 'ms',
      series: { name: rollupName, pace: pace.cpuMs, ...series },
    },
    { what: `all five snapshots, ${of}`, value: snapshots.ms, unit: 'ms' },
    {
      what: `all five snapshots, ${of}: processor time of the service`,
      value: snapshots.cpuMs,
      unit: 'ms',
      bar: { atMost: MOST_SNAPSHOT_MS },
    },
  ];
}

/** Of one piece of work: the median of the time it took, and the mean of the processor time. */
interface Cost {
  ms: number;
  cpuMs: number;
}

interface PacedCost {
  taken: Cost;
  /** What the same costs the other listener, whose history stays short, at the same time. */
  pace: Cost;
}

/** Takes the cost of pieces of work that are alike. */
class CostMeter {
  private readonly ms: number[] = [];
  private cpuSeconds = 0;

  /** @param cpu the processor time of all processes that take part, in seconds */
  constructor(private readonly cpu: () => number) {}

  async measure(work: () => Promise<unknown>): Promise<void> {
    const before = { cpu: this.cpu(), at: performance.now() };
    await work();
    this.ms.push(performance.now() - before.at);
    this.cpuSeconds += this.cpu() - before.cpu;
  }

  get cost(): Cost {
    return { ms: median(this.ms), cpuMs: (this.cpuSeconds * 1000) / this.ms.length };
  }
}

/**
 * By turns for the listener and for the other. Processor time is that of this process and of the service's, in which the
 * embedded engine runs.
 */
async function touchDays({ module }: Replica, servicePid: number, db: Db): Promise<PacedCost> {
  const get = <T>(part: new (...args: never[]) => T): T => module.get<T>(part, { strict: false });
  const [writer, rollups, deleter] = [get(HistoryWriter), get(RollupService), get(PlayDeleter)];
  const cpu = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6 + processorSeconds(servicePid);
  };
  const [taken, pace] = [new CostMeter(cpu), new CostMeter(cpu)];
  const listeners = [
    { userId: await listenerIn(db), meter: taken },
    { userId: await beginnerIn(db), meter: pace },
  ];
  for (let day = 0; day < DAYS; day += 1) {
    for (const { userId, meter } of listeners) {
      const newPlays = playsOfDay(day);
      const outcomes = await writer.write(userId, 'api', newPlays);
      if (outcomes.some((outcome) => outcome !== 'stored')) throw new Error('A new play was known already');
      const rollUp = (): Promise<void> => rollups.bringUpToDate(userId);
      await (day < DAYS_UNMEASURED ? rollUp() : meter.measure(rollUp));
      await forget(deleter, userId, newPlays);
      await rollUp();
    }
  }
  for (const { userId } of listeners) await deleter.forgetNames(userId);
  return { taken: taken.cost, pace: pace.cost };
}

/** Plays of one afternoon some days ago, as the feed tells them. */
function playsOfDay(daysAgo: number): ReportedPlay[] {
  const noon = Math.floor(Date.now() / DAY_MS - daysAgo - 1) * DAY_MS + DAY_MS / 2;
  // What was deleted is remembered by its names, and would not be taken up again.
  const unheard = randomBytes(8).toString('hex');
  return Array.from({ length: NEW_PLAYS }, (_, index) => ({
    trackId: randomBytes(11).toString('hex'),
    trackName: `New track ${index} ${unheard}`,
    artistName: `New artist ${index % 10}`,
    albumName: `New album ${index % 20}`,
    playedAt: noon + index * PLAY_MS,
    msPlayed: null,
    durationMs: PLAY_MS,
  }));
}

/** Lets the history be what it was, so that the same work is measured at every size. */
async function forget(deleter: PlayDeleter, userId: string, plays: readonly ReportedPlay[]): Promise<void> {
  let forgotten = 0;
  for (const artist of new Set(plays.map(({ artistName }) => artistName))) {
    forgotten += (await deleter.deleteNewest(userId, { user_id: userId, artist_key: matchKey(artist) }, NEW_PLAYS))
      .count;
  }
  if (forgotten !== plays.length) throw new Error(`Of ${plays.length} new plays ${forgotten} were there to be deleted`);
}

/** Processor time is that of the whole process: the request, the figures, and the embedded engine. */
async function refreshes(history: GrowingHistory): Promise<Cost> {
  const meter = new CostMeter(() => processorSeconds(history.service.pid));
  await history.refresh();
  for (let turn = 0; turn < REFRESHES; turn += 1) await meter.measure(() => history.refresh());
  return meter.cost;
}
