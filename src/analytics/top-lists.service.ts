import { Injectable } from '@nestjs/common';
import { CatalogueIdentities } from '../catalogue/catalogue-identities.service';
import { CatalogueService } from '../catalogue/catalogue.service';
import type { Period } from '../common/periods';
import type { TopQuery } from './analytics.dto';
import type { AnalyticsSnapshot } from './figures/snapshot';
import { KeptResponses } from './snapshots/kept-responses.service';
import { SnapshotReader } from './snapshots/snapshot-reader.service';
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
    private readonly kept: KeptResponses,
    private readonly snapshots: SnapshotReader,
    private readonly catalogue: CatalogueService,
    private readonly identities: CatalogueIdentities,
  ) {}

  tracks(userId: string, query: TopQuery): Promise<TopTracksResponse> {
    return this.listOf(userId, query, 'top_tracks', 'unique_tracks', async (items) => {
      const known = await this.catalogue.findTracks(items.map(({ platform_id }) => platform_id));
      return items.map((item) => toTopTrack(item, known.get(item.platform_id)));
    });
  }

  artists(userId: string, query: TopQuery): Promise<TopArtistsResponse> {
    return this.listOf(userId, query, 'top_artists', 'unique_artists', async (items) => {
      const asked = items.map((item) => ({ id: item.platform_id, name: item.name, item }));
      const known = await this.identities.findArtists(asked);
      return asked.map((artist) => toTopArtist(artist.item, known.get(artist)));
    });
  }

  albums(userId: string, query: TopQuery): Promise<TopAlbumsResponse> {
    return this.listOf(userId, query, 'top_albums', 'unique_albums', async (items) => {
      const asked = items.map((item) => ({
        id: item.platform_id,
        name: item.name,
        artist: item.artist_name,
        item,
      }));
      const known = await this.identities.findAlbums(asked);
      return asked.map((album) => toTopAlbum(album.item, known.get(album)));
    });
  }

  /**
   * @param total the field that says how many different items there are, of which the list has the first
   * @param join what the catalogue knows of entries is added to them
   */
  private listOf<List extends 'top_tracks' | 'top_artists' | 'top_albums', Item extends object>(
    userId: string,
    { period, limit }: TopQuery,
    list: List,
    total: 'unique_tracks' | 'unique_artists' | 'unique_albums',
    join: (entries: AnalyticsSnapshot[List]) => Promise<Item[]>,
  ): Promise<{ items: Item[]; period: Period; total: number }> {
    return this.kept.respond(userId, `${limit} ${list} of ${period}`, async () => {
      const snapshot = await this.snapshots.partsOf(userId, period, [list, total]);
      const items = await join(snapshot[list].slice(0, limit) as AnalyticsSnapshot[List]);
      return { items, period, total: snapshot[total] };
    });
  }
}
