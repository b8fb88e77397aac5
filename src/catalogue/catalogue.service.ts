import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { NotFound } from '../common/errors/errors';
import { matchKey } from '../common/text';
import { Album, type AlbumFacts } from './album.schema';
import { Artist } from './artist.schema';
import { type ArtistResponse, toArtistResponse, toTrackResponse, type TrackResponse } from './catalogue.dto';
import type { AlbumTrack, AudioFeatures } from './catalogue.types';
import { isNameId } from './name-id';
import { Track } from './track.schema';

/** An album by its own and its primary artist's name. */
export interface AlbumName {
  name: string;
  artist: string;
}

/** What the platform shows of a track. */
export interface TrackCover {
  album: { image_url: string } | null;
  duration_ms: number;
}

/** Looks up tracks, artists and albums. */
@Injectable()
export class CatalogueService {
  constructor(
    @InjectModel(Track.name) private readonly tracks: Model<Track>,
    @InjectModel(Artist.name) private readonly artists: Model<Artist>,
    @InjectModel(Album.name) private readonly albums: Model<Album>,
  ) {}

  /** @throws NotFound for an id that nobody has played or fetched */
  async getTrack(platformId: string): Promise<TrackResponse> {
    const track = await this.findTrack(platformId);
    if (track === null) throw new NotFound('There is no track with this id');
    return toTrackResponse(track);
  }

  /** @throws NotFound for an id that nobody has played or fetched */
  async getArtist(platformId: string): Promise<ArtistResponse> {
    const artist = await this.findArtist(platformId);
    if (artist === null) throw new NotFound('There is no artist with this id');
    return toArtistResponse(artist);
  }

  findTrack(platformId: string): Promise<Track | null> {
    return this.resolve(platformId, (id) => this.tracks.findOne({ platform_id: id }).lean<Track>());
  }

  findArtist(platformId: string): Promise<Artist | null> {
    return this.resolve(platformId, (id) => this.artists.findOne({ platform_id: id }).lean<Artist>());
  }

  findAlbum(platformId: string): Promise<AlbumFacts | null> {
    return this.resolve(platformId, (id) =>
      this.albums.findOne({ platform_id: id }).select({ tracks: 0 }).lean<AlbumFacts>(),
    );
  }

  /** Those of the tracks that are known, by platform id. */
  async findTracks(platformIds: readonly string[]): Promise<Map<string, Track>> {
    const tracks = await this.tracks.find({ platform_id: { $in: platformIds } }).lean<Track[]>();
    return new Map(tracks.map((track) => [track.platform_id, track]));
  }

  /** What plays of these tracks can show: those of the tracks that the platform has told of, by platform id. */
  async findCovers(platformIds: readonly string[]): Promise<Map<string, TrackCover>> {
    const tracks = await this.tracks
      .find({ platform_id: { $in: platformIds } })
      .select({ _id: 0, platform_id: 1, 'album.image_url': 1, duration_ms: 1 })
      .lean<(TrackCover & { platform_id: string })[]>();
    return new Map(tracks.map((track) => [track.platform_id, track]));
  }

  /** The names of the primary artists of those of the tracks that are known, by platform id. */
  async findPrimaryArtists(platformIds: readonly string[]): Promise<Map<string, string>> {
    const tracks = await this.tracks
      .find({ platform_id: { $in: platformIds } })
      .select({ _id: 0, platform_id: 1, artists: { $slice: 1 } })
      .lean<Pick<Track, 'platform_id' | 'artists'>[]>();
    return new Map(tracks.map(({ platform_id, artists }) => [platform_id, artists[0]?.name ?? '']));
  }

  /** The audio features of those of the tracks of which they are known, by platform id. */
  async findAudioFeatures(platformIds: readonly string[]): Promise<Map<string, AudioFeatures>> {
    const tracks = await this.tracks
      .find({ platform_id: { $in: platformIds }, audio_features: { $ne: null } })
      .select({ _id: 0, platform_id: 1, audio_features: 1 })
      .lean<{ platform_id: string; audio_features: AudioFeatures }[]>();
    return new Map(tracks.map(({ platform_id, audio_features }) => [platform_id, audio_features]));
  }

  /** The tracks of those of the albums of which all tracks are known, by the album's platform id. */
  async findAlbumTracks(platformIds: readonly string[]): Promise<Map<string, AlbumTrack[]>> {
    const albums = await this.albums
      .find({ platform_id: { $in: platformIds }, 'tracks.0': { $exists: true } })
      .select({ _id: 0, platform_id: 1, total_tracks: 1, tracks: 1 })
      .lean<Pick<Album, 'platform_id' | 'total_tracks' | 'tracks'>[]>();
    return new Map(albums.filter(isWhole).map(({ platform_id, tracks }) => [platform_id, tracks]));
  }

  /** Those of the artists that are known, by the name asked for. Of several with one name, one that the platform has told. */
  async findArtistsByName(names: readonly string[]): Promise<Map<string, Artist>> {
    const artists = await this.artists.find({ name_key: { $in: names.map(matchKey) } }).lean<Artist[]>();
    const byKey = new Map(toldLast(artists).map((artist) => [artist.name_key, artist]));
    return pick(names, (name) => byKey.get(matchKey(name)));
  }

  /** Those of the albums that are known, by the entry asked for. Of several with one name, one that the platform has told. */
  async findAlbums(albums: readonly AlbumName[]): Promise<Map<AlbumName, AlbumFacts>> {
    if (albums.length === 0) return new Map();
    // By both names: many artists have an album of greatest hits. One of them may be found under the name of another's
    // album, and is passed over; to ask for each pair by itself takes several times as long.
    const name_key = { $in: [...new Set(albums.map(({ name }) => matchKey(name)))] };
    const artist_key = { $in: [...new Set(albums.map(({ artist }) => matchKey(artist)))] };
    const found = await this.albums.find({ name_key, artist_key }).select({ tracks: 0 }).lean<AlbumFacts[]>();
    const byKeys = new Map(toldLast(found).map((album) => [`${album.artist_key}\n${album.name_key}`, album]));
    return pick(albums, ({ name, artist }) => byKeys.get(`${matchKey(artist)}\n${matchKey(name)}`));
  }

  /** A record, or the one that it stands for. */
  private async resolve<T extends { same_as?: string | null }>(
    platformId: string,
    find: (platformId: string) => Promise<T | null>,
  ): Promise<T | null> {
    const record = await find(platformId);
    return typeof record?.same_as === 'string' ? ((await find(record.same_as)) ?? record) : record;
  }
}

/**
 * What the platform has told comes last, so that it replaces stubs of the same name in a map; those that the platform is
 * still to be asked for come before those made of names; of two alike the better known comes later.
 */
function toldLast<T extends Pick<Artist, 'stub' | 'platform_id' | 'popularity'>>(records: readonly T[]): T[] {
  const rank = ({ stub, platform_id }: T): number => (stub ? (isNameId(platform_id) ? 0 : 1) : 2);
  return [...records].sort((a, b) => rank(a) - rank(b) || a.popularity - b.popularity);
}

function isWhole({ total_tracks, tracks }: Pick<Album, 'total_tracks' | 'tracks'>): boolean {
  return new Set(tracks.map(({ platform_id }) => platform_id)).size === total_tracks && tracks.length === total_tracks;
}

function pick<K, V>(asked: readonly K[], find: (key: K) => V | undefined): Map<K, V> {
  const found = new Map<K, V>();
  for (const key of asked) {
    const value = find(key);
    if (value !== undefined) found.set(key, value);
  }
  return found;
}
