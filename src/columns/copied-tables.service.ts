import { Injectable } from '@nestjs/common';
import { CatalogueIdentities } from '../catalogue/catalogue-identities.service';
import type { ToldKind } from '../catalogue/catalogue-revisions.service';
import { CatalogueService } from '../catalogue/catalogue.service';
import type { AlbumTrack, ArtistReference } from '../catalogue/catalogue.types';
import { isPlatformId } from '../catalogue/name-id';
import { isBlank, matchKey, normaliseName, searchText } from '../common/text';
import { unique } from '../common/unique';
import { FEATURES } from './column-tables';

export type Fact = string | number | string[] | number[] | null;

/** A table of a user's file that is copied from the catalogue. Its first column is the key. */
export interface CopiedTable {
  table: Exclude<ToldKind, 'covers'>;
  key: string;
  /** Of the other columns. */
  types: ('text' | 'number' | 'texts' | 'numbers')[];
  /** Selects the keys of all rows that there have to be. */
  wanted: string;
  /** Says of a row that the catalogue may know more, or otherwise, by now. */
  isIncomplete: string;
  /** What the catalogue knows, for each of the keys. */
  ask: (keys: readonly string[]) => Promise<Fact[][]>;
}

/** It knows nothing of ids that are made of names. */
const TRACKS = `SELECT DISTINCT track_id FROM recordings WHERE track_id <> '' AND NOT starts_with(track_id, 'name:')`;

const ARTISTS = `
SELECT DISTINCT artist FROM items WHERE artist IS NOT NULL
UNION SELECT unnest(credits) AS artist FROM identities`;

const ALBUMS = `SELECT DISTINCT album FROM items WHERE starts_with(album, 'id ')`;

const ID = 'id ';
const NAME = 'name ';

/** The tables that are copied from the catalogue, in the order in which they follow from one another. */
@Injectable()
export class CopiedTables {
  readonly all: readonly CopiedTable[];

  constructor(
    private readonly catalogue: CatalogueService,
    private readonly identities: CatalogueIdentities,
  ) {
    const ofTracks = { key: 'track_id', wanted: TRACKS };
    this.all = [
      {
        ...ofTracks,
        table: 'identities',
        types: [...Array.from({ length: 8 }, () => 'text' as const), 'texts'],
        isIncomplete: 'artist_id IS NULL OR album_id IS NULL',
        ask: (trackIds) => this.identitiesOf(trackIds),
      },
      {
        ...ofTracks,
        table: 'features',
        types: FEATURES.map(() => 'number'),
        isIncomplete: `${FEATURES[0]} IS NULL`,
        ask: (trackIds) => this.featuresOf(trackIds),
      },
      {
        table: 'artists',
        key: 'artist',
        types: ['text', 'text', 'texts'],
        wanted: ARTISTS,
        // Genres can be others at any time.
        isIncomplete: 'TRUE',
        ask: (artists) => this.factsOf(artists),
      },
      {
        table: 'album_lists',
        key: 'album',
        types: ['texts', 'texts', 'numbers'],
        wanted: ALBUMS,
        isIncomplete: 'track_ids IS NULL',
        ask: (albums) => this.listsOf(albums),
      },
    ];
  }

  private async identitiesOf(trackIds: readonly string[]): Promise<Fact[][]> {
    const known = await this.identities.ofTracks(trackIds);
    return trackIds.map((id) => {
      const { artists = [], album } = known.get(id) ?? {};
      return [...itemOf(artists[0]), ...itemOf(album), creditsOf(artists)];
    });
  }

  private async featuresOf(trackIds: readonly string[]): Promise<Fact[][]> {
    const known = await this.catalogue.findAudioFeatures(trackIds);
    return trackIds.map((id) => FEATURES.map((feature) => known.get(id)?.[feature] ?? null));
  }

  private async listsOf(albums: readonly string[]): Promise<Fact[][]> {
    const known = await this.catalogue.findAlbumTracks(albums.map((album) => album.slice(ID.length)));
    return albums.map((album) => {
      const tracks = inOrder(known.get(album.slice(ID.length)) ?? []);
      if (tracks.length === 0) return [null, null, null];
      return [
        tracks.map(({ platform_id }) => platform_id),
        tracks.map(({ name }) => normaliseName(name)),
        tracks.map(({ duration_ms }) => duration_ms),
      ];
    });
  }

  private async factsOf(artists: readonly string[]): Promise<Fact[][]> {
    const asked = artists.map((artist) =>
      artist.startsWith(ID) ? { id: artist.slice(ID.length), name: '' } : { id: '', name: artist.slice(NAME.length) },
    );
    const known = await this.identities.findArtistFacts(asked);
    return asked.map((each) => {
      const { name = '', genres = [] } = known.get(each) ?? {};
      return [normaliseName(name), searchText(name), unique(genres)];
    });
  }
}

/** The id, the name and its keys of a track's artist or album; where the platform has no id, as of local files, none is known. */
function itemOf(item: ArtistReference | null | undefined): Fact[] {
  if (!item || !isPlatformId(item.platform_id)) return [null, null, null, null];
  const name = normaliseName(item.name);
  return [item.platform_id, name, matchKey(name), searchText(name)];
}

/** Who has no name is no artist. */
function creditsOf(artists: readonly ArtistReference[]): string[] {
  const named = artists.filter(({ platform_id, name }) => isPlatformId(platform_id) && !isBlank(name));
  return unique(named.map(({ platform_id }) => `${ID}${platform_id}`));
}

function inOrder(tracks: readonly AlbumTrack[]): AlbumTrack[] {
  return [...tracks].sort((a, b) => a.disc_number - b.disc_number || a.track_number - b.track_number);
}
