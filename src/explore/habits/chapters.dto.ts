import { ApiProperty } from '@nestjs/swagger';
import { SHARE } from '../../common/openapi';
import { CountedItemResponse } from '../item.dto';
import { ThroughLensResponse } from '../lens/lens.dto';
import { CountsResponse } from '../totals/summary.dto';

export class SharedItemResponse extends CountedItemResponse {
  @ApiProperty({ ...SHARE, description: 'Of the measure’s whole through the lens, 4 decimals' })
  share: number;
}

export class ChapterResponse extends CountsResponse {
  @ApiProperty({ format: 'date' })
  first_day: string;

  @ApiProperty({ format: 'date' })
  last_day: string;

  @ApiProperty({
    ...SHARE,
    nullable: true,
    description: 'How far its first 12 weeks are from the 12 weeks before, 4 decimals; null for the first chapter',
  })
  distance: number | null;

  @ApiProperty({ type: [SharedItemResponse], description: 'At most 5' })
  top_artists: SharedItemResponse[];

  @ApiProperty({ type: [CountedItemResponse], description: 'The best of those first played in it, at most 5' })
  new_artists: CountedItemResponse[];
}

export class ChaptersResponse extends ThroughLensResponse {
  @ApiProperty({ minimum: 0.1, maximum: 0.95 })
  threshold: number;

  @ApiProperty({ type: [ChapterResponse], description: 'Oldest first' })
  items: ChapterResponse[];
}
