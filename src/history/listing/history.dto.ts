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

export function toPlayResponse(play: Play): PlayResponse {
  return {
    id: String(play._id),
    user_id: play.user_id,
    track: play.track,
    played_at: play.played_at,
    ms_played: play.ms_played,
    source: play.source,
    context_type: play.context_type,
    context_uri: play.context_uri,
  };
}
