import { ApiProperty } from '@nestjs/swagger';
import { COUNT } from '../../common/openapi';
import { CountedItemResponse } from '../item.dto';
import { ThroughLensResponse } from '../lens/lens.dto';

export class FoundItemResponse extends CountedItemResponse {
  @ApiProperty()
  last_played_at: Date;
}

export class FoundItemsResponse {
  @ApiProperty({
    type: [FoundItemResponse],
    description:
      'First those whose name is the search, then begins with it, then those in whose text each of its words begins a ' +
      'word; within each by plays',
  })
  items: FoundItemResponse[];

  @ApiProperty({ ...COUNT, description: 'All that are found' })
  total: number;
}

export class SearchResponse extends ThroughLensResponse {
  @ApiProperty({ description: 'What was looked for' })
  query: string;

  @ApiProperty()
  artists: FoundItemsResponse;

  @ApiProperty()
  albums: FoundItemsResponse;

  @ApiProperty()
  tracks: FoundItemsResponse;
}
