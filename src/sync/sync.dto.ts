import { ApiProperty } from '@nestjs/swagger';

export class SyncStartedResponse {
  @ApiProperty({ enum: ['started'] })
  status: 'started';

  @ApiProperty()
  job_id: string;

  @ApiProperty({ description: 'The same for a person' })
  message: string;
}
