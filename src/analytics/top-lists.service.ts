import { Injectable } from '@nestjs/common';
import { CatalogueService } from '../catalogue/catalogue.service';
import type { TopQuery } from './analytics.dto';
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
    private readonly snapshots: SnapshotReader,
    private readonly catalogue: CatalogueService,
  ) {}

  async tracks(userId: string, { period, limit }: TopQuery): Promise<TopTracksResponse> {
    const top = await this.snapshots.topListOf(userId, period, 'top_tracks');
    const shown = top.slice(0, limit);
    const known = await this.catalogue.findTracks(shown.map(({ platform_id }) => platform_id));
    const items = shown.map((item) => toTopTrack(item, known.get(item.platform_id)));
    return { items, period, total: top.length };
  }

  async artists(userId: string, { period, limit }: TopQuery): Promise<TopArtistsResponse> {
    const top = await this.snapshots.topListOf(userId, period, 'top_artists');
    const shown = top.slice(0, limit);
    const known = await this.catalogue.findArtistsByName(shown.map(({ name }) => name));
    const items = shown.map((item) => toTopArtist(item, known.get(item.name)));
    return { items, period, total: top.length };
  }

  async albums(userId: string, { period, limit }: TopQuery): Promise<TopAlbumsResponse> {
    const top = await this.snapshots.topListOf(userId, period, 'top_albums');
    const shown = top.slice(0, limit).map((item) => ({ item, name: item.name, artist: item.artist_name }));
    const known = await this.catalogue.findAlbums(shown);
    const items = shown.map((album) => toTopAlbum(album.item, known.get(album)));
    return { items, period, total: top.length };
  }
}
