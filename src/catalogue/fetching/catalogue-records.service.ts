import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import type { PlatformAlbum } from '../../platform/answers/album';
import type { PlatformArtist } from '../../platform/answers/artist';
import type { PlatformAudioFeatures } from '../../platform/answers/audio-features';
import type { PlatformTrack } from '../../platform/answers/track';
import { Album } from '../album.schema';
import { Artist } from '../artist.schema';
import { insertUnknown } from '../insert-unknown';
import { Track } from '../track.schema';
import { CatalogueAliases } from './catalogue-aliases.service';
import { neverAsked } from './lookup';
import { albumsNamed, artistsNamed, type Naming } from './named';
import { tellAlbum, tellArtist, tellTrack, toAudioFeatures } from './told';
import { DUPLICATE_KEY } from '../../database/duplicate-key';

/** Puts what the platform tells into the catalogue, over what files have said. */
@Injectable()
export class CatalogueRecords {
  constructor(
    @InjectModel(Track.name, JOBS_CONNECTION) private readonly tracks: Model<Track>,
    @InjectModel(Artist.name, JOBS_CONNECTION) private readonly artists: Model<Artist>,
    @InjectModel(Album.name, JOBS_CONNECTION) private readonly albums: Model<Album>,
    private readonly aliases: CatalogueAliases,
  ) {}

  /**
   * Keeps tracks, and names the artists and albums that come with them, to be fetched in their turn. A track that the
   * platform gives in another's place is kept under both ids: a history may name either.
   */
  async keepTracks(tracks: readonly PlatformTrack[], now = new Date()): Promise<void> {
    const told = new Map(
      tracks.flatMap((track) => [track.platformId, track.linkedFromId ?? track.platformId].map((id) => [id, track])),
    );
    await this.keep<Track, PlatformTrack>(this.tracks, told, (known, track) => tellTrack(known, track, now), {
      audio_features: null,
      genres: [],
      same_as: null,
      features_lookup: neverAsked(now),
      search: null,
    });
    await this.keepNamed(tracks, now);
  }

  async keepAlbums(albums: readonly PlatformAlbum[], now = new Date()): Promise<void> {
    const told = new Map(albums.map((album) => [album.platformId, album]));
    await this.keep<Album, PlatformAlbum>(this.albums, told, (known, album) => tellAlbum(known, album, now), {
      same_as: null,
    });
    await this.aliases.ofAlbums(albums.map(({ name }) => name));
    await this.keepNamed(
      albums.map(({ artists }) => ({ artists })),
      now,
    );
  }

  async keepArtists(artists: readonly PlatformArtist[], now = new Date()): Promise<void> {
    const told = new Map(artists.map((artist) => [artist.platformId, artist]));
    await this.keep<Artist, PlatformArtist>(this.artists, told, (known, artist) => tellArtist(known, artist, now), {
      same_as: null,
    });
    await this.aliases.ofArtists(artists.map(({ name }) => name));
  }

  /** Keeps the measures of tracks that are in the catalogue. */
  async keepAudioFeatures(measured: readonly PlatformAudioFeatures[], now = new Date()): Promise<void> {
    if (measured.length === 0) return;
    await this.tracks.collection.bulkWrite(
      measured.map((told) => ({
        updateOne: {
          filter: { platform_id: told.platformId },
          update: { $set: { audio_features: toAudioFeatures(told), updated_at: now, features_lookup: null } },
        },
      })),
      { ordered: false },
    );
  }

  /** @param whenNew fields of a new record beside those that the platform tells */
  private async keep<Known extends { platform_id: string }, Told>(
    { collection }: Pick<Model<Known>, 'collection'>,
    told: ReadonlyMap<string, Told>,
    tell: (known: Known | undefined, told: Told) => object,
    whenNew: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    if (told.size === 0) return;
    const rows = await collection.find({ platform_id: { $in: [...told.keys()] } }).toArray();
    const known = new Map(rows.map((row) => [String(row.platform_id), row as unknown as Known]));
    const writes = Array.from(told, ([platform_id, each]) => ({
      updateOne: {
        filter: { platform_id },
        update: { $set: tell(known.get(platform_id), each), $setOnInsert: whenNew },
        upsert: true,
      },
    }));
    const write = (): Promise<unknown> => collection.bulkWrite(writes, { ordered: false });
    try {
      await write();
    } catch (error) {
      // Somebody else has just inserted some of them: now they are there to be updated.
      if (!(error instanceof mongo.MongoBulkWriteError) || error.code !== DUPLICATE_KEY) throw error;
      await write();
    }
  }

  private async keepNamed(naming: readonly Naming[], now: Date): Promise<void> {
    const artists = artistsNamed(naming, now);
    const albums = albumsNamed(naming, now);
    await Promise.all([insertUnknown(this.artists, artists), insertUnknown(this.albums, albums)]);
    await Promise.all([
      this.aliases.ofArtists(artists.map(({ name }) => name)),
      this.aliases.ofAlbums(albums.map(({ name }) => name)),
    ]);
  }
}
