import type { mongo } from 'mongoose';

/**
 * A part of what is kept of the tracks that a user has played: of those of which all is known, or of the others, counted
 * from 0 each.
 */
export interface ListenedPart {
  user_id: string;
  known: boolean;
  part: number;
  /** The catalogue's revision when the unknown were unknown; 0 for the known, which stay as they are. */
  revision: number;
}

/**
 * The writes that make the wanted parts of the stored ones: of what a user goes on playing, few.
 * @param contentOf tells parts of one place apart
 */
export function writesBetween<Part extends ListenedPart>(
  stored: readonly Part[],
  wanted: readonly Part[],
  contentOf: (part: Part) => string,
): mongo.AnyBulkWriteOperation<Part>[] {
  const storedAt = new Map(stored.map((part) => [placeOf(part), part]));
  const places = new Set(wanted.map(placeOf));
  const replaced = wanted.filter((part) => {
    const former = storedAt.get(placeOf(part));
    return former === undefined || contentOf(former) !== contentOf(part) || former.revision !== part.revision;
  });
  const leftOver = stored.filter((part) => !places.has(placeOf(part)));
  return [
    ...replaced.map((part) => ({ replaceOne: { filter: filterOf(part), replacement: part, upsert: true } })),
    ...leftOver.map((part) => ({ deleteOne: { filter: filterOf(part) } })),
  ];
}

function placeOf({ known, part }: ListenedPart): string {
  return `${known} ${part}`;
}

function filterOf<Part extends ListenedPart>({ user_id, known, part }: Part): mongo.Filter<Part> {
  return { user_id, known, part } as unknown as mongo.Filter<Part>;
}
