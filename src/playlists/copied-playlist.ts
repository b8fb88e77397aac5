import { isDeepStrictEqual } from 'node:util';
import { normaliseName } from '../common/text';
import type { PlatformPlaylist, PlatformPlaylistEntry } from '../platform/answers/playlist';
import type { Playlist, PlaylistTrack } from './playlist.schema';

/** What the list of a user's playlists tells of one of them. */
export type PlaylistHead = Omit<Playlist, '_id' | 'user_id' | 'platform_id' | 'tracks' | 'fetched_at'>;

export function toHead(playlist: PlatformPlaylist, position: number): PlaylistHead {
  return {
    name: normaliseName(playlist.name),
    description: playlist.description,
    public: playlist.public,
    collaborative: playlist.collaborative,
    images: playlist.images,
    owner_id: playlist.ownerId,
    owner_name: playlist.ownerName,
    total_tracks: playlist.totalTracks,
    external_url: playlist.externalUrl,
    snapshot_id: playlist.snapshotId,
    position,
  };
}

/** How long the platform is taken at its word that it does not show the tracks of a playlist. */
const CLOSED_MS = 24 * 3_600_000;

/** Whether a playlist is stored as the platform has it now, with its tracks as far as these are shown. */
export function isCopied(known: Playlist, { snapshot_id }: PlaylistHead, now: Date): boolean {
  if (snapshot_id === '' || known.snapshot_id !== snapshot_id) return false;
  const lacksTracks = known.tracks.length === 0 && known.total_tracks > 0;
  return !lacksTracks || now.getTime() - known.fetched_at.getTime() < CLOSED_MS;
}

/** Whether the list tells anything of a playlist that is not known yet. */
export function isNews(known: PlaylistHead, told: PlaylistHead): boolean {
  const fields: Partial<Record<string, unknown>> = { ...known };
  return Object.entries(told).some(([name, value]) => !isDeepStrictEqual(fields[name], value));
}

export function toPlaylistTrack({ track, addedAt }: PlatformPlaylistEntry): PlaylistTrack {
  return {
    platform_id: track.platformId,
    name: normaliseName(track.name),
    artist_name: normaliseName(track.artists[0]?.name ?? ''),
    album_name: normaliseName(track.album?.name ?? ''),
    added_at: addedAt,
    duration_ms: track.durationMs,
  };
}
