import { Injectable } from '@nestjs/common';
import { CatalogueService } from '../catalogue/catalogue.service';
import type { Period } from '../common/periods';
import type { TopQuery } from './analytics.dto';
import { AnswerCache } from './answer-cache.service';
import type { AnalyticsSnapshot } from './figures/snapshot';
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
    private readonly answers: AnswerCache,
    private readonly snapshots: SnapshotReader,
    private readonly catalogue: CatalogueService,
  ) {}

  tracks(userId: string, query: TopQuery): Promise<TopTracksResponse> {
    return this.listOf(userId, query, 'top_tracks', async (items) => {
      const known = await this.catalogue.findTracks(items.map(({ platform_id }) => platform_id));
      return items.map((item) => toTopTrack(item, known.get(item.platform_id)));
    });
  }

  artists(userId: string, query: TopQuery): Promise<TopArtistsResponse> {
    return this.listOf(userId, query, 'top_artists', async (items) => {
      const known = await this.catalogue.findArtistsByName(items.map(({ name }) => name));
      return items.map((item) => toTopArtist(item, known.get(item.name)));
    });
  }

  albums(userId: string, query: TopQuery): Promise<TopAlbumsResponse> {
    return this.listOf(userId, query, 'top_albums', async (items) => {
      const named = items.map((item) => ({ item, name: item.name, artist: item.artist_name }));
      const known = await this.catalogue.findAlbums(named);
      return named.map((album) => toTopAlbum(album.item, known.get(album)));
    });
  }

  /** @param join what the catalogue knows of entries is added to them */
  private listOf<List extends 'top_tracks' | 'top_artists' | 'top_albums', Item extends object>(
    userId: string,
    { period, limit }: TopQuery,
    list: List,
    join: (entries: AnalyticsSnapshot[List]) => Promise<Item[]>,
  ): Promise<{ items: Item[]; period: Period; total: number }> {
    return this.answers.answer(userId, `${limit} ${list} of ${period}`, async () => {
      const snapshot = await this.snapshots.topListOf(userId, period, list);
      const entries: AnalyticsSnapshot[List] = snapshot[list];
      const items = await join(entries.slice(0, limit) as AnalyticsSnapshot[List]);
      return { answer: { items, period, total: entries.length }, of: snapshot };
    });
  }
}
