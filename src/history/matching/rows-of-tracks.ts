import type { Play } from '../play.schema';
import { namesOf, type TrackForm } from './track-forms';

const NONE: readonly Play[] = [];

/**
 * Rows of the history by what their track can be known by: its id, an id under which a source has reported it, or its own
 * and its artist's name.
 */
export class RowsOfTracks {
  private readonly byId = new Map<string, Play[]>();
  private readonly byNames = new Map<string, Play[]>();

  /** @param names what those of its track are compared by */
  add(row: Play, names = namesOf(row)): void {
    this.addId(row);
    for (const id of Object.values(row.reported_as ?? {})) append(this.byId, id, row);
    if (names !== null) append(this.byNames, names, row);
  }

  /** Takes note of the id that a row has got. */
  addId(row: Play): void {
    append(this.byId, row.track.platform_id, row);
  }

  /** Those that have this id or were reported under it. */
  withId(trackId: string): readonly Play[] {
    return this.byId.get(trackId) ?? NONE;
  }

  /** Rows of the same track: those with its id, and those with its names. A row can be among both. */
  sameTrack({ track, names }: TrackForm): [readonly Play[], readonly Play[]] {
    return [this.withId(track.platform_id), names === null ? NONE : (this.byNames.get(names) ?? NONE)];
  }
}

function append(lists: Map<string, Play[]>, key: string, row: Play): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [row]);
  else list.push(row);
}
