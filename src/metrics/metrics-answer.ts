import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AppError, NotFound } from '../common/errors/errors';
import { Settings } from '../config/settings';
import { metricsAccess } from './metrics-access';
import { MetricsService } from './metrics.service';

class MetricsRefused extends AppError {
  readonly status = 403;

  constructor() {
    super('The metrics need the token METRICS_TOKEN of the settings, as "Authorization: Bearer ..."');
  }
}

/** Answers those who may read the metrics. */
@Injectable()
export class MetricsAnswer {
  constructor(
    private readonly settings: Settings,
    private readonly metrics: MetricsService,
  ) {}

  /** @throws NotFound where the metrics are closed to this caller, MetricsRefused where the token is missing or wrong */
  async to(request: IncomingMessage): Promise<{ contentType: string; text: string }> {
    const access = metricsAccess(request, this.settings.metricsToken);
    if (access === 'closed') throw new NotFound('Not Found');
    if (access === 'refused') throw new MetricsRefused();
    return { contentType: this.metrics.contentType, text: await this.metrics.text() };
  }
}
