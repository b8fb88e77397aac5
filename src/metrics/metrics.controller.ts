import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../common/authentication';
import { MetricsAnswer } from './metrics-answer';

/** For Prometheus, and no part of the API: see docs/monitoring.md. */
@Public()
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly answer: MetricsAnswer) {}

  @Get()
  async metrics(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { contentType, text } = await this.answer.to(request.raw);
    void reply.header('content-type', contentType);
    return text;
  }
}
