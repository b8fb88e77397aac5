import { bucketsOf, type Step } from '../lens/steps';
import { daysOf } from '../lens/lens-days';
import type { LensReader } from '../explorer.service';
import { shareOf } from '../rounding';
import type { ItemRow } from '../sql/items';
import { numbersOf } from '../time/series.service';
import { readClock } from '../time/time.service';
import { bestItems, bucketSums } from '../time/time.sql';
import { STREAK_TOTALS } from '../totals/totals.sql';
import type { BestDayResponse, ContextResponse, ItemPageResponse, ItemSeriesResponse } from './items.dto';
import { bestDay, contexts, COUNTS, EDGES, type PagedKind } from './items.sql';

const TOP = 10;

interface Counts extends Record<string, unknown> {
  plays: number;
  ms: number;
}

export type RankedRow = ItemRow & Counts;

/** What is counted of an item's own plays. */
type CountedPage = Pick<
  ItemPageResponse,
  | ('play_count' | 'total_ms' | 'share' | 'first_played_at' | 'last_played_at' | 'first_ever_played_at')
  | ('listening_days' | 'best_day' | 'longest_streak_days' | 'series' | 'clock' | 'contexts')
> & { top_tracks: RankedRow[]; top_albums: RankedRow[] };

/** Counts the plays of some recordings, which are all of one item. */
export async function readItemPage(
  reader: LensReader,
  kind: PagedKind,
  recordings: readonly number[],
  step: Step,
): Promise<CountedPage> {
  const { lens } = reader;
  const own = reader.narrowedTo(recordings);
  // Before anything else is counted: it may be too much.
  const series = await readSeries(reader, own, step);
  const [all] = await reader.rows<Counts>(COUNTS);
  const [counts = { plays: 0, ms: 0 }] = await own.rows<Counts>(COUNTS);
  const [streaks] = await own.rows<{ longest_streak_days: number }>(STREAK_TOTALS, { today: lens.today });
  const top = (of: 'tracks' | 'albums'): Promise<RankedRow[]> =>
    own.rows<RankedRow>(bestItems(of, lens.measure, false), { top: TOP });
  return {
    ...countsOf(counts),
    share: shareOf(counts[lens.measure], all?.[lens.measure] ?? 0),
    ...(await readEdges(own)),
    best_day: await readBestDay(own),
    longest_streak_days: streaks?.longest_streak_days ?? 0,
    series,
    clock: await readClock(own),
    top_tracks: kind === 'tracks' ? [] : await top('tracks'),
    top_albums: kind === 'artists' ? await top('albums') : [],
    contexts: await readContexts(own),
  };
}

function countsOf({ plays, ms }: Counts): { play_count: number; total_ms: number } {
  return { play_count: plays, total_ms: ms };
}

/** @param own the reader of the item's plays, whose buckets are those of the whole range */
async function readSeries(reader: LensReader, own: LensReader, step: Step): Promise<ItemSeriesResponse> {
  const days = await daysOf(reader);
  const labels = bucketsOf(days, step);
  const sums =
    days === null
      ? []
      : await own.rows<Counts & { label: string }>(bucketSums(step), { first: days.first, last: days.last });
  const places = new Map(labels.map((label, index) => [label, index]));
  return { step, labels, ...numbersOf(sums, places, false) };
}

async function readEdges({ rows }: LensReader) {
  const [edges] = await rows<{
    first_played_at: Date | null;
    last_played_at: Date | null;
    first_ever_played_at: Date | null;
    listening_days: number;
  }>(EDGES);
  return {
    first_played_at: edges?.first_played_at ?? null,
    last_played_at: edges?.last_played_at ?? null,
    first_ever_played_at: edges?.first_ever_played_at ?? null,
    listening_days: edges?.listening_days ?? 0,
  };
}

async function readBestDay({ lens, rows }: LensReader): Promise<BestDayResponse | null> {
  const [best] = await rows<Counts & { date: string }>(bestDay(lens.measure));
  return best === undefined ? null : { date: best.date, ...countsOf(best) };
}

async function readContexts({ lens, rows }: LensReader): Promise<ContextResponse[]> {
  const found = await rows<Counts & { context_type: string; context_uri: string }>(contexts(lens.measure));
  return found.map(({ context_type, context_uri, ...counts }) => ({ context_type, context_uri, ...countsOf(counts) }));
}
