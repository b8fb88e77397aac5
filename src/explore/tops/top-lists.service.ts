import { Injectable } from '@nestjs/common';
import type { Counts } from '../counts';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { toLensResponse } from '../lens/lens.dto';
import type { PagedLensQuery } from '../paging';
import { shareOf } from '../rounding';
import type { ItemKind, ItemRow } from '../sql/items';
import { otherRange } from '../sql/other-range';
import type { Movement, TopItemsResponse } from './top-lists.dto';
import { itemsBefore, topItems, topTotals } from './top-lists.sql';

type TopRow = ItemRow & Counts & { first_at: Date; last_at: Date };
type Before = Counts & { item: string; rank: number | null; was_played: boolean };

interface TopPage {
  rows: TopRow[];
  whole: Counts & { items: number };
  /** By item; null if there is no range before. */
  before: Map<string, Before> | null;
}

/** Items by how much they were played, against the range before. */
@Injectable()
export class TopListsService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
  ) {}

  async topItems(userId: string, kind: ItemKind, query: PagedLensQuery): Promise<TopItemsResponse> {
    const { limit, offset } = query;
    const { lens, page } = await this.explorer.read(userId, query, async (reader) => ({
      lens: reader.lens,
      page: await readPage(reader, kind, { limit, offset }),
    }));
    const items = await this.images.withItems(kind, page.rows);
    return {
      lens: toLensResponse(lens),
      items: items.map(({ row, item }, index) => {
        const rank = offset + index + 1;
        return {
          rank,
          ...item,
          play_count: row.plays,
          total_ms: row.ms,
          share: shareOf(row[lens.measure], page.whole[lens.measure]),
          first_played_at: row.first_at,
          last_played_at: row.last_at,
          ...movementOf(rank, page.before && page.before.get(row.item)),
        };
      }),
      total: page.whole.items,
      limit,
      offset,
    };
  }
}

async function readPage(reader: LensReader, kind: ItemKind, page: { limit: number; offset: number }): Promise<TopPage> {
  const { measure, withFeatures, previous } = reader.lens;
  const [whole = { plays: 0, ms: 0, items: 0 }] = await reader.rows<TopPage['whole']>(topTotals(kind, withFeatures));
  const rows = await reader.rows<TopRow>(topItems(kind, measure, withFeatures), page);
  if (previous === null) return { whole, rows, before: null };
  const before = await reader.rows<Before>(itemsBefore(kind, measure, withFeatures), {
    items: JSON.stringify(rows.map(({ item }) => item)),
    ...otherRange(previous),
  });
  return { whole, rows, before: new Map(before.map((row) => [row.item, row])) };
}

/** @param before what the item was in the range before; null if there is none */
function movementOf(rank: number, before: Before | null | undefined) {
  return {
    movement: before ? movement(rank, before) : null,
    previous_rank: before?.rank ?? null,
    previous_play_count: before?.plays ?? 0,
    previous_total_ms: before?.ms ?? 0,
  };
}

function movement(rank: number, before: Before): Movement {
  if (!before.was_played) return 'new';
  if (before.rank === null) return 'returned';
  if (before.rank === rank) return 'same';
  return rank < before.rank ? 'up' : 'down';
}
