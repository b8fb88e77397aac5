import { Injectable } from '@nestjs/common';
import { daysBetween } from '../../common/days';
import { Explorer, type LensReader } from '../explorer.service';
import { daysOf } from '../lens/lens-days';
import type { Range } from '../lens/lens';
import { toLensResponse } from '../lens/lens.dto';
import type { LensQuery } from '../lens/lens.query';
import { changeOf, rounded, shareOf } from '../rounding';
import { otherRange } from '../sql/other-range';
import { DEFAULT_GAP_MS } from '../sql/sessions';
import type { ChangeResponse, SummaryResponse } from './summary.dto';
import { EDGES, OTHER_TOTALS, SESSION_TOTALS, STREAK_TOTALS, TOTALS } from './totals.sql';

const NOTHING = {
  play_count: 0,
  total_ms: 0,
  unique_tracks: 0,
  unique_artists: 0,
  unique_albums: 0,
  unique_genres: 0,
  listening_days: 0,
};
export type Totals = typeof NOTHING;

/** How much was played, over all. */
@Injectable()
export class TotalsService {
  constructor(private readonly explorer: Explorer) {}

  summary(userId: string, query: LensQuery): Promise<SummaryResponse> {
    return this.explorer.read(userId, query, readSummary);
  }
}

/** The totals of the plays through the lens. */
export async function readTotals({ rows }: LensReader): Promise<Totals> {
  const [totals = NOTHING] = await rows<Totals>(TOTALS);
  return totals;
}

/** The totals of another range of the same world. */
export async function readTotalsBetween({ rows }: LensReader, range: Range): Promise<Totals> {
  const [totals = NOTHING] = await rows<Totals>(OTHER_TOTALS, otherRange(range));
  return totals;
}

/** By how many percent each total has changed. */
export function changesOf(now: Totals, before: Totals): ChangeResponse {
  const names = Object.keys(NOTHING) as (keyof Totals)[];
  return Object.fromEntries(
    names.map((name) => [name, changeOf(now[name], before[name])]),
  ) as unknown as ChangeResponse;
}

async function readSummary(reader: LensReader): Promise<SummaryResponse> {
  const { lens, rows } = reader;
  const totals = await readTotals(reader);
  const days = await daysOf(reader);
  const [edges] = await rows<{
    first_played_at: Date | null;
    last_played_at: Date | null;
    skips: number;
    measured: number;
  }>(EDGES);
  const [sessions] = await rows<{ session_count: number; length_ms: number; longest_session_ms: number }>(
    SESSION_TOTALS,
    { gap_ms: DEFAULT_GAP_MS },
  );
  const [streaks] = await rows<{ longest_streak_days: number; listening_streak_days: number }>(STREAK_TOTALS, {
    today: lens.today,
  });
  const previous = lens.previous && (await readTotalsBetween(reader, lens.previous));
  const { session_count = 0, length_ms = 0, longest_session_ms = 0 } = sessions ?? {};
  return {
    lens: toLensResponse(lens),
    ...totals,
    first_played_at: edges?.first_played_at ?? null,
    last_played_at: edges?.last_played_at ?? null,
    plays_per_day: days === null ? 0 : rounded(totals.play_count / (daysBetween(days.first, days.last) + 1), 2),
    session_count,
    mean_session_ms: session_count === 0 ? 0 : rounded(length_ms / session_count, 0),
    longest_session_ms,
    longest_streak_days: streaks?.longest_streak_days ?? 0,
    listening_streak_days: streaks?.listening_streak_days ?? 0,
    skip_count: edges?.skips ?? 0,
    measured_share: shareOf(edges?.measured ?? 0, totals.play_count),
    previous: previous &&
      lens.previous && { from: new Date(lens.previous.from), to: new Date(lens.previous.to), ...previous },
    change: previous && changesOf(totals, previous),
  };
}
