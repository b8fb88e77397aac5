import { Injectable } from '@nestjs/common';
import { NotFound } from '../../common/errors/errors';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { toLensResponse } from '../lens/lens.dto';
import type { ItemKind, ItemRow } from '../sql/items';
import { type CatalogueObjects, ItemCatalogue } from './item-catalogue.service';
import { readItemPage, type RankedRow } from './item-page';
import type { ItemPageResponse, RankedItemResponse } from './items.dto';
import type { ItemQuery } from './items.query';
import { carriedIds, type PagedKind, rankedItem } from './items.sql';
import { readNeighbours, type Neighbour } from './neighbours';

/** An id that plays of an item carry. */
interface CarriedId extends Record<string, unknown> {
  item: string;
  id: string;
  name: string;
  /** Numbers of recordings, as JSON. */
  recordings: string;
}

type RankedItem = ItemRow & {
  rank: number | null;
  rank_all_time: number | null;
  all_plays: number;
  all_ms: number;
};

/** Everything about one item. */
@Injectable()
export class ItemsService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
    private readonly catalogue: ItemCatalogue,
  ) {}

  /** @throws NotFound for an id that neither the user's plays nor the catalogue know */
  async page<Kind extends PagedKind>(
    userId: string,
    kind: Kind,
    id: string,
    query: ItemQuery,
  ): Promise<ItemPageResponse & { catalogue: CatalogueObjects[Kind] | null }> {
    const known = await this.catalogue.findItem(kind, id);
    const { lens, shown, carried, page, neighbours } = await this.explorer.read(userId, query, async (reader) => {
      const ids = await readCarriedIds(reader, kind, known === null ? [id] : [id, known.id]);
      if (known === null && ids.length === 0) throw new NotFound(`There is no ${kind.slice(0, -1)} with this id`);
      const { item = '' } = ids[0] ?? {};
      const recordings = ids.flatMap((each) => JSON.parse(each.recordings) as number[]);
      const [ranked] = await reader.rows<RankedItem>(rankedItem(kind, reader.lens.measure), { item });
      // An item that is in no play needs none of them.
      const all = { plays: ranked?.all_plays ?? 0, ms: ranked?.all_ms ?? 0 };
      return {
        lens: reader.lens,
        shown: ranked,
        carried: ids,
        page: await readItemPage(reader, { kind, recordings, step: query.step, all }),
        neighbours: await readNeighbours(reader, kind, item, all.plays),
      };
    });
    const [played] = shown === undefined ? [] : await this.images.withItems(kind, [shown]);
    const item = played?.item ?? known;
    if (item === null) throw new NotFound(`There is no ${kind.slice(0, -1)} with this id`);
    return {
      lens: toLensResponse(lens),
      ...item,
      catalogue: await this.catalogue.find(kind, item),
      rank: shown?.rank ?? null,
      rank_all_time: shown?.rank_all_time ?? null,
      ...page,
      top_tracks: await this.toRanked('tracks', page.top_tracks),
      top_albums: await this.toRanked('albums', page.top_albums),
      before: await this.toNeighbours(kind, neighbours.before),
      after: await this.toNeighbours(kind, neighbours.after),
      merged: carried.filter((each) => each.id !== item.id).map(({ id: other, name }) => ({ id: other, name })),
    };
  }

  private async toRanked(kind: ItemKind, rows: readonly RankedRow[]): Promise<RankedItemResponse[]> {
    return (await this.images.withItems(kind, rows)).map(({ row, item }, index) => ({
      rank: index + 1,
      ...item,
      play_count: row.plays,
      total_ms: row.ms,
    }));
  }

  private async toNeighbours(kind: ItemKind, rows: readonly Neighbour[]) {
    return (await this.images.withItems(kind, rows)).map(({ row: { count, share, chance, lift }, item }) => ({
      ...item,
      ...{ count, share, chance, lift },
    }));
  }
}

/** The ids of the item that the first of some ids finds which finds any. */
async function readCarriedIds(reader: LensReader, kind: PagedKind, ids: readonly string[]): Promise<CarriedId[]> {
  for (const id of ids) {
    const carried = await reader.rows<CarriedId>(carriedIds(kind), { id });
    if (carried.length > 0) return carried;
  }
  return [];
}
