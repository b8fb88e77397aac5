import { Injectable } from '@nestjs/common';
import { CatalogueIdentities } from '../catalogue/catalogue-identities.service';
import { CatalogueService } from '../catalogue/catalogue.service';
import { imageUrlOf } from '../catalogue/catalogue.types';
import { type Counts, countsOf } from './counts';
import type { Item } from './item.dto';
import type { ItemKind, ItemRow } from './sql/items';

/** An item as responses show it where it is counted. */
export type CountedItem = Item & ReturnType<typeof countsOf>;

/** The best item of a bucket, with what is counted of it there. */
export type BucketItem = ItemRow & Counts & { bucket: string | number };

/** Adds the pictures that the catalogue has of items. */
@Injectable()
export class ItemImages {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly identities: CatalogueIdentities,
  ) {}

  /** Rows with the items that they are of, which have their pictures, in their order. */
  async withItems<R extends ItemRow>(kind: ItemKind, rows: readonly R[]): Promise<{ row: R; item: Item }[]> {
    const images = await this.imagesOf(kind, rows);
    return rows.map((row, index) => ({ row, item: toItem(row, images[index] ?? '') }));
  }

  /** Counted items as responses show them, by their rows. */
  async countedItems<R extends ItemRow & Counts>(kind: ItemKind, rows: readonly R[]): Promise<Map<R, CountedItem>> {
    const items = await this.withItems(kind, rows);
    return new Map(items.map(({ row, item }) => [row, { ...item, ...countsOf(row) }]));
  }

  /** The same by the buckets whose best they are. */
  async itemsByBucket(kind: ItemKind, best: readonly BucketItem[]): Promise<Map<string | number, CountedItem>> {
    const items = await this.countedItems(kind, best);
    return new Map(Array.from(items, ([{ bucket }, item]) => [bucket, item]));
  }

  private async imagesOf(kind: ItemKind, rows: readonly ItemRow[]): Promise<string[]> {
    if (kind === 'genres' || rows.length === 0) return [];
    if (kind === 'tracks') {
      const covers = await this.catalogue.findCovers(rows.map(({ id }) => id));
      return rows.map(({ id }) => covers.get(id)?.album?.image_url ?? '');
    }
    const asked = rows.map(({ id, name, artist_name }) => ({ id, name, artist: artist_name }));
    const known =
      kind === 'artists' ? await this.identities.findArtistFacts(asked) : await this.identities.findAlbums(asked);
    return asked.map((each) => {
      const record = known.get(each);
      return record === undefined ? '' : imageUrlOf(record);
    });
  }
}

function toItem({ id, name, artist_id, artist_name, album_id, album_name }: ItemRow, image: string): Item {
  return { id, name, artist_id, artist_name, album_id, album_name, image_url: image };
}
