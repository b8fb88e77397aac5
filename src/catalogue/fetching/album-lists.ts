import type { Model } from 'mongoose';
import type { PlatformAlbumTrack } from '../../platform/answers/album';
import type { PlatformApiClient } from '../../platform/platform-api.client';
import type { Track } from '../track.schema';

/** Of an album of which nobody has played so many tracks nobody needs to know the order. */
const FEWEST_PLAYED = 3;

/** All tracks of an album. */
export interface AlbumList {
  platformId: string;
  tracks: PlatformAlbumTrack[];
}

/** Asks the platform for the tracks of albums. @returns the lists of those of which some tracks are in the catalogue */
export async function listsOfPlayed(
  client: PlatformApiClient,
  tracks: Model<Track>,
  platformIds: readonly string[],
): Promise<Map<string, AlbumList>> {
  const lists = new Map<string, AlbumList>();
  for (const platformId of platformIds) {
    const ofAlbum = { 'album.platform_id': platformId, stub: false };
    const played = await tracks.countDocuments(ofAlbum, { limit: FEWEST_PLAYED });
    if (played === FEWEST_PLAYED) lists.set(platformId, { platformId, tracks: await client.albumTracks(platformId) });
  }
  return lists;
}
