import type { TrackCover } from '../../catalogue/catalogue.service';
import { PageQuery } from '../../common/pagination';
import { QueryText } from '../../common/validation/query.decorators';
import type { Play, PlayedTrack } from '../play.schema';
import { QueryDate } from './date-input';

export class HistoryQuery extends PageQuery {
  /** Artist name; a `*` at the beginning or the end stands for anything. */
  @QueryText()
  artist?: string;

  /** Track name, likewise. */
  @QueryText()
  track?: string;

  @QueryDate()
  start_date?: string;

  /** A date is included to its end in the user's time zone. */
  @QueryDate()
  end_date?: string;
}

export interface PlayResponse {
  id: string;
  user_id: string;
  track: PlayedTrack;
  played_at: Date;
  ms_played: number | null;
  source: string;
  context_type: string;
  context_uri: string;
}

export interface HistoryResponse {
  items: PlayResponse[];
  total: number;
  page: number;
  limit: number;
  pages: number;
}

/** @param cover what the catalogue shows of the track, for what the play itself does not tell */
export function toPlayResponse(play: Play, cover?: TrackCover): PlayResponse {
  const { track } = play;
  return {
    id: String(play._id),
    user_id: play.user_id,
    track: {
      ...track,
      album_image_url: track.album_image_url || (cover?.album?.image_url ?? ''),
      duration_ms: track.duration_ms || (cover?.duration_ms ?? 0),
    },
    played_at: play.played_at,
    ms_played: play.ms_played,
    source: play.source,
    context_type: play.context_type,
    context_uri: play.context_uri,
  };
}
