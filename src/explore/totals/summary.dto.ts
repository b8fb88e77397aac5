import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { COUNT, NULLABLE_DATE, SHARE } from '../../common/openapi';
import { ThroughLensResponse } from '../lens/lens.dto';

/** What every thing that is counted says. */
export class CountsResponse {
  @ApiProperty(COUNT)
  play_count: number;

  @ApiProperty({ ...COUNT, description: 'Counted time of the plays, in ms' })
  total_ms: number;
}

export class TotalsResponse extends CountsResponse {
  @ApiProperty(COUNT)
  unique_tracks: number;

  @ApiProperty(COUNT)
  unique_artists: number;

  @ApiProperty(COUNT)
  unique_albums: number;

  @ApiProperty(COUNT)
  unique_genres: number;

  @ApiProperty({ ...COUNT, description: 'Days with a play' })
  listening_days: number;
}

export class PreviousTotalsResponse extends TotalsResponse {
  @ApiProperty({ description: 'The first millisecond of the range before' })
  from: Date;

  @ApiProperty({ description: 'The last millisecond of the range before' })
  to: Date;
}

const PERCENT = {
  type: Number,
  nullable: true,
  description: 'Percent, 1 decimal; null where it was 0 before',
} as const;

export class ChangeResponse implements Record<keyof TotalsResponse, number | null> {
  @ApiProperty(PERCENT)
  play_count: number | null;

  @ApiProperty(PERCENT)
  total_ms: number | null;

  @ApiProperty(PERCENT)
  unique_tracks: number | null;

  @ApiProperty(PERCENT)
  unique_artists: number | null;

  @ApiProperty(PERCENT)
  unique_albums: number | null;

  @ApiProperty(PERCENT)
  unique_genres: number | null;

  @ApiProperty(PERCENT)
  listening_days: number | null;
}

export class SummaryResponse extends IntersectionType(ThroughLensResponse, TotalsResponse) {
  @ApiProperty(NULLABLE_DATE)
  first_played_at: Date | null;

  @ApiProperty(NULLABLE_DATE)
  last_played_at: Date | null;

  @ApiProperty({ minimum: 0, description: 'Plays for each day of the range, 2 decimals' })
  plays_per_day: number;

  @ApiProperty(COUNT)
  session_count: number;

  @ApiProperty(COUNT)
  mean_session_ms: number;

  @ApiProperty(COUNT)
  longest_session_ms: number;

  @ApiProperty(COUNT)
  longest_streak_days: number;

  @ApiProperty({ ...COUNT, description: 'Days in a row with a play up to today, or yesterday' })
  listening_streak_days: number;

  @ApiProperty({ ...COUNT, description: 'Measured plays of less than 30 s' })
  skip_count: number;

  @ApiProperty({ ...SHARE, description: 'Measured plays of all, 4 decimals' })
  measured_share: number;

  @ApiProperty({ type: PreviousTotalsResponse, nullable: true, description: 'The range before; null where none is' })
  previous: PreviousTotalsResponse | null;

  @ApiProperty({ type: ChangeResponse, nullable: true, description: 'Against the range before' })
  change: ChangeResponse | null;
}
