import { nameId } from '../../catalogue/name-id';
import { matchKey } from '../../common/text';
import type { PlayedTrack } from '../play.schema';
import type { ReportedPlay } from './reported-play';

/** What all plays of one track have in common. */
export interface TrackForm {
  track: PlayedTrack;
  artist_key: string;
  track_key: string;
}

const MOST_KEPT = 20_000;

/** Makes the stored form of a track once for all of its plays: a history of 300,000 plays has some thousand tracks. */
export class TrackForms {
  private readonly kept = new Map<string, TrackForm>();

  of(play: ReportedPlay): TrackForm {
    const { trackId, artistName, trackName, albumName, albumImageUrl = '', durationMs = 0 } = play;
    const known = `${trackId ?? ''}\n${artistName}\n${trackName}\n${albumName}\n${albumImageUrl}\n${durationMs}`;
    let form = this.kept.get(known);
    if (form === undefined) {
      form = toTrackForm(play);
      if (this.kept.size >= MOST_KEPT) this.kept.clear();
      this.kept.set(known, form);
    }
    return form;
  }
}

export function toTrackForm(play: ReportedPlay): TrackForm {
  const { trackId, artistName, trackName, albumName, albumImageUrl = '', durationMs = 0 } = play;
  return {
    track: {
      platform_id: trackId ?? nameId(artistName, trackName),
      name: trackName,
      artist_name: artistName,
      album_name: albumName,
      album_image_url: albumImageUrl,
      duration_ms: durationMs,
    },
    artist_key: matchKey(artistName),
    track_key: matchKey(trackName),
  };
}
