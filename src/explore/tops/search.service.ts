import { Injectable } from '@nestjs/common';
import { Explorer } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { toLensResponse } from '../lens/lens.dto';
import { LensQuery } from '../lens/lens.query';
import type { ItemRow } from '../sql/items';
import type { FoundItemsResponse, SearchResponse } from './search.dto';
import type { SearchQuery } from './search.query';
import { SEARCHED_KINDS, type SearchedKind, searchSql } from './search.sql';

type FoundRow = ItemRow & { kind: SearchedKind; plays: number; ms: number; last_at: Date; total: number };

/** Finds items by words of their names. */
@Injectable()
export class SearchService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
  ) {}

  async search(userId: string, query: SearchQuery): Promise<SearchResponse> {
    const { q, of = SEARCHED_KINDS, limit } = query;
    const search = searchSql(
      q,
      SEARCHED_KINDS.filter((kind) => of.includes(kind)),
    );
    const withoutWords = Object.assign(new LensQuery(), query, { q: undefined });
    const { lens, found } = await this.explorer.read(userId, withoutWords, async ({ lens, rows }) => ({
      lens,
      found: search === null ? [] : await rows<FoundRow>(search.sql, { ...search.parameters, limit }),
    }));
    const ofKind = (kind: SearchedKind): Promise<FoundItemsResponse> =>
      this.foundItems(
        kind,
        found.filter((row) => row.kind === kind),
      );
    const [artists, albums, tracks] = await Promise.all([ofKind('artists'), ofKind('albums'), ofKind('tracks')]);
    return { lens: toLensResponse(lens), query: q, artists, albums, tracks };
  }

  private async foundItems(kind: SearchedKind, rows: readonly FoundRow[]): Promise<FoundItemsResponse> {
    const items = await this.images.withItems(kind, rows);
    return {
      items: items.map(({ row, item }) => ({
        ...item,
        play_count: row.plays,
        total_ms: row.ms,
        last_played_at: row.last_at,
      })),
      total: rows[0]?.total ?? 0,
    };
  }
}
