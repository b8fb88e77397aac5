import { ApiProperty } from '@nestjs/swagger';
import { COUNT } from '../common/openapi';

/** An artist, an album, a track or a genre. What its kind does not have is "". */
export interface Item {
  id: string;
  name: string;
  artist_id: string;
  artist_name: string;
  album_id: string;
  album_name: string;
  image_url: string;
}

export class ItemResponse implements Item {
  @ApiProperty({ description: 'The platform’s, else one made of names; of a genre its name' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'The primary artist of an album or a track' })
  artist_id: string;

  @ApiProperty()
  artist_name: string;

  @ApiProperty({ description: 'The album of a track' })
  album_id: string;

  @ApiProperty()
  album_name: string;

  @ApiProperty({ description: 'A picture; of a track that of its album' })
  image_url: string;
}

export class CountedItemResponse extends ItemResponse {
  @ApiProperty(COUNT)
  play_count: number;

  @ApiProperty({ ...COUNT, description: 'Counted time of the plays, in ms' })
  total_ms: number;
}
