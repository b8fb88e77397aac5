import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { type PlayRow, differences, linesOfRows } from './heard-plays';

interface Row extends PlayRow {
  track: { platform_id: string; name: string; artist_name: string; duration_ms: number };
}

const POLL_MS = 50;

/** Plays and milliseconds of listening under some name, as text. */
type Sums = Map<string, { plays: number; ms: number }>;

const HOUR_END = 13;
const DAY_END = 10;

/** Looks into the database itself and says, in words, what is not as it must be when all work has ended. */
export class LedgerAudit {
  constructor(private readonly db: Db) {}

  rowsOf(userId: string): Promise<Row[]> {
    return this.db.collection<Row>('listening_history').find({ user_id: userId }).sort({ played_at: 1 }).toArray();
  }

  /** @param expected lines of plays that must be there; `allowed` may be there beside them. None may be there twice. */
  async plays(userId: string, expected: readonly string[], allowed: readonly string[] = []): Promise<string[]> {
    const stored = linesOfRows(await this.rowsOf(userId));
    const { lost } = differences(stored, expected);
    const { added } = differences(stored, [...new Set([...expected, ...allowed])]);
    return [
      ...lost.map((line) => `a play of ${userId} is lost: ${line}`),
      ...added.map((line) => `a play of ${userId} is one too many: ${line}`),
    ];
  }

  /** Holds the roll-ups of a user in UTC to sums made here of the history, by hour, day and track. */
  async rollups(userId: string): Promise<string[]> {
    const rows = await this.rowsOf(userId);
    const days = await this.db.collection('daily_rollups').find({ user_id: userId }).toArray();
    const hours = days.flatMap(({ date, hourly }) =>
      (hourly as { hour: number; count: number; ms: number }[]).map(({ hour, count, ms }) => ({
        key: `${String(date)}T${String(hour).padStart(2, '0')}`,
        plays: count,
        ms,
      })),
    );
    const tracks = days.flatMap(({ date, track_plays }) =>
      (track_plays as { platform_id: string; count: number; ms: number }[]).map(({ platform_id, count, ms }) => ({
        key: `${String(date)} ${platform_id}`,
        plays: count,
        ms,
      })),
    );
    const at = (length: number) => (row: Row) => row.played_at.toISOString().slice(0, length);
    const ofDays = days.map(({ date, total_plays, total_ms }) => ({
      key: String(date),
      plays: Number(total_plays),
      ms: Number(total_ms),
    }));
    const state = await this.db.collection('rollup_states').findOne({ user_id: userId });
    const revision = { $gt: Number(state?.applied_revision ?? 0) };
    const changed = await this.db.collection('history_changed_days').countDocuments({ user_id: userId, revision });
    return [
      ...unequal('day', sumOf(rows, at(DAY_END)), sumUp(ofDays)),
      ...unequal('hour', sumOf(rows, at(HOUR_END)), sumUp(hours)),
      ...unequal(
        'track',
        sumOf(rows, (row) => `${at(DAY_END)(row)} ${row.track.platform_id}`),
        sumUp(tracks),
      ),
      ...(changed === 0 ? [] : [`${changed} changed days of ${userId} are still to be rolled up`]),
    ];
  }

  /** Waits until no job is open. @returns whether that has come within so many milliseconds */
  async jobsEnd(withinMs = Infinity): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    const open = { status: { $in: ['pending', 'running'] } };
    while ((await this.db.collection('sync_jobs').countDocuments(open)) > 0) {
      if (performance.now() > deadline) return false;
      await sleep(POLL_MS);
    }
    return true;
  }

  /** Every job has ended, well or by a cancel, and every record of an import is accounted for. */
  async jobs(): Promise<string[]> {
    const jobs = await this.db.collection('sync_jobs').find().toArray();
    return jobs.flatMap((job) => {
      const named = `job ${String(job._id)} (${String(job.job_type)})`;
      if (job.status === 'failed')
        return job.error_message === 'cancelled' ? [] : [`${named} failed: ${String(job.error_message)}`];
      if (job.status !== 'completed') return [`${named} is ${String(job.status)}`];
      if (job.job_type !== 'import') return [];
      const { records, stored, merged, skipped } = job.report as {
        records: number;
        stored: number;
        merged: number;
        skipped: Record<string, number>;
      };
      const total = Object.values(skipped).reduce((sum, count) => sum + count, stored + merged);
      return total === records && records === job.items_total
        ? []
        : [`${named} read ${records} of ${String(job.items_total)} records and accounts for ${total}`];
    });
  }

  /** The lanes of users in which two jobs are running just now. */
  async crowdedLanes(): Promise<string[]> {
    const running = await this.db.collection('sync_jobs').find({ status: 'running' }).toArray();
    const lanes = running.map(({ user_id, lane }) => `${String(user_id)} ${String(lane)}`);
    return lanes.filter((lane, index) => lanes.indexOf(lane) !== index).map((lane) => `two jobs run in ${lane}`);
  }

  /** Indexes and documents that do not fit each other, by the engine's own `validate`. */
  async indexes(): Promise<string[]> {
    const collections = await this.db.listCollections().toArray();
    const reports = await Promise.all(collections.map(({ name }) => this.db.command({ validate: name })));
    return reports.flatMap((report) =>
      report.valid === true ? [] : [`${String(report.ns)}: ${JSON.stringify(report.errors)}`],
    );
  }
}

function sumOf(rows: readonly Row[], keyOf: (row: Row) => string): Sums {
  return sumUp(rows.map((row) => ({ key: keyOf(row), plays: 1, ms: row.ms_played ?? row.track.duration_ms })));
}

function sumUp(entries: readonly { key: string; plays: number; ms: number }[]): Sums {
  const sums: Sums = new Map();
  for (const { key, plays, ms } of entries) {
    const known = sums.get(key) ?? { plays: 0, ms: 0 };
    sums.set(key, { plays: known.plays + plays, ms: known.ms + ms });
  }
  return sums;
}

function unequal(what: string, expected: Sums, actual: Sums): string[] {
  const text = ({ plays, ms } = { plays: 0, ms: 0 }): string => `${plays} plays, ${ms} ms`;
  return [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((key) => text(expected.get(key)) !== text(actual.get(key)))
    .map((key) => `${what} ${key}: ${text(actual.get(key))} instead of ${text(expected.get(key))}`);
}
