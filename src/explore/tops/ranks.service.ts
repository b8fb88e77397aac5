import { Injectable } from '@nestjs/common';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { daysOf } from '../lens/lens-days';
import { toLensResponse } from '../lens/lens.dto';
import { bucketsOf } from '../lens/steps';
import type { ItemRow } from '../sql/items';
import { bestItems } from '../time/time.sql';
import type { RanksResponse } from './ranks.dto';
import type { RanksQuery } from './ranks.query';
import { bucketRanks } from './ranks.sql';

type BestItem = ItemRow & { plays: number; ms: number };

interface BucketRank extends Record<string, unknown> {
  item: string;
  label: string;
  plays: number;
  rank: number;
}

interface Ranks {
  labels: string[];
  items: BestItem[];
  /** By item and label. */
  ranks: Map<string, Map<string, BucketRank>>;
}

/** The ranks of items by bucket of time. */
@Injectable()
export class RanksService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
  ) {}

  async ranks(userId: string, query: RanksQuery): Promise<RanksResponse> {
    const { of, step } = query;
    const { lens, labels, items, ranks } = await this.explorer.read(userId, query, async (reader) => ({
      lens: reader.lens,
      ...(await readRanks(reader, query)),
    }));
    return {
      lens: toLensResponse(lens),
      ...{ of, step, labels },
      items: (await this.images.withItems(of, items)).map(({ row, item }, index) => {
        const own = labels.map((label) => ranks.get(row.item)?.get(label));
        return {
          rank: index + 1,
          ...item,
          play_count: row.plays,
          total_ms: row.ms,
          ranks: own.map((bucket) => bucket?.rank ?? null),
          play_counts: own.map((bucket) => bucket?.plays ?? 0),
        };
      }),
    };
  }
}

async function readRanks(reader: LensReader, { of, step, top }: RanksQuery): Promise<Ranks> {
  const { lens, rows } = reader;
  const days = await daysOf(reader);
  // Before anything is counted: it may be too much.
  const labels = bucketsOf(days, step);
  if (days === null) return { labels, items: [], ranks: new Map() };
  const items = await rows<BestItem>(bestItems(of, lens.measure, lens.withFeatures), { top });
  bucketsOf(days, step, items.length);
  const buckets = await rows<BucketRank>(bucketRanks(step, of, lens), {
    first: days.first,
    last: days.last,
    items: JSON.stringify(items.map(({ item }) => item)),
  });
  const ranks: Ranks['ranks'] = new Map(items.map(({ item }) => [item, new Map<string, BucketRank>()]));
  for (const bucket of buckets) ranks.get(bucket.item)?.set(bucket.label, bucket);
  return { labels, items, ranks };
}
