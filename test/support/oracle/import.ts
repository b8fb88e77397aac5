import { fold } from './names';
import { readRecord } from './read-record';
import type {
  Outcome,
  OracleCounts,
  OracleFile,
  OracleFileReport,
  OracleRow,
  OracleSource,
  OracleState,
  ReadPlay,
} from './types';

const MINUTE = 60_000;
/** The more exact a source's times, the lower. */
const EXACTNESS: Record<OracleSource, number> = { api: 0, extended: 1, account: 2 };

const sameText = (a: string, b: string): boolean => fold(a) === fold(b);

/** The same id, or the same track and artist name; a track without a name is known by its id alone. */
function sameTrack(row: OracleRow, play: ReadPlay): boolean {
  if (row.trackId === play.trackId) return true;
  return play.name !== '' && sameText(row.name, play.name) && sameText(row.artist, play.artist);
}

/** The row's source that set its time: the most exact that reported it. */
function exactest(row: OracleRow): OracleSource {
  const sources: OracleSource[] = ['api', 'extended', 'account'];
  return sources.find((source) => row.seen[source] !== undefined) ?? 'account';
}

/** Within 60 s of each other, or, where one is account data, the other's end in the minute that it names. */
function timesMatch(row: OracleRow, play: ReadPlay): boolean {
  const later = play.playedAt - row.playedAt;
  if (play.source === 'account') return later <= 0 && later > -MINUTE;
  if (exactest(row) === 'account') return later >= 0 && later < MINUTE;
  return Math.abs(later) <= MINUTE;
}

/** Rows by the minute of `playedAt`, so that a look for neighbours need not walk through all of them. */
class RowsByMinute {
  private readonly minutes = new Map<number, OracleRow[]>();

  add(row: OracleRow): void {
    const minute = Math.floor(row.playedAt / MINUTE);
    const rows = this.minutes.get(minute);
    if (rows === undefined) this.minutes.set(minute, [row]);
    else rows.push(row);
  }

  remove(row: OracleRow): void {
    const minute = Math.floor(row.playedAt / MINUTE);
    const rest = (this.minutes.get(minute) ?? []).filter((other) => other !== row);
    this.minutes.set(minute, rest);
  }

  around(instant: number): OracleRow[] {
    const minute = Math.floor(instant / MINUTE);
    return [minute - 1, minute, minute + 1].flatMap((near) => this.minutes.get(near) ?? []);
  }
}

class Ledger {
  readonly rows: OracleRow[] = [];
  private readonly byMinute = new RowsByMinute();
  /** What was reported already, as source, track id and time. */
  private readonly reported = new Set<string>();

  /** Takes one play into the history; says what became of it. */
  take(play: ReadPlay): Outcome {
    const report = `${play.source} ${play.trackId} ${play.playedAt}`;
    if (this.reported.has(report)) return 'duplicate';
    const near = this.byMinute.around(play.playedAt);
    const match = this.nearest(near, play);
    if (match !== undefined) {
      this.merge(match, play);
      this.reported.add(report);
      return 'merged';
    }
    // A play of one track at one instant is stored once, whoever reports it.
    if (near.some((row) => row.trackId === play.trackId && row.playedAt === play.playedAt)) return 'duplicate';
    this.store(play);
    this.reported.add(report);
    return 'stored';
  }

  private nearest(rows: readonly OracleRow[], play: ReadPlay): OracleRow | undefined {
    let best: OracleRow | undefined;
    for (const row of rows) {
      if (row.seen[play.source] !== undefined || !sameTrack(row, play) || !timesMatch(row, play)) continue;
      if (best === undefined) {
        best = row;
        continue;
      }
      const closer = Math.abs(row.playedAt - play.playedAt) - Math.abs(best.playedAt - play.playedAt);
      if (closer < 0 || (closer === 0 && row.playedAt < best.playedAt)) best = row;
    }
    return best;
  }

  private merge(row: OracleRow, play: ReadPlay): void {
    this.byMinute.remove(row);
    if (EXACTNESS[play.source] < EXACTNESS[exactest(row)]) row.playedAt = play.playedAt;
    row.seen[play.source] = { trackId: play.trackId, playedAt: play.playedAt };
    row.msPlayed ??= play.msPlayed;
    if (row.trackId.startsWith('name:') && !play.trackId.startsWith('name:')) row.trackId = play.trackId;
    if (row.album === '') row.album = play.album;
    if (row.durationMs === 0) row.durationMs = play.durationMs;
    this.byMinute.add(row);
  }

  private store(play: ReadPlay): void {
    const { source, trackId, playedAt, ...facts } = play;
    const row: OracleRow = {
      ...facts,
      trackId,
      playedAt,
      source: source === 'api' ? 'api' : 'import',
      seen: { [source]: { trackId, playedAt } },
    };
    this.rows.push(row);
    this.byMinute.add(row);
  }
}

function count(outcomes: readonly Outcome[], times: readonly number[]): OracleCounts {
  const of = (outcome: Outcome): number => outcomes.filter((one) => one === outcome).length;
  let first = Infinity;
  let last = -Infinity;
  for (const time of times) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return {
    records: outcomes.length,
    stored: of('stored'),
    merged: of('merged'),
    skipped: {
      not_a_track: of('not_a_track'),
      not_played: of('not_played'),
      invalid: of('invalid'),
      duplicate: of('duplicate'),
    },
    first_played_at: times.length === 0 ? null : new Date(first).toISOString(),
    last_played_at: times.length === 0 ? null : new Date(last).toISOString(),
  };
}

/**
 * Imports files into one history, by the written rules alone, and says what became of every record. It shares no code
 * with the service: where the two differ, one of them is wrong.
 */
export class Oracle {
  private readonly ledger = new Ledger();
  private readonly files: OracleFileReport[] = [];
  private readonly outcomes: Outcome[] = [];
  private readonly times: number[] = [];

  /** @param now what ends later comes from the future */
  constructor(private readonly now: Date) {}

  /**
   * Imports files one after the other.
   *
   * @returns the history with all files so far; what an earlier call has returned no longer holds
   */
  import(files: readonly OracleFile[]): OracleState {
    for (const { file, format, records } of files) {
      const outcomes: Outcome[] = [];
      const times: number[] = [];
      for (const record of records) {
        const read = readRecord(format, record, this.now.getTime());
        const outcome = typeof read === 'string' ? read : this.ledger.take(read);
        if (typeof read !== 'string' && (outcome === 'stored' || outcome === 'merged')) times.push(read.playedAt);
        outcomes.push(outcome);
      }
      this.files.push({ file, outcomes, ...count(outcomes, times) });
      for (const outcome of outcomes) this.outcomes.push(outcome);
      for (const time of times) this.times.push(time);
    }
    return { files: [...this.files], total: count(this.outcomes, this.times), rows: this.ledger.rows };
  }
}

/** What {@link Oracle} says of these files in an empty history. */
export function runOracle(imports: readonly OracleFile[], now: Date): OracleState {
  return new Oracle(now).import(imports);
}
