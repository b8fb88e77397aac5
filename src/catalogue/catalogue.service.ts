import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { NotFound } from '../common/errors/errors';
import { matchKey } from '../common/text';
import { Album } from './album.schema';
import { Artist } from './artist.schema';
import { type ArtistResponse, toArtistResponse, toTrackResponse, type TrackResponse } from './catalogue.dto';
import { Track } from './track.schema';

/** An album by its own and its primary artist's name. */
export interface AlbumName {
  name: string;
  artist: string;
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
    const track = await this.tracks.findOne({ platform_id: platformId }).lean<Track>();
    if (track === null) throw new NotFound('There is no track with this id');
    return toTrackResponse(track);
  }

  /** @throws NotFound for an id that nobody has played or fetched */
  async getArtist(platformId: string): Promise<ArtistResponse> {
    const artist = await this.artists.findOne({ platform_id: platformId }).lean<Artist>();
    if (artist === null) throw new NotFound('There is no artist with this id');
    return toArtistResponse(artist);
  }

  /** Those of the tracks that are known, by platform id. */
  async findTracks(platformIds: readonly string[]): Promise<Map<string, Track>> {
    const tracks = await this.tracks.find({ platform_id: { $in: platformIds } }).lean<Track[]>();
    return new Map(tracks.map((track) => [track.platform_id, track]));
  }

  /** Those of the artists that are known, by the name asked for. Of several with one name, one that the platform has told. */
  async findArtistsByName(names: readonly string[]): Promise<Map<string, Artist>> {
    const artists = await this.artists.find({ name_key: { $in: names.map(matchKey) } }).lean<Artist[]>();
    const byKey = new Map(toldLast(artists).map((artist) => [artist.name_key, artist]));
    return pick(names, (name) => byKey.get(matchKey(name)));
  }

  /** Those of the albums that are known, by the entry asked for. Of several with one name, one that the platform has told. */
  async findAlbums(albums: readonly AlbumName[]): Promise<Map<AlbumName, Album>> {
    const found = await this.albums
      .find({ name_key: { $in: albums.map(({ name }) => matchKey(name)) } })
      .lean<Album[]>();
    const byKeys = new Map(toldLast(found).map((album) => [`${album.artist_key}\n${album.name_key}`, album]));
    return pick(albums, ({ name, artist }) => byKeys.get(`${matchKey(artist)}\n${matchKey(name)}`));
  }
}

/** What the platform has told comes last, so that it replaces stubs of the same name in a map. */
function toldLast<T extends { stub: boolean }>(records: readonly T[]): T[] {
  return [...records].sort((a, b) => Number(b.stub) - Number(a.stub));
}

function pick<K, V>(asked: readonly K[], find: (key: K) => V | undefined): Map<K, V> {
  const found = new Map<K, V>();
  for (const key of asked) {
    const value = find(key);
    if (value !== undefined) found.set(key, value);
  }
  return found;
}
