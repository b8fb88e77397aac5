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
