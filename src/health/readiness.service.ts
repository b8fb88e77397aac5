import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckResult, HealthCheckService, HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import type { Redis } from 'ioredis';
import { withTimeout } from '../common/with-timeout';
import { DatabaseService } from '../database/database.service';
import { REQUEST_REDIS } from '../queue/redis';

const PING_TIMEOUT_MS = 1_000;

/** What the service cannot do without. */
export const DEPENDENCIES = ['database', 'cache'] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

/**
 * Asks the document database and the cache for a sign of life. Terminus' own indicators read the state of the
 * connection only, which stays "up" while a server hangs; these send a ping.
 */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly databaseService: DatabaseService,
    @Inject(REQUEST_REDIS) private readonly redis: Redis,
  ) {}

  /** @returns what does not answer: `database`, `cache`, both or nothing */
  async failures(): Promise<string[]> {
    const result = await this.checks
      .check(DEPENDENCIES.map((name) => () => this.indicate(name)))
      .catch(resultOfFailure);
    return Object.entries(result.details)
      .filter(([, { status }]) => status !== 'up')
      .map(([name]) => name);
  }

  /** Asks one of them. @throws Error when it does not answer within a second */
  async ping(name: Dependency): Promise<void> {
    if (name === 'database') await this.databaseService.ping();
    else await withTimeout(this.redis.ping(), PING_TIMEOUT_MS);
  }

  private async indicate(name: Dependency): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check(name);
    try {
      await this.ping(name);
      return indicator.up();
    } catch (error) {
      return indicator.down(String(error));
    }
  }
}

/** Terminus throws the very result that it returns when all is well. */
function resultOfFailure(error: unknown): HealthCheckResult {
  if (error instanceof ServiceUnavailableException) return error.getResponse() as HealthCheckResult;
  throw error;
}
