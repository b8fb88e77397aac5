import { mongo } from 'mongoose';
import { chunksOf } from '../../common/chunks';
import { FeatureTable } from '../figures/feature-table';
import type { ListenedFeaturesPart } from './listened-features.schema';

/** Tracks a document: some 200 kB of the known, 100 kB of the unknown. */
const KNOWN_A_PART = 2_000;
const UNKNOWN_A_PART = 4_000;

export type Part = Omit<ListenedFeaturesPart, '_id'>;

/** What is known of the tracks of one user. */
export interface Listened {
  known: FeatureTable;
  /** The tracks without features. */
  unknown: Set<string>;
}

/** What stored parts say together, in whatever order; a track in two of them is one. */
export function unpack(parts: readonly Part[]): Listened {
  const ofKnown = parts.filter((part) => part.known);
  const known = new FeatureTable(ofKnown.length * KNOWN_A_PART);
  for (const part of ofKnown) known.addPacked(idsOf(part), part.features.buffer);
  const unknown = new Set<string>();
  for (const part of parts) if (!part.known) for (const id of idsOf(part)) if (!known.has(id)) unknown.add(id);
  return { known, unknown };
}

/** @param revision of the catalogue's features, when the unknown were unknown */
export function pack(user_id: string, { known, unknown }: Listened, revision: number): Part[] {
  const parts: Part[] = [];
  for (const [part, ids] of [...chunksOf(known.trackIds(), KNOWN_A_PART)].entries()) {
    const start = part * KNOWN_A_PART;
    const features = new mongo.Binary(known.pack(start, start + ids.length));
    parts.push({ user_id, known: true, part, track_ids: JSON.stringify(ids), features, revision: 0 });
  }
  for (const [part, ids] of [...chunksOf([...unknown], UNKNOWN_A_PART)].entries()) {
    const features = new mongo.Binary();
    parts.push({ user_id, known: false, part, track_ids: JSON.stringify(ids), features, revision });
  }
  return parts;
}

function idsOf({ track_ids }: Part): string[] {
  return JSON.parse(track_ids) as string[];
}
