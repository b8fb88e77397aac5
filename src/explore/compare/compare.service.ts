import { Injectable } from '@nestjs/common';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { toLensResponse } from '../lens/lens.dto';
import type { LensQuery } from '../lens/lens.query';
import { rounded, shareOf } from '../rounding';
import type { ItemKind, ItemRow } from '../sql/items';
import { otherRange } from '../sql/other-range';
import { YEARS } from '../time/time.sql';
import { readTotals, readTotalsBetween, type Totals } from '../totals/totals.service';
import type { ComparedItemResponse, CompareResponse, SimilarYearsResponse } from './compare.dto';
import { type CompareQuery, otherRangeOf } from './compare.query';
import { comparedItems, rangeSimilarity, yearSimilarities } from './compare.sql';

const SIMILARITY_DECIMALS = 4;

type List = 'risers' | 'fallers' | 'new' | 'gone';

interface ComparedRow extends ItemRow {
  list: List;
  plays: number;
  ms: number;
  other_plays: number;
  other_ms: number;
  share_change: number;
}

interface Wholes {
  whole: number;
  otherWhole: number;
}

/** What has changed between two ranges, and how alike years are. */
@Injectable()
export class CompareService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
  ) {}

  async compare(userId: string, query: CompareQuery): Promise<CompareResponse> {
    const { of } = query;
    const { rows, wholes, measure, ...response } = await this.explorer.read(userId, query, (reader) =>
      readCompared(reader, query),
    );
    return { ...response, of, ...(await this.listsOf(of, rows, { ...wholes, measure })) };
  }

  similarYears(userId: string, query: LensQuery): Promise<SimilarYearsResponse> {
    return this.explorer.read(userId, query, readSimilarYears);
  }

  private async listsOf(
    of: ItemKind,
    rows: readonly ComparedRow[],
    { whole, otherWhole, measure }: Wholes & { measure: 'plays' | 'ms' },
  ): Promise<Record<List, ComparedItemResponse[]>> {
    const lists: Record<List, ComparedItemResponse[]> = { risers: [], fallers: [], new: [], gone: [] };
    for (const { row, item } of await this.images.withItems(of, rows)) {
      lists[row.list].push({
        ...item,
        play_count: row.plays,
        total_ms: row.ms,
        share: shareOf(row[measure], whole),
        other_play_count: row.other_plays,
        other_total_ms: row.other_ms,
        other_share: shareOf(row[`other_${measure}`], otherWhole),
        share_change: rounded(row.share_change, SIMILARITY_DECIMALS),
      });
    }
    return lists;
  }
}

async function readCompared(reader: LensReader, query: CompareQuery) {
  const { lens, rows } = reader;
  const { measure, timezone, today, now } = lens;
  const { period, ...range } = otherRangeOf(query, { zone: timezone, today, now });
  const totals = await readTotals(reader);
  const other_totals = await readTotalsBetween(reader, range);
  const wholeOf = (of: Totals): number => (measure === 'plays' ? of.play_count : of.total_ms);
  const wholes: Wholes = { whole: wholeOf(totals), otherWhole: wholeOf(other_totals) };
  const [found] = await rows<{ similarity: number | null }>(rangeSimilarity(measure), otherRange(range));
  return {
    lens: toLensResponse(lens),
    other: {
      from: range.from === null ? null : new Date(range.from),
      to: range.to === null ? null : new Date(range.to),
      period,
    },
    totals,
    other_totals,
    similarity: rounded(found?.similarity ?? 0, SIMILARITY_DECIMALS),
    measure,
    wholes,
    rows: await rows<ComparedRow>(comparedItems(query.of, measure), {
      ...otherRange(range),
      whole: wholes.whole,
      other_whole: wholes.otherWhole,
      limit: query.limit,
    }),
  };
}

async function readSimilarYears({ lens, rows }: LensReader): Promise<SimilarYearsResponse> {
  const years = (await rows<{ year: number }>(YEARS)).map(({ year }) => year).reverse();
  const pairs = await rows<{ year: number; other: number; similarity: number | null }>(yearSimilarities(lens.measure));
  const similarities = new Map(
    pairs.map(({ year, other, similarity }) => [`${year} ${other}`, rounded(similarity ?? 0, SIMILARITY_DECIMALS)]),
  );
  const ofYears = (year: number, other: number): number =>
    year === other ? 1 : (similarities.get(`${Math.min(year, other)} ${Math.max(year, other)}`) ?? 0);
  return {
    lens: toLensResponse(lens),
    years,
    similarity: years.map((year) => years.map((other) => ofYears(year, other))),
  };
}
