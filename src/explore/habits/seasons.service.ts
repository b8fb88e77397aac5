import { Injectable } from '@nestjs/common';
import { addDays } from '../../common/days';
import type { Counts } from '../counts';
import { Explorer } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { toLensResponse } from '../lens/lens.dto';
import { rounded } from '../rounding';
import type { ItemRow } from '../sql/items';
import { pageOf, type PageRow } from '../sql/page';
import type { SeasonsQuery } from './habits.query';
import type { SeasonsResponse } from './seasons.dto';
import { seasonPage } from './seasons.sql';

const COMMON_YEAR = '2023-01-01';
const P_VALUE_DIGITS = 3;

interface SeasonRow extends PageRow, ItemRow, Counts {
  rank: number;
  listening_days: number;
  years: number;
  /** From 0, of a common year. */
  mean_day: number;
  strength: number;
  p_value: number;
}

/** Seasons: items that are played at the same time of each year. */
@Injectable()
export class SeasonsService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
  ) {}

  async seasons(userId: string, query: SeasonsQuery): Promise<SeasonsResponse> {
    const { of, limit, offset } = query;
    const { lens, rows } = await this.explorer.read(userId, query, async (reader) => ({
      lens: reader.lens,
      rows: await reader.rows<SeasonRow>(seasonPage(of, reader.lens.measure), { limit, offset }),
    }));
    const { total, listed } = pageOf(rows);
    const items = await this.images.countedItems(of, listed);
    return {
      lens: toLensResponse(lens),
      of,
      items: Array.from(items, ([row, item]) => ({
        rank: row.rank,
        ...item,
        listening_days: row.listening_days,
        years: row.years,
        mean_date: addDays(COMMON_YEAR, row.mean_day).slice(5),
        strength: rounded(row.strength, 4),
        p_value: Number(row.p_value.toPrecision(P_VALUE_DIGITS)),
      })),
      ...{ total, limit, offset },
    };
  }
}
