import type { Play } from '../play.schema';
import type { AddedRow, ChangedRow, MatchedPlays } from './matched-plays';

/** Other rows of the track, which stay where they are, lie some milliseconds beside it at most, or seconds. */
const ASIDE_MS = 500;

/** What is to be written, so that no two rows of a track have the same time at any moment. */
export interface OrderedWrites extends Pick<MatchedPlays, 'parted' | 'changed' | 'added' | 'removed'> {
  /** Rows that were first written beside their place, because another row still had it. To be written after all others. */
  moved: ChangedRow[];
}

/**
 * The order of reports, in which none is lost on the way, can have a row come to a time of its track from which another
 * row has yet to go. Such a row is written beside it at first, and moved to its place in the end.
 */
export function inOrderOfPlaces(matched: MatchedPlays): OrderedWrites {
  const { parted, changed, added, removed } = matched;
  if (changed.length + removed.length === 0) return { parted, changed, added, removed, moved: [] };
  const before = [...changed.map((change) => change.before), ...removed];
  const held = new Map(before.map((row) => [placeOf(row), row]));
  const taken = new Set([...held.keys(), ...[...parted, ...changed, ...added].map(({ row }) => placeOf(row))]);
  const moved: ChangedRow[] = [];
  const place = <Write extends AddedRow>(write: Write): Write => {
    const holder = held.get(placeOf(write.row));
    if (holder === undefined || holder._id.equals(write.row._id)) return write;
    const aside = besideIts(write.row, taken);
    taken.add(placeOf(aside));
    moved.push({ row: write.row, before: aside, index: write.index });
    return { ...write, row: aside };
  };
  return {
    parted: parted.map(place),
    changed: changed.map((change) => {
      const write = place(change);
      if (held.get(placeOf(change.before)) === change.before) held.delete(placeOf(change.before));
      return write;
    }),
    added: added.map(place),
    removed,
    moved,
  };
}

/** What the unique index of the history tells rows of one user apart by. */
export function placeOf({ track, played_at }: Play): string {
  return `${track.platform_id} ${played_at.getTime()}`;
}

function besideIts(row: Play, taken: ReadonlySet<string>): Play {
  let aside = later(row, ASIDE_MS);
  while (taken.has(placeOf(aside))) aside = later(aside, 1);
  return aside;
}

function later(row: Play, ms: number): Play {
  return Object.assign({}, row, { played_at: new Date(row.played_at.getTime() + ms) });
}
