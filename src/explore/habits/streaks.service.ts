import { Injectable } from '@nestjs/common';
import { type Counts, countsOf } from '../counts';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import type { Item } from '../item.dto';
import { toLensResponse } from '../lens/lens.dto';
import type { ItemRow } from '../sql/items';
import { pageOf, type PageRow } from '../sql/page';
import type { StreaksQuery } from './habits.query';
import type { StreakResponse, StreaksResponse } from './streaks.dto';
import { MOST_CURRENT, type StreakKind, streakPage } from './streaks.sql';

/** A streak as statements return it. */
export interface StreakRow extends PageRow, Counts {
  rank: number;
  /** Its place among those that go on. */
  current_rank: number | null;
  is_current: boolean;
  item: ItemRow | null;
  first_day: string;
  last_day: string;
  days: number;
}

interface StreakPage {
  total: number;
  items: StreakRow[];
  current: StreakRow[];
}

/** Streaks: days in a row with a play. */
@Injectable()
export class StreaksService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
  ) {}

  async streaks(userId: string, query: StreaksQuery): Promise<StreaksResponse> {
    const { of, limit, offset } = query;
    const { lens, page } = await this.explorer.read(userId, query, async (reader) => ({
      lens: reader.lens,
      page: await readStreaks(reader, query),
    }));
    return {
      lens: toLensResponse(lens),
      of,
      items: await this.toStreaks(of, page.items),
      current: await this.toStreaks(of, page.current),
      ...{ total: page.total, limit, offset },
    };
  }

  /** Streaks as responses show them. */
  async toStreaks(of: StreakKind, rows: readonly StreakRow[]): Promise<StreakResponse[]> {
    const items = new Map<ItemRow | null, Item>();
    if (of !== 'days') {
      const found = await this.images.withItems(
        of,
        rows.flatMap(({ item }) => item ?? []),
      );
      for (const { row, item } of found) items.set(row, item);
    }
    return rows.map(({ rank, item, first_day, last_day, days, is_current, ...counts }) => ({
      rank,
      item: items.get(item) ?? null,
      ...{ first_day, last_day, days },
      ...countsOf(counts),
      is_current,
    }));
  }
}

/** A page of all streaks, and the first of those that go on. */
export async function readStreaks(
  { lens, rows }: LensReader,
  { of, limit, offset }: Pick<StreaksQuery, 'of' | 'limit' | 'offset'>,
): Promise<StreakPage> {
  const { total, listed } = pageOf(await rows<StreakRow>(streakPage(of), { today: lens.today, limit, offset }));
  return {
    total,
    items: listed.filter(({ rank }) => rank > offset && rank <= offset + limit),
    current: listed.filter(({ current_rank }) => current_rank !== null && current_rank <= MOST_CURRENT),
  };
}
