import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { COUNT } from '../../common/openapi';
import { ItemResponse } from '../item.dto';
import { ThroughLensResponse } from '../lens/lens.dto';
import { ExplorePlayResponse } from '../play.dto';
import { CountsResponse } from '../totals/summary.dto';

const NUMBER = { type: 'integer', minimum: 1 } as const;

export class MilestoneResponse {
  @ApiProperty({ ...NUMBER, description: 'Which of your plays it was' })
  number: number;

  @ApiProperty()
  play: ExplorePlayResponse;
}

export class ArtistMilestoneResponse {
  @ApiProperty({ ...NUMBER, description: 'Which of your plays of the artist it was' })
  number: number;

  @ApiProperty()
  artist: ItemResponse;

  @ApiProperty({ description: 'The end of that play' })
  played_at: Date;
}

export class EddingtonResponse {
  @ApiProperty({
    ...COUNT,
    description: 'The greatest number of which there are as many days with as many plays or more',
  })
  number: number;

  @ApiProperty(NUMBER)
  next: number;

  @ApiProperty({ ...NUMBER, description: 'How many more days with so many plays or more the next takes' })
  days_missing: number;
}

export class NextMilestoneResponse {
  @ApiProperty(NUMBER)
  number: number;

  @ApiProperty(NUMBER)
  plays_missing: number;

  @ApiProperty({ minimum: 0, description: 'Over the last 90 days, 2 decimals' })
  plays_per_day: number;

  @ApiProperty({ type: String, format: 'date', nullable: true, description: 'When it is reached if that goes on' })
  date: string | null;
}

export class MilestonesResponse extends IntersectionType(ThroughLensResponse, CountsResponse) {
  @ApiProperty({ type: [MilestoneResponse], description: 'Oldest first' })
  items: MilestoneResponse[];

  @ApiProperty({ type: [ArtistMilestoneResponse], description: 'Newest first, at most 100' })
  artists: ArtistMilestoneResponse[];

  @ApiProperty()
  eddington: EddingtonResponse;

  @ApiProperty({ type: NextMilestoneResponse, nullable: true, description: 'Null where the range ends before today' })
  next: NextMilestoneResponse | null;
}
