import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Album } from '../../catalogue/album.schema';
import { Artist } from '../../catalogue/artist.schema';
import { Track } from '../../catalogue/track.schema';
import { JOBS_CONNECTION } from '../../database/connections';
import type { PlatformAlbum } from '../../platform/answers/album';
import type { PlatformArtist } from '../../platform/answers/artist';
import type { PlatformAudioFeatures } from '../../platform/answers/audio-features';
import type { PlatformTrack } from '../../platform/answers/track';
import {
  albumStubUpserts,
  albumUpsert,
  artistStubUpserts,
  artistUpsert,
  toAudioFeatures,
  trackUpsert,
  uniqueById,
} from './platform-records';
import { upsertAll } from './upsert-all';

/** Puts what the platform tells into the catalogue, over what files have said. */
@Injectable()
export class PlatformRecords {
  constructor(
    @InjectModel(Track.name, JOBS_CONNECTION) private readonly tracks: Model<Track>,
    @InjectModel(Artist.name, JOBS_CONNECTION) private readonly artists: Model<Artist>,
    @InjectModel(Album.name, JOBS_CONNECTION) private readonly albums: Model<Album>,
  ) {}

  /** Keeps tracks, and the artists and albums that they name as far as these are not known better. */
  async keepTracks(tracks: readonly PlatformTrack[], now = new Date()): Promise<void> {
    await Promise.all([
      upsertAll(
        this.tracks,
        uniqueById(tracks).map((track) => trackUpsert(track, now)),
      ),
      upsertAll(this.artists, artistStubUpserts(tracks, now)),
      upsertAll(this.albums, albumStubUpserts(tracks, now)),
    ]);
  }

  async keepArtists(artists: readonly PlatformArtist[], now = new Date()): Promise<void> {
    await upsertAll(
      this.artists,
      uniqueById(artists).map((artist) => artistUpsert(artist, now)),
    );
  }

  async keepAlbums(albums: readonly PlatformAlbum[], now = new Date()): Promise<void> {
    await upsertAll(
      this.albums,
      uniqueById(albums).map((album) => albumUpsert(album, now)),
    );
  }

  /** Keeps the measures of tracks that are in the catalogue. */
  async keepAudioFeatures(features: readonly PlatformAudioFeatures[], now = new Date()): Promise<void> {
    if (features.length === 0) return;
    await this.tracks.collection.bulkWrite(
      features.map((measured) => ({
        updateOne: {
          filter: { platform_id: measured.platformId },
          update: { $set: { audio_features: toAudioFeatures(measured), updated_at: now } },
        },
      })),
      { ordered: false },
    );
  }
}
