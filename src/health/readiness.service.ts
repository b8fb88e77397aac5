import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckResult, HealthCheckService, HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import type { Redis } from 'ioredis';
import { withTimeout } from '../common/with-timeout';
import { DatabaseService } from '../database/database.service';
import { REQUEST_REDIS } from '../queue/redis';

const PING_TIMEOUT_MS = 1_000;

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
      .check([
        () => this.indicate('database', () => this.databaseService.ping()),
        () => this.indicate('cache', () => this.redis.ping()),
      ])
      .catch(resultOfFailure);
    return Object.entries(result.details)
      .filter(([, { status }]) => status !== 'up')
      .map(([name]) => name);
  }

  private async indicate(name: string, ping: () => Promise<unknown>): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check(name);
    try {
      await withTimeout(ping(), PING_TIMEOUT_MS, () => new Error(`no answer within ${PING_TIMEOUT_MS} ms`));
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
