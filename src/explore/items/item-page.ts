import { type Counts, countsOf } from '../counts';
import { bucketsOf, type Step } from '../lens/steps';
import { daysOf } from '../lens/lens-days';
import type { LensReader } from '../explorer.service';
import { shareOf } from '../rounding';
import type { ItemRow } from '../sql/items';
import { numbersOf } from '../time/series.service';
import { readClock } from '../time/time.service';
import { bestItems, bucketSums } from '../time/time.sql';
import type { ContextResponse, ItemPageResponse, ItemSeriesResponse } from './items.dto';
import { contexts, itemTotals, type PagedKind } from './items.sql';

const TOP = 10;

export type RankedRow = ItemRow & Counts;

/** What is counted of an item's own plays. */
type CountedPage = Pick<
  ItemPageResponse,
  | ('play_count' | 'total_ms' | 'share' | 'first_played_at' | 'last_played_at' | 'first_ever_played_at')
  | ('listening_days' | 'best_day' | 'longest_streak_days' | 'series' | 'clock' | 'contexts')
> & { top_tracks: RankedRow[]; top_albums: RankedRow[] };

interface Totals extends Counts {
  listening_days: number;
  longest_streak_days: number;
  first_played_at: Date | null;
  last_played_at: Date | null;
  first_ever_played_at: Date | null;
  best_day: string | null;
  best_plays: number;
  best_ms: number;
}

/**
 * Counts the plays of some recordings, which are all of one item.
 * @param all what is counted of all plays through the lens
 */
export async function readItemPage(
  reader: LensReader,
  { kind, recordings, step, all }: { kind: PagedKind; recordings: readonly number[]; step: Step; all: Counts },
): Promise<CountedPage> {
  const { measure } = reader.lens;
  const own = reader.narrowedTo(recordings);
  // Before anything else is counted: it may be too much.
  const series = await readSeries(reader, own, step);
  const top = (of: 'tracks' | 'albums'): Promise<RankedRow[]> =>
    own.rows<RankedRow>(bestItems(of, measure, false), { top: TOP });
  return {
    ...(await readTotals(own, all)),
    series,
    clock: await readClock(own),
    top_tracks: kind === 'tracks' ? [] : await top('tracks'),
    top_albums: kind === 'artists' ? await top('albums') : [],
    contexts: await readContexts(own),
  };
}

async function readTotals({ lens, rows }: LensReader, all: Counts) {
  const [totals] = await rows<Totals>(itemTotals(lens.measure));
  if (totals === undefined) throw new Error('An aggregate has no row');
  const { best_day: date, best_plays, best_ms, ...others } = totals;
  return {
    ...countsOf(totals),
    share: shareOf(totals[lens.measure], all[lens.measure]),
    first_played_at: others.first_played_at,
    last_played_at: others.last_played_at,
    first_ever_played_at: others.first_ever_played_at,
    listening_days: others.listening_days,
    longest_streak_days: others.longest_streak_days,
    best_day: date === null ? null : { date, ...countsOf({ plays: best_plays, ms: best_ms }) },
  };
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

async function readContexts({ lens, rows }: LensReader): Promise<ContextResponse[]> {
  const found = await rows<Counts & { context_type: string; context_uri: string }>(contexts(lens.measure));
  return found.map(({ context_type, context_uri, ...counts }) => ({ context_type, context_uri, ...countsOf(counts) }));
}
