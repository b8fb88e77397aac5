import { Injectable } from '@nestjs/common';
import type { Counts } from '../counts';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { toLensResponse } from '../lens/lens.dto';
import { shareOf } from '../rounding';
import type { ItemRow } from '../sql/items';
import { pageOf, type PageRow } from '../sql/page';
import type { ObsessionsQuery } from './habits.query';
import type { ObsessionResponse, ObsessionsResponse } from './obsessions.dto';
import { type ObsessionKind, obsessionPage } from './obsessions.sql';

const DEFAULT_MIN_PLAYS: Record<ObsessionKind, number> = { tracks: 8, artists: 30 };

/** An obsession as statements return it. */
export interface ObsessionRow extends PageRow, ItemRow, Counts {
  rank: number;
  started_at: Date;
  ended_at: Date;
  days: number;
  peak_day: string;
  peak_plays: number;
  /** Those of all items from its start to its end. */
  plays_meanwhile: number;
  half_life_days: number;
}

/** Obsessions: times when a track or an artist was played over and over. */
@Injectable()
export class ObsessionsService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
  ) {}

  async obsessions(userId: string, query: ObsessionsQuery): Promise<ObsessionsResponse> {
    const { of, min_plays = DEFAULT_MIN_PLAYS[of], limit, offset } = query;
    const { lens, rows } = await this.explorer.read(userId, query, async (reader) => ({
      lens: reader.lens,
      rows: await readObsessions(reader, { of, min_plays, limit, offset }),
    }));
    const { total, listed } = pageOf(rows);
    return {
      lens: toLensResponse(lens),
      ...{ of, min_plays },
      items: await this.toObsessions(of, listed),
      ...{ total, limit, offset },
    };
  }

  /** Obsessions as responses show them. */
  async toObsessions(of: ObsessionKind, rows: readonly ObsessionRow[]): Promise<ObsessionResponse[]> {
    const items = await this.images.countedItems(of, rows);
    return Array.from(items, ([row, item]) => ({
      ...item,
      started_at: row.started_at,
      ended_at: row.ended_at,
      days: row.days,
      peak_day: row.peak_day,
      peak_play_count: row.peak_plays,
      share: shareOf(row.plays, row.plays_meanwhile),
      half_life_days: row.half_life_days,
    }));
  }
}

/** A page of all obsessions: see `obsessionPage`. */
export function readObsessions(
  { lens, rows }: LensReader,
  { of, ...parameters }: { of: ObsessionKind; min_plays: number; limit: number; offset: number },
): Promise<ObsessionRow[]> {
  return rows<ObsessionRow>(obsessionPage(of, lens.measure), parameters);
}
