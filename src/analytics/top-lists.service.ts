import { Injectable } from '@nestjs/common';
import { CatalogueService } from '../catalogue/catalogue.service';
import type { Period } from '../common/periods';
import type { TopQuery } from './analytics.dto';
import type { AnalyticsSnapshot } from './figures/snapshot';
import { SnapshotReader } from './snapshots/snapshot-reader.service';
import { TopListStore } from './snapshots/top-list-store.service';
import type { TopListName } from './snapshots/top-list.schema';
import {
  toTopAlbum,
  toTopArtist,
  toTopTrack,
  type TopAlbumsResponse,
  type TopArtistsResponse,
  type TopTracksResponse,
} from './top-lists.dto';

/** The top lists of a period, with what the catalogue knows of their entries. */
@Injectable()
export class TopListsService {
  constructor(
    private readonly kept: TopListStore,
    private readonly snapshots: SnapshotReader,
    private readonly catalogue: CatalogueService,
  ) {}

  tracks(userId: string, query: TopQuery): Promise<TopTracksResponse> {
    return this.listOf(userId, query, 'tracks', async ({ top_tracks }) => {
      const known = await this.catalogue.findTracks(top_tracks.map(({ platform_id }) => platform_id));
      return top_tracks.map((item) => toTopTrack(item, known.get(item.platform_id)));
    });
  }

  artists(userId: string, query: TopQuery): Promise<TopArtistsResponse> {
    return this.listOf(userId, query, 'artists', async ({ top_artists }) => {
      const known = await this.catalogue.findArtistsByName(top_artists.map(({ name }) => name));
      return top_artists.map((item) => toTopArtist(item, known.get(item.name)));
    });
  }

  albums(userId: string, query: TopQuery): Promise<TopAlbumsResponse> {
    return this.listOf(userId, query, 'albums', async ({ top_albums }) => {
      const named = top_albums.map((item) => ({ item, name: item.name, artist: item.artist_name }));
      const known = await this.catalogue.findAlbums(named);
      return named.map((album) => toTopAlbum(album.item, known.get(album)));
    });
  }

  private async listOf<Item extends object>(
    userId: string,
    { period, limit }: TopQuery,
    list: TopListName,
    join: (snapshot: AnalyticsSnapshot) => Promise<Item[]>,
  ): Promise<{ items: Item[]; period: Period; total: number }> {
    const kept = await this.kept.find<Item>(userId, period, list, limit);
    if (kept !== null) return { items: kept.items, period, total: kept.total };
    const snapshot = await this.snapshots.snapshotOf(userId, period);
    const items = await join(snapshot);
    await this.kept.keep(snapshot, list, items);
    return { items: items.slice(0, limit), period, total: items.length };
  }
}
