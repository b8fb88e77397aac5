import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../common/authentication';
import { HealthResponse, NotReadyResponse, ReadyResponse } from './health.dto';
import { ReadinessService } from './readiness.service';
import { SERVICE_NAME, SERVICE_VERSION } from './version';

const RETRY_AFTER_SECONDS = '3';

@Public()
@ApiTags('health')
@Controller('api/health')
export class HealthController {
  constructor(private readonly readiness: ReadinessService) {}

  @Get()
  @ApiOperation({ summary: 'Whether the service runs at all' })
  @ApiOkResponse({ type: HealthResponse })
  health(): HealthResponse {
    return { status: 'healthy', service: SERVICE_NAME, version: SERVICE_VERSION };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Whether the service reaches what it depends on' })
  @ApiOkResponse({ type: ReadyResponse })
  @ApiResponse({ status: 503, type: NotReadyResponse, description: 'Not ready' })
  async ready(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReadyResponse | NotReadyResponse> {
    const failures = await this.readiness.failures();
    if (failures.length === 0) return { status: 'ready' };
    void reply.status(503).header('retry-after', RETRY_AFTER_SECONDS);
    const reason = failures.join(', ');
    return { status: 'not_ready', reason, detail: `Not ready: ${reason}`, request_id: request.id };
  }
}
