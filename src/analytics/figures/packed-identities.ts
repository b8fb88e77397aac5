import { asciiJson } from './ascii-json';
import { KnownItem, type TrackIdentity } from './identities';

/** Of each item: its id and its name. */
type PackedItems = string[];
/** The places of an artist and of an album among the items, 1 the first, 0 for none. */
type PackedPairs = number[];
/** Of each track: its id, and the place of its artist and album among the pairs. */
type PackedTracks = (string | number)[];

/**
 * Tracks, and whose they are, as one JSON text. A history has a tenth as many artists as tracks, and a third as many
 * albums: each stands once.
 */
export function packIdentities(tracks: Iterable<readonly [trackId: string, identity: TrackIdentity]>): string {
  const items = new Places<KnownItem>();
  const pairs = new Places<[artist: number, album: number]>();
  const packed: PackedTracks = [];
  for (const [trackId, { artist, album }] of tracks) {
    const placeOf = (item: KnownItem | null): number =>
      item === null ? 0 : items.of(`${item.id}\n${item.name}`, item);
    const pair: [number, number] = [placeOf(artist), placeOf(album)];
    packed.push(trackId, pairs.of(pair.join(), pair));
  }
  const packedItems: PackedItems = items.all.flatMap(({ id, name }) => [id, name]);
  const packedPairs: PackedPairs = pairs.all.flat();
  return asciiJson([packedItems, packedPairs, packed]);
}

/** Adds what {@link packIdentities} has packed to what is known by track id. */
export function unpackIdentities(text: string, known: Map<string, TrackIdentity>): void {
  const [packedItems, packedPairs, tracks] = JSON.parse(text) as [PackedItems, PackedPairs, PackedTracks];
  const items: KnownItem[] = [];
  for (let at = 0; at < packedItems.length; at += 2) {
    items.push(new KnownItem(packedItems[at] ?? '', packedItems[at + 1] ?? ''));
  }
  const itemAt = (place = 0): KnownItem | null => items[place - 1] ?? null;
  const pairs: TrackIdentity[] = [];
  for (let at = 0; at < packedPairs.length; at += 2) {
    pairs.push({ artist: itemAt(packedPairs[at]), album: itemAt(packedPairs[at + 1]) });
  }
  for (let at = 0; at < tracks.length; at += 2) {
    const pair = pairs[(tracks[at + 1] as number) - 1];
    if (pair !== undefined) known.set(tracks[at] as string, pair);
  }
}

/** Numbers things from 1 on, equal ones alike. */
class Places<T> {
  readonly all: T[] = [];
  private readonly places = new Map<string, number>();

  of(key: string, thing: T): number {
    let place = this.places.get(key);
    if (place === undefined) this.places.set(key, (place = this.all.push(thing)));
    return place;
  }
}
