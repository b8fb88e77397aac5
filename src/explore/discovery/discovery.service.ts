import { Injectable } from '@nestjs/common';
import { countsOf } from '../counts';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { daysOf, lastDayOf } from '../lens/lens-days';
import { toLensResponse } from '../lens/lens.dto';
import { bucketsOf, type Step } from '../lens/steps';
import { readPage } from '../paging';
import { shareOf } from '../rounding';
import type { ItemRow } from '../sql/items';
import { bucketSums } from '../time/time.sql';
import type {
  DiscoveriesResponse,
  DiscoveryStepResponse,
  DiversityResponse,
  ForgottenResponse,
  FunnelResponse,
} from './discovery.dto';
import type { DiscoveriesQuery, DiversityQuery, ForgottenQuery, FunnelQuery } from './discovery.query';
import { bucketDiscoveries, bucketMixes, discoveredItems, forgottenItems, funnel, wholeMix } from './discovery.sql';
import { EMPTY_MIX, mixOf, type MixSums } from './mix';

const FUNNEL_DAYS = [7, 30, 90, 365] as const;
type FunnelDays = (typeof FUNNEL_DAYS)[number];

type Listed = ItemRow & { plays: number; ms: number; total: number };
type Labelled<T> = T & { label: string } & Record<string, unknown>;
interface Bucket<T> {
  label: string;
  /** What was counted in it; undefined if nothing was. */
  found: T | undefined;
}

type Quarter = { discovered: number } & Record<`old_${FunnelDays}` | `kept_${FunnelDays}`, number>;

/** What was new, what stayed, and what is not played any more. */
@Injectable()
export class DiscoveryService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
  ) {}

  async discoveries(userId: string, query: DiscoveriesQuery): Promise<DiscoveriesResponse> {
    const { of, step, limit, offset } = query;
    const { lens, steps, entries, total } = await this.explorer.read(userId, query, async (reader) => {
      const { measure, withFeatures } = reader.lens;
      return {
        lens: reader.lens,
        steps: await readDiscoverySteps(reader, query),
        ...(await readPage<Listed & { first_played_at: Date }>(
          reader,
          discoveredItems(of, measure, withFeatures),
          query,
        )),
      };
    });
    const items = (await this.images.withItems(of, entries)).map(({ row, item }) => ({
      ...item,
      ...countsOf(row),
      first_played_at: row.first_played_at,
    }));
    return { lens: toLensResponse(lens), of, step, steps, items, total, limit, offset };
  }

  funnel(userId: string, query: FunnelQuery): Promise<FunnelResponse> {
    return this.explorer.read(userId, query, async (reader) => {
      const quarters = await readBuckets<Quarter>(reader, 'quarter', funnel(query.of, FUNNEL_DAYS), {
        today: reader.lens.today,
      });
      return {
        lens: toLensResponse(reader.lens),
        of: query.of,
        quarters: quarters.map(({ label, found }) => ({
          label,
          discovered_count: found?.discovered ?? 0,
          after_7_days: keptAfter(7, found),
          after_30_days: keptAfter(30, found),
          after_90_days: keptAfter(90, found),
          after_365_days: keptAfter(365, found),
        })),
      };
    });
  }

  diversity(userId: string, query: DiversityQuery): Promise<DiversityResponse> {
    return this.explorer.read(userId, query, async (reader) => {
      const { measure } = reader.lens;
      const mixes = await readBuckets<MixSums>(reader, query.step, bucketMixes(query.step, measure));
      const plays = await playsByLabel(reader, query.step);
      const [whole = EMPTY_MIX] = await reader.rows<Labelled<MixSums>>(wholeMix(measure));
      return {
        lens: toLensResponse(reader.lens),
        step: query.step,
        ...mixOf(whole),
        steps: mixes.map(({ label, found = EMPTY_MIX }) => ({
          label,
          play_count: plays.get(label) ?? 0,
          ...mixOf(found),
        })),
      };
    });
  }

  async forgotten(userId: string, query: ForgottenQuery): Promise<ForgottenResponse> {
    const { of, limit, offset } = query;
    const { lens, entries, total } = await this.explorer.read(userId, query, async (reader) => ({
      lens: reader.lens,
      ...(await readPage<
        Listed & { listening_days: number; last_played_at: Date; gap_days: number; usual_gap_days: number }
      >(reader, forgottenItems(of), query, { end_day: lastDayOf(reader.lens) })),
    }));
    const items = (await this.images.withItems(of, entries)).map(({ row, item }, index) => ({
      rank: offset + index + 1,
      ...item,
      ...countsOf(row),
      listening_days: row.listening_days,
      last_played_at: row.last_played_at,
      gap_days: row.gap_days,
      usual_gap_days: row.usual_gap_days,
    }));
    return { lens: toLensResponse(lens), items, total, limit, offset };
  }
}

/** All buckets of the range, with what a statement over `$first` and `$last` returns of them. */
async function readBuckets<T>(
  reader: LensReader,
  step: Step,
  sql: string,
  parameters: Record<string, string> = {},
): Promise<Bucket<T>[]> {
  const days = await daysOf(reader);
  // Before anything is counted: it may be too much.
  const labels = bucketsOf(days, step);
  if (days === null) return [];
  const rows = await reader.rows<Labelled<T>>(sql, { first: days.first, last: days.last, ...parameters });
  const byLabel = new Map(rows.map((row) => [row.label, row]));
  return labels.map((label) => ({ label, found: byLabel.get(label) }));
}

async function playsByLabel(reader: LensReader, step: Step): Promise<Map<string, number>> {
  const buckets = await readBuckets<{ plays: number }>(reader, step, bucketSums(step));
  return new Map(buckets.map(({ label, found }) => [label, found?.plays ?? 0]));
}

async function readDiscoverySteps(
  reader: LensReader,
  { of, step }: DiscoveriesQuery,
): Promise<DiscoveryStepResponse[]> {
  const plays = await playsByLabel(reader, step);
  const sql = bucketDiscoveries(of, step, reader.lens.withFeatures);
  const buckets = await readBuckets<{ discovered: number }>(reader, step, sql);
  return buckets.map(({ label, found }) => {
    const [discovered_count, play_count] = [found?.discovered ?? 0, plays.get(label) ?? 0];
    return { label, discovered_count, play_count, share: shareOf(discovered_count, play_count) };
  });
}

/** Of the items that were discovered so many days ago, the share that was still played so many days later. */
function keptAfter(days: FunnelDays, quarter: Quarter | undefined): number | null {
  const old = quarter?.[`old_${days}`] ?? 0;
  return old === 0 ? null : shareOf(quarter?.[`kept_${days}`] ?? 0, old);
}
