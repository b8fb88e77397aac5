import { ApiProperty } from '@nestjs/swagger';
import { ErrorResponse } from '../common/openapi';

export class HealthResponse {
  @ApiProperty({ enum: ['healthy'] })
  status: 'healthy';

  @ApiProperty({ example: 'playledger' })
  service: string;

  @ApiProperty({ example: '1.0.0' })
  version: string;
}

export class ReadyResponse {
  @ApiProperty({ enum: ['ready'] })
  status: 'ready';
}

export class NotReadyResponse extends ErrorResponse {
  @ApiProperty({ enum: ['not_ready'] })
  status: 'not_ready';

  @ApiProperty({ description: 'What failed: `database`, `cache` or both, comma-separated' })
  reason: string;
}
