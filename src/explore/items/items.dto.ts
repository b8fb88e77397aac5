import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { AlbumResponse, ArtistResponse, TrackResponse } from '../../catalogue/catalogue.dto';
import { COUNT, NULLABLE_DATE, RANK, SHARE } from '../../common/openapi';
import { CountedItemResponse, ItemResponse } from '../item.dto';
import { ThroughLensResponse } from '../lens/lens.dto';
import { STEPS, type Step } from '../lens/steps';
import { ClockGridResponse, NumbersResponse } from '../time/time.dto';
import { CountsResponse } from '../totals/summary.dto';

export class BestDayResponse extends CountsResponse {
  @ApiProperty({ format: 'date' })
  date: string;
}

export class ItemSeriesResponse extends NumbersResponse {
  @ApiProperty({ enum: STEPS })
  step: Step;

  @ApiProperty({ type: [String], description: 'Of the buckets of the range, oldest first' })
  labels: string[];
}

export class RankedItemResponse extends CountedItemResponse {
  @ApiProperty(RANK)
  rank: number;
}

export class NeighbourResponse extends ItemResponse {
  @ApiProperty({ ...COUNT, description: 'How often it was played directly before, or after' })
  count: number;

  @ApiProperty({ ...SHARE, description: 'Of all plays of the item that have any play there, 4 decimals' })
  share: number;

  @ApiProperty({ ...SHARE, description: 'Its plays, of all plays through the lens, 4 decimals' })
  chance: number;

  @ApiProperty({ minimum: 0, description: 'How many times as often as by chance, 2 decimals' })
  lift: number;
}

export class ContextResponse extends CountsResponse {
  @ApiProperty()
  context_type: string;

  @ApiProperty()
  context_uri: string;
}

export class MergedIdResponse {
  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'As plays with this id name it' })
  name: string;
}

const NEIGHBOURS = 'in its session, 3 times or more: up to 10, by count';
const NULLABLE_RANK = { ...RANK, nullable: true } as const;

/** Everything about one item but what the catalogue knows of it. */
export class ItemPageResponse extends IntersectionType(ThroughLensResponse, CountedItemResponse) {
  @ApiProperty({ ...NULLABLE_RANK, description: 'Among all items of its kind through the lens' })
  rank: number | null;

  @ApiProperty({ ...NULLABLE_RANK, description: 'The same without the range of the lens' })
  rank_all_time: number | null;

  @ApiProperty({ ...SHARE, description: 'Of the measure of all plays through the lens, 4 decimals' })
  share: number;

  @ApiProperty(NULLABLE_DATE)
  first_played_at: Date | null;

  @ApiProperty(NULLABLE_DATE)
  last_played_at: Date | null;

  @ApiProperty({ ...NULLABLE_DATE, description: 'Without the range of the lens' })
  first_ever_played_at: Date | null;

  @ApiProperty({ ...COUNT, description: 'Days with a play' })
  listening_days: number;

  @ApiProperty({ type: BestDayResponse, nullable: true, description: 'By the measure, then the earlier' })
  best_day: BestDayResponse | null;

  @ApiProperty(COUNT)
  longest_streak_days: number;

  @ApiProperty()
  series: ItemSeriesResponse;

  @ApiProperty()
  clock: ClockGridResponse;

  @ApiProperty({ type: [RankedItemResponse], maxItems: 10, description: 'Empty for a track' })
  top_tracks: RankedItemResponse[];

  @ApiProperty({ type: [RankedItemResponse], maxItems: 10, description: 'Empty for an album and a track' })
  top_albums: RankedItemResponse[];

  @ApiProperty({
    type: [NeighbourResponse],
    maxItems: 10,
    description: `What is played directly before it ${NEIGHBOURS}`,
  })
  before: NeighbourResponse[];

  @ApiProperty({
    type: [NeighbourResponse],
    maxItems: 10,
    description: `What is played directly after it ${NEIGHBOURS}`,
  })
  after: NeighbourResponse[];

  @ApiProperty({ type: [ContextResponse], maxItems: 20, description: 'What it was played from, by the measure' })
  contexts: ContextResponse[];

  @ApiProperty({ type: [MergedIdResponse], description: 'The other ids that count as this item, by id' })
  merged: MergedIdResponse[];
}

const CATALOGUE = 'What the catalogue knows of it; null where that is nothing';

export class ArtistPageResponse extends ItemPageResponse {
  @ApiProperty({ type: ArtistResponse, nullable: true, description: CATALOGUE })
  catalogue: ArtistResponse | null;
}

export class AlbumPageResponse extends ItemPageResponse {
  @ApiProperty({ type: AlbumResponse, nullable: true, description: CATALOGUE })
  catalogue: AlbumResponse | null;
}

export class TrackPageResponse extends ItemPageResponse {
  @ApiProperty({ type: TrackResponse, nullable: true, description: CATALOGUE })
  catalogue: TrackResponse | null;
}
