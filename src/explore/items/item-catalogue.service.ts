import { Injectable } from '@nestjs/common';
import { type AlbumResponse, toAlbumResponse, toArtistResponse, toTrackResponse } from '../../catalogue/catalogue.dto';
import type { ArtistResponse, TrackResponse } from '../../catalogue/catalogue.dto';
import { CatalogueIdentities } from '../../catalogue/catalogue-identities.service';
import { CatalogueService } from '../../catalogue/catalogue.service';
import { type ArtistReference, imageUrlOf } from '../../catalogue/catalogue.types';
import type { Item } from '../item.dto';
import type { PagedKind } from './items.sql';

const NOTHING = { artist_id: '', artist_name: '', album_id: '', album_name: '' };

/** What the catalogue knows of an item. */
export interface CatalogueObjects {
  artists: ArtistResponse;
  albums: AlbumResponse;
  tracks: TrackResponse;
}

/** Looks items up in the catalogue. */
@Injectable()
export class ItemCatalogue {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly identities: CatalogueIdentities,
  ) {}

  /** The item of an id, as the catalogue names it; null if it knows none. */
  async findItem(kind: PagedKind, id: string): Promise<Item | null> {
    if (kind === 'artists') {
      const artist = await this.catalogue.findArtist(id);
      return artist && { id: artist.platform_id, name: artist.name, ...NOTHING, image_url: imageUrlOf(artist) };
    }
    if (kind === 'albums') {
      const album = await this.catalogue.findAlbum(id);
      return album && { id: album.platform_id, name: album.name, ...ofArtists(album), image_url: imageUrlOf(album) };
    }
    const track = await this.catalogue.findTrack(id);
    return (
      track && {
        ...{ id: track.platform_id, name: track.name, ...ofArtists(track) },
        ...{ album_id: track.album?.platform_id ?? '', album_name: track.album?.name ?? '' },
        image_url: track.album?.image_url ?? '',
      }
    );
  }

  /** What the contract shows of an item; null if the catalogue has no record of it. */
  async find<Kind extends PagedKind>(kind: Kind, item: Item): Promise<CatalogueObjects[Kind] | null>;
  async find(kind: PagedKind, item: Item): Promise<CatalogueObjects[PagedKind] | null> {
    if (kind === 'artists') {
      const artist = await this.catalogue.findArtist(item.id);
      return artist && toArtistResponse(artist);
    }
    if (kind === 'tracks') {
      const track = await this.catalogue.findTrack(item.id);
      return track && toTrackResponse(track);
    }
    const asked = { id: item.id, name: item.name, artist: item.artist_name };
    const album = (await this.identities.findAlbums([asked])).get(asked);
    return album === undefined ? null : toAlbumResponse({ ...item, platform_id: item.id }, album);
  }
}

/** Whose something is, by its primary artist. */
function ofArtists({ artists: [artist] }: { artists: readonly ArtistReference[] }): typeof NOTHING {
  return { ...NOTHING, artist_id: artist?.platform_id ?? '', artist_name: artist?.name ?? '' };
}
