import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { COUNT, RANK } from '../../common/openapi';
import { CountedItemResponse, ItemResponse } from '../item.dto';
import { ThroughLensResponse } from '../lens/lens.dto';
import { STEPS, type Step } from '../lens/steps';
import { ExplorePlayResponse } from '../play.dto';
import { CountsResponse } from '../totals/summary.dto';
import { SERIES_KINDS } from './time.query';

const COUNTS = { type: 'array', items: COUNT } as const;
const GRID = { type: 'array', minItems: 7, maxItems: 7, items: { ...COUNTS, minItems: 24, maxItems: 24 } } as const;

export class NumbersResponse {
  @ApiProperty({ ...COUNTS, description: 'By label' })
  play_count: number[];

  @ApiProperty({ ...COUNTS, description: 'By label' })
  total_ms: number[];
}

export class SeriesItemResponse extends IntersectionType(ItemResponse, NumbersResponse) {
  @ApiProperty(RANK)
  rank: number;
}

export class SeriesResponse extends IntersectionType(ThroughLensResponse, NumbersResponse) {
  @ApiProperty({ enum: STEPS })
  step: Step;

  @ApiProperty({ enum: SERIES_KINDS })
  by: (typeof SERIES_KINDS)[number];

  @ApiProperty()
  cumulative: boolean;

  @ApiProperty({ type: [String], description: 'Of the buckets, oldest first' })
  labels: string[];

  @ApiProperty({ type: [SeriesItemResponse], description: 'In rank order' })
  series: SeriesItemResponse[];

  @ApiProperty({ type: NumbersResponse, nullable: true, description: 'Plays in none of the series' })
  other: NumbersResponse | null;
}

export class ClockGridResponse {
  @ApiProperty({ ...GRID, description: 'By weekday, Monday first, and hour' })
  play_count: number[][];

  @ApiProperty({ ...GRID, description: 'The same in ms' })
  total_ms: number[][];
}

export class ClockResponse extends IntersectionType(ThroughLensResponse, ClockGridResponse) {}

export class CalendarDayResponse extends CountsResponse {
  @ApiProperty({ format: 'date' })
  date: string;

  @ApiProperty({ type: CountedItemResponse, nullable: true })
  top_artist: CountedItemResponse | null;
}

export class CalendarResponse extends ThroughLensResponse {
  @ApiProperty({ type: 'integer' })
  year: number;

  @ApiProperty({ type: [CalendarDayResponse], description: 'All days of the year' })
  days: CalendarDayResponse[];
}

export class YearOfDayResponse extends CountsResponse {
  @ApiProperty({ type: 'integer' })
  year: number;

  @ApiProperty({ type: CountedItemResponse, nullable: true })
  top_track: CountedItemResponse | null;

  @ApiProperty()
  first_play: ExplorePlayResponse;
}

export class OnThisDayResponse extends ThroughLensResponse {
  @ApiProperty({ description: 'MM-DD' })
  date: string;

  @ApiProperty({ type: [YearOfDayResponse], description: 'Years with a play on that day, newest first' })
  years: YearOfDayResponse[];
}

export class ScatterResponse extends IntersectionType(ThroughLensResponse, NumbersResponse) {
  @ApiProperty({ type: String, format: 'date', nullable: true })
  first_day: string | null;

  @ApiProperty(COUNT)
  days_per_column: number;

  @ApiProperty(COUNT)
  columns: number;

  @ApiProperty(COUNT)
  rows: number;

  @ApiProperty(COUNT)
  minutes_per_row: number;

  @ApiProperty({ ...COUNTS, description: 'Columns of the cells that have plays, from the first day on' })
  x: number[];

  @ApiProperty({ ...COUNTS, description: 'Rows of these cells, from 00:00 on' })
  y: number[];
}

export class YearResponse extends CountsResponse {
  @ApiProperty({ type: 'integer' })
  year: number;
}

export class YearsResponse extends ThroughLensResponse {
  @ApiProperty({ type: [YearResponse], description: 'Years with plays, newest first' })
  items: YearResponse[];
}
