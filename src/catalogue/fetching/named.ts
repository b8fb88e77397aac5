import { normaliseName } from '../../common/text';
import type { PlatformReference } from '../../platform/answers/common';
import type { Album } from '../album.schema';
import type { Artist } from '../artist.schema';
import { albumStub, artistStub } from '../stubs';

/** A track or an album as the platform tells it, as far as it names others. */
export interface Naming {
  artists: readonly PlatformReference[];
  /** The album of a track. */
  album?: (PlatformReference & { imageUrl: string; releaseDate: string }) | null;
}

/** Stubs of the artists that are named, each once. Those of local files have no id and are left out. */
export function artistsNamed(naming: readonly Naming[], now: Date): Omit<Artist, '_id'>[] {
  const artists = naming.flatMap((each) => each.artists).filter(({ platformId }) => platformId !== '');
  return uniqueById(artists.map(({ platformId, name }) => artistStub(platformId, normaliseName(name), now)));
}

/**
 * Stubs of the albums that are named, each once. Who made an album is told with the album itself; until then it is
 * taken for the track's primary artist's.
 */
export function albumsNamed(naming: readonly Naming[], now: Date): Omit<Album, '_id'>[] {
  const stubs = naming.flatMap(({ album = null, artists: [primary] }) => {
    if (album === null || album.platformId === '') return [];
    const artist = { platform_id: primary?.platformId ?? '', name: normaliseName(primary?.name ?? '') };
    const stub = albumStub(album.platformId, normaliseName(album.name), artist.name, artist, now);
    const images = album.imageUrl === '' ? [] : [{ url: album.imageUrl, height: null, width: null }];
    return [{ ...stub, artists: primary === undefined ? [] : [artist], images, release_date: album.releaseDate }];
  });
  return uniqueById(stubs);
}

function uniqueById<T extends { platform_id: string }>(stubs: readonly T[]): T[] {
  return [...new Map(stubs.map((stub) => [stub.platform_id, stub])).values()];
}
