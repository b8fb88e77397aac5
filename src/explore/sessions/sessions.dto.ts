import { ApiProperty } from '@nestjs/swagger';
import { COUNT } from '../../common/openapi';
import { CountedItemResponse } from '../item.dto';
import { PagedLensResponse } from '../paging';
import { ExplorePlayResponse } from '../play.dto';
import { CountsResponse } from '../totals/summary.dto';

const GAP = { type: 'integer', minimum: 1, description: 'The longest pause within a session' } as const;

export class SessionResponse extends CountsResponse {
  @ApiProperty({ description: 'The earliest start of its plays' })
  started_at: Date;

  @ApiProperty({ description: 'The end of its last play' })
  ended_at: Date;

  @ApiProperty({ ...COUNT, description: 'From its start to its end' })
  length_ms: number;

  @ApiProperty({ type: CountedItemResponse, nullable: true, description: 'Null where no play has an artist' })
  top_artist: CountedItemResponse | null;
}

export class SessionLengthsResponse {
  @ApiProperty({ ...COUNT, description: 'Sessions of this length and longer' })
  from_minutes: number;

  @ApiProperty({ ...COUNT, nullable: true, description: 'Shorter than this; null for the longest' })
  to_minutes: number | null;

  @ApiProperty(COUNT)
  session_count: number;
}

export class SessionsResponse extends PagedLensResponse {
  @ApiProperty(GAP)
  gap_minutes: number;

  @ApiProperty(COUNT)
  mean_session_ms: number;

  @ApiProperty(COUNT)
  longest_session_ms: number;

  @ApiProperty({ type: [SessionLengthsResponse], description: 'All sessions by length' })
  histogram: SessionLengthsResponse[];

  @ApiProperty({ type: [SessionResponse] })
  items: SessionResponse[];
}

export class SessionPlaysResponse extends PagedLensResponse {
  @ApiProperty(GAP)
  gap_minutes: number;

  @ApiProperty()
  session: SessionResponse;

  @ApiProperty({ type: [ExplorePlayResponse], description: 'Its plays, oldest first' })
  items: ExplorePlayResponse[];
}
