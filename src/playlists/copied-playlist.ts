import { normaliseName } from '../common/text';
import type { PlatformPlaylist, PlatformPlaylistEntry } from '../platform/answers/playlist';
import type { Playlist, PlaylistTrack } from './playlist.schema';

/** What the list of a user's playlists tells of one of them. */
export type PlaylistHead = Omit<Playlist, '_id' | 'user_id' | 'platform_id' | 'tracks' | 'snapshot_id'>;

export function toHead(playlist: PlatformPlaylist, position: number, fetchedAt: Date): PlaylistHead {
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
    fetched_at: fetchedAt,
    position,
  };
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
