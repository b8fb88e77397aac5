import { ApiProperty } from '@nestjs/swagger';
import { COUNT } from '../../common/openapi';
import { ObsessionResponse } from '../habits/obsessions.dto';
import { StreakResponse } from '../habits/streaks.dto';
import { CountedItemResponse } from '../item.dto';
import { ThroughLensResponse } from '../lens/lens.dto';
import { ExplorePlayResponse } from '../play.dto';
import { SessionResponse } from '../sessions/sessions.dto';
import { CalendarDayResponse, ClockGridResponse } from '../time/time.dto';
import { RankedTopItemResponse } from '../tops/top-lists.dto';
import { ChangeResponse, CountsResponse, TotalsResponse } from '../totals/summary.dto';

const TOP = { type: RankedTopItemResponse, isArray: true, maxItems: 10 } as const;
const BY_MONTH = { type: 'array', minItems: 12, maxItems: 12, items: COUNT, description: 'By month' } as const;

export class MonthResponse extends CountsResponse {
  @ApiProperty({ example: '2024-01' })
  label: string;

  @ApiProperty({ type: CountedItemResponse, nullable: true })
  top_artist: CountedItemResponse | null;

  @ApiProperty({ type: CountedItemResponse, nullable: true })
  top_genre: CountedItemResponse | null;
}

export class MonthlyDiscoveriesResponse {
  @ApiProperty(BY_MONTH)
  artists: number[];

  @ApiProperty(BY_MONTH)
  albums: number[];

  @ApiProperty(BY_MONTH)
  tracks: number[];
}

export class NewArtistResponse extends CountedItemResponse {
  @ApiProperty()
  first_played_at: Date;
}

export class YearReviewResponse extends ThroughLensResponse {
  @ApiProperty({ type: 'integer' })
  year: number;

  @ApiProperty({ description: 'Whether it is over' })
  is_complete: boolean;

  @ApiProperty()
  totals: TotalsResponse;

  @ApiProperty({ description: 'Of the year before; while this one is under way, of as many of its days' })
  previous_totals: TotalsResponse;

  @ApiProperty({ description: 'Against the year before' })
  change: ChangeResponse;

  @ApiProperty(TOP)
  top_artists: RankedTopItemResponse[];

  @ApiProperty(TOP)
  top_albums: RankedTopItemResponse[];

  @ApiProperty(TOP)
  top_tracks: RankedTopItemResponse[];

  @ApiProperty(TOP)
  top_genres: RankedTopItemResponse[];

  @ApiProperty()
  clock: ClockGridResponse;

  @ApiProperty({ type: [MonthResponse], minItems: 12, maxItems: 12 })
  months: MonthResponse[];

  @ApiProperty({ description: 'How many were played for the first time' })
  discoveries: MonthlyDiscoveriesResponse;

  @ApiProperty({ type: [NewArtistResponse], maxItems: 5, description: 'Of the artists played for the first time' })
  new_artists: NewArtistResponse[];

  @ApiProperty({ type: CalendarDayResponse, nullable: true, description: 'By the measure, then the earlier' })
  biggest_day: CalendarDayResponse | null;

  @ApiProperty({ type: SessionResponse, nullable: true })
  longest_session: SessionResponse | null;

  @ApiProperty({ type: StreakResponse, nullable: true, description: 'Of days' })
  longest_streak: StreakResponse | null;

  @ApiProperty({ type: ObsessionResponse, nullable: true, description: 'Of a track' })
  obsession: ObsessionResponse | null;

  @ApiProperty({ minimum: 0, description: 'How many artists played alike would be as diverse, 2 decimals' })
  effective_artists: number;

  @ApiProperty({ type: ExplorePlayResponse, nullable: true })
  first_play: ExplorePlayResponse | null;

  @ApiProperty({ type: ExplorePlayResponse, nullable: true })
  last_play: ExplorePlayResponse | null;
}
