import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { AppError, NotFound } from '../common/errors/errors';
import { portError } from '../common/port-error';
import { Settings } from '../config/settings';
import { MetricsAnswer } from './metrics-answer';

/** Serves the metrics of a worker, which has no other HTTP server, and nothing else. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private server?: Server;

  constructor(
    private readonly settings: Settings,
    private readonly answer: MetricsAnswer,
  ) {}

  /** @throws StartError when METRICS_PORT cannot be listened on */
  async onApplicationBootstrap(): Promise<void> {
    const { servesHttp, metricsPort, host } = this.settings;
    if (servesHttp || metricsPort === undefined) return;
    this.server = createServer((request, response) => void this.serve(request, response));
    this.server.listen(metricsPort, host);
    try {
      await once(this.server, 'listening');
    } catch (error) {
      throw portError(error, `METRICS_PORT ${metricsPort}`, host);
    }
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!/^\/metrics\/?(\?|$)/.test(request.url ?? '')) throw new NotFound('Not Found');
      const { contentType, text } = await this.answer.to(request);
      response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
    } catch (error) {
      if (!(error instanceof AppError)) this.logger.error(error);
      const [status, detail] = error instanceof AppError ? [error.status, error.message] : [500, 'Internal error'];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }));
    }
  }
}
