import { optionalTextOf } from '../answer-reader';
import { externalUrlOf, imagesOf, type PlatformImage } from './common';
import { isObject, optionalCountOf, optionalDateOf, optionalObjectOf } from './fields';
import { type PlatformTrack, readTrack } from './track';

export interface PlatformPlaylist {
  platformId: string;
  name: string;
  description: string;
  public: boolean;
  collaborative: boolean;
  images: PlatformImage[];
  ownerId: string;
  ownerName: string;
  totalTracks: number;
  /** Changes whenever the playlist does; "" where the platform does not tell. */
  snapshotId: string;
  externalUrl: string;
}

export interface PlatformPlaylistEntry {
  /** Null for entries of very old playlists. */
  addedAt: Date | null;
  track: PlatformTrack;
}

/** Null for what has no id. */
export function readPlaylist(value: unknown): PlatformPlaylist | null {
  if (!isObject(value)) return null;
  const platformId = optionalTextOf(value, 'id');
  if (platformId === '') return null;
  const owner = optionalObjectOf(value, 'owner');
  return {
    platformId,
    name: optionalTextOf(value, 'name'),
    description: optionalTextOf(value, 'description'),
    // Null means that the platform does not tell.
    public: value.public !== false,
    collaborative: value.collaborative === true,
    images: imagesOf(value),
    ownerId: optionalTextOf(owner, 'id'),
    ownerName: optionalTextOf(owner, 'display_name'),
    // Entries were renamed in 2026.
    totalTracks: optionalCountOf(optionalObjectOf(value, isObject(value.items) ? 'items' : 'tracks'), 'total'),
    snapshotId: optionalTextOf(value, 'snapshot_id'),
    externalUrl: externalUrlOf(value),
  };
}

/** Null for an entry that is no track of the platform: an episode, a local file, something withdrawn. */
export function readPlaylistEntry(value: unknown): PlatformPlaylistEntry | null {
  if (!isObject(value)) return null;
  const track = readTrack(value.item ?? value.track);
  return track === null ? null : { addedAt: optionalDateOf(value, 'added_at'), track };
}
