import { ApiProperty } from '@nestjs/swagger';
import { PlayResponse } from '../history/listing/history.dto';

/** A play as the history lists it, and where it came from. */
export class ExplorePlayResponse extends PlayResponse {
  @ApiProperty({ description: 'Where the play came from' })
  origin: string;

  @ApiProperty({ description: 'What it was played with; empty where that is not known' })
  client: string;
}
