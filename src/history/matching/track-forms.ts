import { isNameId, nameId } from '../../catalogue/name-id';
import { matchKey } from '../../common/text';
import type { Play, PlayedTrack } from '../play.schema';
import type { ReportedPlay, TrackNames } from './reported-play';

/** The names of a play, as they are compared. */
export type NameKeys = Pick<Play, 'artist_key' | 'track_key'>;

/** What all plays of one track have in common. */
export interface TrackForm {
  track: PlayedTrack;
  artist_key: string;
  track_key: string;
  /** What its names are compared by: see namesOf. */
  names: string | null;
}

/** More than most histories have tracks; of half a kilobyte each. */
const MOST_KEPT = 40_000;
/** Forms kept of one id or name: they are looked through one by one. */
const MOST_ALIKE = 8;

/** Makes the stored form of a track once for all of its plays: a history of 300,000 plays has some thousand tracks. */
export class TrackForms {
  /** By track id, or by name where there is none: what else is told of it seldom differs. */
  private readonly kept = new Map<string, TrackForm[]>();

  of(play: ReportedPlay): TrackForm {
    const key = play.trackId ?? play.trackName;
    const alike = this.kept.get(key);
    const known = alike?.find((candidate) => isFormOf(candidate, play));
    if (known !== undefined) return known;
    const form = toTrackForm(play);
    if (alike !== undefined && alike.length < MOST_ALIKE) alike.push(form);
    else {
      if (this.kept.size >= MOST_KEPT) this.kept.clear();
      // A list made with its one form takes a fifth of one that it is pushed to.
      this.kept.set(key, [form]);
    }
    return form;
  }
}

function isFormOf({ track }: TrackForm, play: ReportedPlay): boolean {
  const { trackId, artistName, trackName, albumName, albumImageUrl = '', durationMs = 0 } = play;
  return (
    track.name === trackName &&
    track.artist_name === artistName &&
    track.album_name === albumName &&
    track.album_image_url === albumImageUrl &&
    track.duration_ms === durationMs &&
    (trackId === null ? isNameId(track.platform_id) : track.platform_id === trackId)
  );
}

export function toTrackForm(play: ReportedPlay): TrackForm {
  const { trackId, artistName, trackName, albumName, albumImageUrl = '', durationMs = 0 } = play;
  const keys = nameKeysOf(play);
  return {
    track: {
      platform_id: trackId ?? nameId(artistName, trackName),
      name: trackName,
      artist_name: artistName,
      album_name: albumName,
      album_image_url: albumImageUrl,
      duration_ms: durationMs,
    },
    ...keys,
    names: namesOf(keys),
  };
}

/** A track's names, as they are compared. */
export function nameKeysOf({ artistName, trackName }: TrackNames): NameKeys {
  return { artist_key: matchKey(artistName), track_key: matchKey(trackName) };
}

/** What a track's names are compared by; null without a name of the track, which is known by its id alone then. */
export function namesOf({ artist_key, track_key }: NameKeys): string | null {
  return track_key === '' ? null : `${artist_key}\n${track_key}`;
}
