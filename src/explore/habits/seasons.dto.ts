import { ApiProperty } from '@nestjs/swagger';
import { COUNT, RANK, SHARE } from '../../common/openapi';
import { CountedItemResponse } from '../item.dto';
import { PagedLensResponse } from '../paging';
import { SEASON_KINDS, type SeasonKind } from './seasons.sql';

export class SeasonResponse extends CountedItemResponse {
  @ApiProperty(RANK)
  rank: number;

  @ApiProperty({ ...COUNT, description: 'Days with a play' })
  listening_days: number;

  @ApiProperty({ ...COUNT, description: 'Calendar years with a play' })
  years: number;

  @ApiProperty({ description: 'The middle of the season, MM-DD', example: '12-21' })
  mean_date: string;

  @ApiProperty({ ...SHARE, description: 'From 0, all over the year, to 1, on one day of it; 4 decimals' })
  strength: number;

  @ApiProperty({ ...SHARE, description: 'How likely days all over the year are to lie as close; 3 significant digits' })
  p_value: number;
}

export class SeasonsResponse extends PagedLensResponse {
  @ApiProperty({ enum: SEASON_KINDS })
  of: SeasonKind;

  @ApiProperty({ type: [SeasonResponse], description: 'By strength' })
  items: SeasonResponse[];
}
