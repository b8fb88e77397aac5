import { type Counts, countsOf, groupBy } from './counts';
import type { Seen, SeenPlay } from './lens';
import type { NamedItem } from './stored';

export type Kind = 'artists' | 'albums' | 'tracks' | 'genres';

/** The keys of the items of a kind that a play counts for. */
export function keysOf(kind: Kind, withFeatures = false): (play: SeenPlay) => string[] {
  return (play) => {
    if (kind === 'artists' && withFeatures) return play.credited;
    if (kind === 'genres') return play.genres;
    const key = { artists: play.artist, albums: play.album, tracks: play.track }[kind];
    return key === '' ? [] : [key];
  };
}

/** An item as responses name it; pictures are those of the seeded catalogue. */
export function itemOf({ history }: Seen, kind: Kind, key: string): Record<string, string> {
  const nothing = { artist_id: '', artist_name: '', album_id: '', album_name: '' };
  if (kind === 'genres') return { id: key, name: key, ...nothing, image_url: '' };
  const { id, name, artist = '', album = '' } = history[kind].get(key) as NamedItem;
  const artistOf = history.artists.get(artist);
  const albumOf = history.albums.get(album);
  return {
    ...{ id, name, ...nothing },
    ...(kind !== 'artists' && { artist_id: artistOf?.id ?? '', artist_name: artistOf?.name ?? '' }),
    ...(kind === 'tracks' && { album_id: albumOf?.id ?? '', album_name: albumOf?.name ?? '' }),
    image_url: history.images(kind, key),
  };
}

export interface Ranked {
  key: string;
  plays: SeenPlay[];
  counts: Counts;
  item: Record<string, string>;
}

const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The items of some plays in rank order. */
export function ranked(seen: Seen, kind: Kind, plays: readonly SeenPlay[], withFeatures = false): Ranked[] {
  const entries = Array.from(groupBy(plays, keysOf(kind, withFeatures)), ([key, own]) => ({
    key,
    plays: own,
    counts: countsOf(own),
    item: itemOf(seen, kind, key),
  }));
  const order =
    seen.measure === 'plays' ? (['play_count', 'total_ms'] as const) : (['total_ms', 'play_count'] as const);
  return entries.sort(
    (a, b) =>
      b.counts[order[0]] - a.counts[order[0]] ||
      b.counts[order[1]] - a.counts[order[1]] ||
      byCodePoint(a.item.name ?? '', b.item.name ?? '') ||
      byCodePoint(a.item.id ?? '', b.item.id ?? ''),
  );
}
