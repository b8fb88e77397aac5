import { Injectable } from '@nestjs/common';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { daysOf } from '../lens/lens-days';
import { toLensResponse } from '../lens/lens.dto';
import { bucketsOf } from '../lens/steps';
import type { ItemKind, ItemRow } from '../sql/items';
import type { SeriesItemResponse, SeriesResponse } from './time.dto';
import type { SeriesQuery } from './time.query';
import { bestItems, bucketItems, bucketOthers, bucketSources, bucketSums } from './time.sql';

interface Counted extends Record<string, unknown> {
  label: string;
  plays: number;
  ms: number;
}

type CountedItem = Counted & { item: string };
type BestItem = ItemRow & { plays: number; ms: number };

interface Numbers {
  play_count: number[];
  total_ms: number[];
}

interface Found {
  items: ItemRow[];
  counts: CountedItem[];
  others: Counted[];
}

const KINDS = { artist: 'artists', album: 'albums', track: 'tracks', genre: 'genres' } as const;

/** Plays by bucket of time, in all and by item. */
@Injectable()
export class SeriesService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
  ) {}

  async series(userId: string, query: SeriesQuery): Promise<SeriesResponse> {
    const { step, by, cumulative } = query;
    const { lens, labels, sums, found } = await this.explorer.read(userId, query, async (reader) => {
      const days = await daysOf(reader);
      // Before anything is counted: it may be too much.
      const buckets = bucketsOf(days, step);
      const range = days === null ? null : { first: days.first, last: days.last };
      const counts = range === null ? [] : await reader.rows<Counted>(bucketSums(step), range);
      const series = range === null || by === 'none' ? null : await read(reader, query, range);
      if (series !== null) bucketsOf(days, step, series.items.length);
      return { lens: reader.lens, labels: buckets, sums: counts, found: series };
    });
    const places = new Map(labels.map((label, index) => [label, index]));
    const numbers = (counts: readonly Counted[]): Numbers => numbersOf(counts, places, cumulative);
    return {
      lens: toLensResponse(lens),
      ...{ step, by, cumulative, labels },
      ...numbers(sums),
      series: found === null ? [] : await this.seriesOf(by, found, numbers),
      other: by === 'none' ? null : numbers(found?.others ?? []),
    };
  }

  private async seriesOf(
    by: SeriesQuery['by'],
    { items, counts }: Found,
    numbers: (counts: readonly Counted[]) => Numbers,
  ): Promise<SeriesItemResponse[]> {
    const kind = by === 'source' || by === 'none' ? 'genres' : KINDS[by];
    const byItem = grouped(counts);
    return (await this.images.withItems(kind, items)).map(({ row, item }, index) => ({
      rank: index + 1,
      ...item,
      ...numbers(byItem.get(row.item) ?? []),
    }));
  }
}

async function read(reader: LensReader, query: SeriesQuery, range: { first: string; last: string }): Promise<Found> {
  const { lens, rows } = reader;
  const { step, by, top } = query;
  if (by === 'source' || by === 'none') {
    const counts = await rows<CountedItem>(bucketSources(step), range);
    return ofSources(counts, lens.measure, top);
  }
  const kind: ItemKind = KINDS[by];
  const items = await rows<BestItem>(bestItems(kind, lens.measure, lens.withFeatures), { top });
  const listed = { ...range, items: JSON.stringify(items.map(({ item }) => item)) };
  return {
    items,
    counts: await rows<CountedItem>(bucketItems(step, kind, lens.withFeatures), listed),
    others: await rows<Counted>(bucketOthers(step, kind, lens.withFeatures), listed),
  };
}

function ofSources(counts: readonly CountedItem[], measure: 'plays' | 'ms', top: number): Found {
  const sums = Array.from(grouped(counts), ([item, all]) => ({
    item,
    plays: all.reduce((sum, { plays }) => sum + plays, 0),
    ms: all.reduce((sum, { ms }) => sum + ms, 0),
  }));
  const other = measure === 'plays' ? 'ms' : 'plays';
  sums.sort((a, b) => b[measure] - a[measure] || b[other] - a[other] || (a.item < b.item ? -1 : 1));
  const listed = sums.slice(0, top).map(({ item }) => item);
  const nothing = { artist_id: '', artist_name: '', album_id: '', album_name: '' };
  return {
    items: listed.map((item) => ({ item, id: item, name: item, ...nothing })),
    counts: counts.filter(({ item }) => listed.includes(item)),
    others: counts.filter(({ item }) => !listed.includes(item)),
  };
}

function grouped(counts: readonly CountedItem[]): Map<string, CountedItem[]> {
  const groups = new Map<string, CountedItem[]>();
  for (const count of counts) {
    const group = groups.get(count.item);
    if (group === undefined) groups.set(count.item, [count]);
    else group.push(count);
  }
  return groups;
}

/** Counts in the places of their labels; those of labels without a place are left out. */
export function numbersOf(
  counts: readonly Counted[],
  places: ReadonlyMap<string, number>,
  isCumulative: boolean,
): Numbers {
  const play_count = Array.from(places, () => 0);
  const total_ms = Array.from(places, () => 0);
  for (const { label, plays, ms } of counts) {
    const place = places.get(label);
    if (place === undefined) continue;
    play_count[place] = (play_count[place] ?? 0) + plays;
    total_ms[place] = (total_ms[place] ?? 0) + ms;
  }
  return isCumulative ? { play_count: sumsOf(play_count), total_ms: sumsOf(total_ms) } : { play_count, total_ms };
}

function sumsOf(numbers: readonly number[]): number[] {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}
