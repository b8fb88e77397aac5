import type { Play } from '../play.schema';
import type { TrackForm } from './track-forms';

const NONE: readonly Play[] = [];

/**
 * Rows of the history by what their track can be known by: its id, an id under which a source has reported it, or its own
 * and its artist's name.
 */
export class RowsOfTracks {
  private readonly byId = new Map<string, Play[]>();
  private readonly byNames = new Map<string, Play[]>();

  add(row: Play): void {
    this.addId(row);
    for (const id of Object.values(row.reported_as ?? {})) append(this.byId, id, row);
    const names = namesOf(row);
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

  /** Rows of the same track: those with its id, then those with its names. A row can come twice. */
  *sameTrack(form: TrackForm): Generator<Play> {
    yield* this.withId(form.track.platform_id);
    const names = namesOf(form);
    if (names !== null) yield* this.byNames.get(names) ?? NONE;
  }
}

/** What a track's names are compared by; null without a name of the track, which is known by its id alone then. */
export function namesOf({ artist_key, track_key }: Pick<Play, 'artist_key' | 'track_key'>): string | null {
  return track_key === '' ? null : `${artist_key}\n${track_key}`;
}

function append(lists: Map<string, Play[]>, key: string, row: Play): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [row]);
  else list.push(row);
}
