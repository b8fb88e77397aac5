import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { matchKey } from '../common/text';
import { unique } from '../common/unique';
import { Album, type AlbumFacts } from './album.schema';
import { Artist } from './artist.schema';
import type { AlbumReference, ArtistReference } from './catalogue.types';
import { isPlatformId } from './name-id';
import { onlyOnes } from './only-ones';
import { Track } from './track.schema';

/** An artist as figures know it. */
export interface AskedArtist {
  /** The platform's; empty, or made of the name, where that is not known. */
  id: string;
  name: string;
}

/** An album likewise. */
export interface AskedAlbum extends AskedArtist {
  /** The name of its primary artist. */
  artist: string;
}

/** What the platform has reported of a track's artists, the primary one first, and of its album; null if there is none. */
export interface ToldIdentity {
  artists: readonly ArtistReference[];
  album: Pick<AlbumReference, 'platform_id' | 'name'> | null;
}

/** What figures show of an artist. */
export type ArtistFacts = Pick<Artist, 'platform_id' | 'name' | 'name_key' | 'genres' | 'images'>;
const ARTIST_FACTS = { _id: 0, platform_id: 1, name: 1, name_key: 1, genres: 1, images: 1 } as const;

/** More than the artists of any list: they come in one round trip. */
const ONE_BATCH = 1_000;

const IDENTITY = {
  _id: 0,
  platform_id: 1,
  'artists.platform_id': 1,
  'artists.name': 1,
  'album.platform_id': 1,
  'album.name': 1,
};

/** Tells whose the tracks are, and finds artists and albums by what they are known by: an id, or else their names. */
@Injectable()
export class CatalogueIdentities {
  constructor(
    @InjectModel(Track.name) private readonly tracks: Model<Track>,
    @InjectModel(Artist.name) private readonly artists: Model<Artist>,
    @InjectModel(Album.name) private readonly albums: Model<Album>,
  ) {}

  /** Those of the tracks of which the platform has told, by platform id. */
  async ofTracks(platformIds: readonly string[]): Promise<Map<string, ToldIdentity>> {
    const tracks = await this.tracks
      .find({ platform_id: { $in: platformIds }, stub: false })
      .select(IDENTITY)
      // A field of an album that is null is read as no album at all.
      .lean<({ platform_id: string } & Partial<Pick<Track, 'artists' | 'album'>>)[]>();
    return new Map(tracks.map(({ platform_id, artists = [], album = null }) => [platform_id, { artists, album }]));
  }

  /** Those of the artists that are known, by the entry asked for. */
  findArtists<Asked extends AskedArtist>(asked: readonly Asked[]): Promise<Map<Asked, Artist>> {
    return this.artistsOf<Asked, Artist>(asked, {});
  }

  /** The same, and no more of each than its genres and pictures: figures ask for thousands. */
  findArtistFacts<Asked extends AskedArtist>(asked: readonly Asked[]): Promise<Map<Asked, ArtistFacts>> {
    return this.artistsOf<Asked, ArtistFacts>(asked, ARTIST_FACTS);
  }

  private async artistsOf<Asked extends AskedArtist, Known extends Pick<Artist, 'platform_id' | 'name_key'>>(
    asked: readonly Asked[],
    fields: Record<string, 0 | 1>,
  ): Promise<Map<Asked, Known>> {
    const find = (filter: QueryFilter<Artist>): Promise<Known[]> =>
      this.artists.find(filter).select(fields).batchSize(ONE_BATCH).lean<Known[]>().exec();
    const { ids, named } = split(asked);
    const name_key = { $in: unique(named.map(({ name }) => matchKey(name))) };
    const [byId, byName] = await Promise.all([
      ids.length === 0 ? [] : find({ platform_id: { $in: ids } }),
      named.length === 0 ? [] : find({ name_key }),
    ]);
    const only = onlyOnes(byName, (artist) => artist.name_key);
    return pick(asked, byId, ({ name }) => only.get(matchKey(name)));
  }

  /** Those of the albums that are known, by the entry asked for. */
  async findAlbums<Asked extends AskedAlbum>(asked: readonly Asked[]): Promise<Map<Asked, AlbumFacts>> {
    const { ids, named } = split(asked);
    // By both names: many artists have an album of greatest hits. One of them may be found under the name of another's
    // album, and is passed over; to ask for each pair by itself takes several times as long.
    const name_key = { $in: unique(named.map(({ name }) => matchKey(name))) };
    const artist_key = { $in: unique(named.map(({ artist }) => matchKey(artist))) };
    const find = (filter: QueryFilter<Album>): Promise<AlbumFacts[]> =>
      this.albums.find(filter).select({ tracks: 0 }).lean<AlbumFacts[]>().exec();
    const [byId, byName] = await Promise.all([
      ids.length === 0 ? [] : find({ platform_id: { $in: ids } }),
      named.length === 0 ? [] : find({ name_key, artist_key }),
    ]);
    const only = onlyOnes(byName, (album) => albumKey(album.name_key, album.artist_key));
    return pick(asked, byId, ({ name, artist }) => only.get(albumKey(matchKey(name), matchKey(artist))));
  }
}

function split<Asked extends AskedArtist>(asked: readonly Asked[]): { ids: string[]; named: Asked[] } {
  const ids = asked.map(({ id }) => id).filter(isPlatformId);
  return { ids: unique(ids), named: asked.filter(({ id }) => !isPlatformId(id)) };
}

function pick<Asked extends AskedArtist, Known extends { platform_id: string }>(
  asked: readonly Asked[],
  withId: readonly Known[],
  findByName: (asked: Asked) => Known | undefined,
): Map<Asked, Known> {
  const byId = new Map(withId.map((record) => [record.platform_id, record]));
  const found = new Map<Asked, Known>();
  for (const each of asked) {
    const record = isPlatformId(each.id) ? byId.get(each.id) : findByName(each);
    if (record !== undefined) found.set(each, record);
  }
  return found;
}

function albumKey(name: string, artist: string): string {
  return `${artist}\n${name}`;
}
