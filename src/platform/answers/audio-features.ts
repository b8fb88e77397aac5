import { optionalTextOf } from '../answer-reader';
import { isObject, optionalCountOf, optionalNumberOf } from './fields';

/** What the platform has measured of a recording; the shares go from 0 to 1. */
export interface PlatformAudioFeatures {
  /** Of the track. */
  platformId: string;
  danceability: number;
  energy: number;
  speechiness: number;
  acousticness: number;
  instrumentalness: number;
  liveness: number;
  valence: number;
  /** Beats a minute. */
  tempo: number;
  /** Pitch class, 0 = C to 11; -1 where none was heard. */
  key: number;
  /** dB. */
  loudness: number;
  /** 0 minor, 1 major. */
  mode: number;
  durationMs: number;
  /** Beats a bar, 3 to 7. */
  timeSignature: number;
}

/** They are averaged: a missing one must not count as 0. */
const AVERAGED = [
  'danceability',
  'energy',
  'speechiness',
  'acousticness',
  'instrumentalness',
  'liveness',
  'valence',
  'tempo',
] as const;

/** Null for a track that was not measured, or not in full. */
export function readAudioFeatures(value: unknown): PlatformAudioFeatures | null {
  if (!isObject(value)) return null;
  const platformId = optionalTextOf(value, 'id');
  if (platformId === '' || AVERAGED.some((field) => !Number.isFinite(value[field]))) return null;
  return {
    platformId,
    danceability: optionalNumberOf(value, 'danceability'),
    energy: optionalNumberOf(value, 'energy'),
    speechiness: optionalNumberOf(value, 'speechiness'),
    acousticness: optionalNumberOf(value, 'acousticness'),
    instrumentalness: optionalNumberOf(value, 'instrumentalness'),
    liveness: optionalNumberOf(value, 'liveness'),
    valence: optionalNumberOf(value, 'valence'),
    tempo: optionalNumberOf(value, 'tempo'),
    key: optionalNumberOf(value, 'key'),
    loudness: optionalNumberOf(value, 'loudness'),
    mode: optionalNumberOf(value, 'mode'),
    durationMs: optionalCountOf(value, 'duration_ms'),
    timeSignature: optionalNumberOf(value, 'time_signature'),
  };
}
