import { type PlatformAlbum, readAlbum } from './answers/album';
import { type PlatformArtist, readArtist } from './answers/artist';
import { type PlatformAudioFeatures, readAudioFeatures } from './answers/audio-features';
import { type PlatformTrack, readTrack } from './answers/track';
import type { ItemKind } from './calls/items-by-id';

export const TRACKS: ItemKind<PlatformTrack> = {
  path: '/v1/tracks',
  field: 'tracks',
  family: 'batch_tracks',
  mostInBatch: 50,
  read: readTrack,
};
export const ALBUMS: ItemKind<PlatformAlbum> = {
  path: '/v1/albums',
  field: 'albums',
  family: 'batch_albums',
  mostInBatch: 20,
  read: readAlbum,
};
export const ARTISTS: ItemKind<PlatformArtist> = {
  path: '/v1/artists',
  field: 'artists',
  family: 'batch_artists',
  mostInBatch: 50,
  read: readArtist,
};
export const AUDIO_FEATURES: ItemKind<PlatformAudioFeatures> = {
  path: '/v1/audio-features',
  field: 'audio_features',
  family: 'audio_features',
  mostInBatch: 100,
  read: readAudioFeatures,
};
