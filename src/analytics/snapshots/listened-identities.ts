import type { ToldIdentity } from '../../catalogue/catalogue-identities.service';
import { isPlatformId } from '../../catalogue/name-id';
import { chunksOf } from '../../common/chunks';
import { KnownItem, type TrackIdentity } from '../figures/identities';
import { packIdentities, unpackIdentities } from '../figures/packed-identities';
import type { ListenedIdentitiesPart } from './listened-identities.schema';

/** Tracks a document: some 200 kB. */
export const TRACKS_A_PART = 4_000;

export type Part = Omit<ListenedIdentitiesPart, '_id'>;

/** A track of which nothing is known. */
export const UNKNOWN: TrackIdentity = { artist: null, album: null };

/** What stored parts say together, in whatever order. */
export function unpack(parts: readonly Part[]): Map<string, TrackIdentity> {
  const tracks = new Map<string, TrackIdentity>();
  for (const { text } of parts) unpackIdentities(text, tracks);
  return tracks;
}

/** @param revision of what the catalogue knows, when that of the unknown was all */
export function pack(user_id: string, tracks: ReadonlyMap<string, TrackIdentity>, revision: number): Part[] {
  const all = [...tracks];
  return [true, false].flatMap((known) => {
    const some = all.filter(([, identity]) => isWhole(identity) === known);
    return [...chunksOf(some, TRACKS_A_PART)].map((chunk, part): Part => ({
      user_id,
      known,
      part,
      text: packIdentities(chunk),
      revision: known ? 0 : revision,
    }));
  });
}

/** The tracks of one artist, and of one album, side by side: each is named once in a part then. */
export function inOrder(tracks: ReadonlyMap<string, TrackIdentity>): Map<string, TrackIdentity> {
  const keyOf = ({ artist, album }: TrackIdentity): string => `${artist?.id ?? ''} ${album?.id ?? ''}`;
  const keyed = Array.from(tracks, (entry) => ({ entry, key: keyOf(entry[1]) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return new Map(keyed.map(({ entry }) => entry));
}

/** Whether nothing is left to be learnt. */
export function isWhole({ artist, album }: TrackIdentity): boolean {
  return artist !== null && album !== null;
}

/** What the platform has told of a track; where it has no id, as of local files, the catalogue knows none. */
export function identityOf({ artist, album }: ToldIdentity): TrackIdentity {
  return { artist: itemOf(artist), album: itemOf(album) };
}

function itemOf(told: { platform_id: string; name: string } | null): KnownItem | null {
  return told === null || !isPlatformId(told.platform_id) ? null : new KnownItem(told.platform_id, told.name);
}
