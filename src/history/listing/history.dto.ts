import { ApiProperty } from '@nestjs/swagger';
import type { TrackCover } from '../../catalogue/catalogue.service';
import { COUNT } from '../../common/openapi';
import { CountedPageResponse, PageQuery } from '../../common/pagination';
import { QueryText } from '../../common/validation/query.decorators';
import type { Play, PlayedTrack } from '../play.schema';
import { QueryDate } from './date-input';

export class HistoryQuery extends PageQuery {
  @QueryText('Artist name, in any case; a `*` at the beginning or the end stands for anything')
  artist?: string;

  @QueryText('Track name, likewise')
  track?: string;

  @QueryDate('Plays from this date or date-time on')
  start_date?: string;

  @QueryDate('Plays up to this date-time, or to the end of this date in your time zone')
  end_date?: string;
}

class PlayedTrackResponse implements PlayedTrack {
  @ApiProperty()
  platform_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'The primary artist' })
  artist_name: string;

  @ApiProperty()
  album_name: string;

  @ApiProperty()
  album_image_url: string;

  @ApiProperty(COUNT)
  duration_ms: number;
}

export class PlayResponse {
  @ApiProperty()
  id: string;

  @ApiProperty()
  user_id: string;

  @ApiProperty()
  track: PlayedTrackResponse;

  @ApiProperty({ description: 'The end of the play' })
  played_at: Date;

  @ApiProperty({ ...COUNT, nullable: true, description: 'Null where only the platform’s feed has told of the play' })
  ms_played: number | null;

  @ApiProperty({ enum: ['api', 'import'], description: 'What first told of the play: a sync or an import' })
  source: Play['source'];

  @ApiProperty({ description: '`playlist`, `album` or `artist`, as far as it is known' })
  context_type: string;

  @ApiProperty()
  context_uri: string;
}

export class HistoryResponse extends CountedPageResponse {
  @ApiProperty({ type: [PlayResponse] })
  items: PlayResponse[];
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
