import { Injectable, Logger } from '@nestjs/common';
import { InjectThrottlerOptions, type ThrottlerModuleOptions } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionService } from '../auth/session.service';
import { RateLimitExceeded } from '../common/errors/errors';
import type { Session } from '../common/authentication';
import { isExplorePath, isHealthPath } from '../common/paths';
import { callerNetwork } from './caller-network';
import { RedisThrottlerStorage } from './redis-throttler.storage';

/** The routes of the page with its files, and of what a metrics scraper reads. */
const UNCOUNTED = new Set(['/', '/auth/callback', '/assets/*', '/metrics']);

/** One page of explore asks several questions. */
const EXPLORE_FACTOR = 6;

/**
 * Runs before everything else of every request, whether a handler serves it or not: finds out who asks, and whether
 * they may ask again. It is a hook and not a guard because a guard does not see unknown paths or malformed bodies.
 */
@Injectable()
export class AdmissionService {
  private readonly logger = new Logger(AdmissionService.name);
  private readonly limit: number;
  private readonly windowMs: number;
  /** Whether Redis counted the last request: a warning for each one that it does not would bury all others. */
  private isCounting = true;

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    private readonly storage: RedisThrottlerStorage,
    private readonly sessions: SessionService,
  ) {
    const [throttler] = Array.isArray(options) ? options : options.throttlers;
    this.limit = Number(throttler?.limit);
    this.windowMs = Number(throttler?.ttl);
  }

  /** @throws RateLimitExceeded */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const claimed = this.sessions.claimedBy(request);
    // Both ask Redis, in one round trip. A session that proves to be revoked is no claim the next time.
    await Promise.all([this.count(request, reply, claimed[0]), this.confirm(request, claimed)]);
  }

  /** A revoked session is no session: then the next that the request claims counts. */
  private async confirm(request: FastifyRequest, claimed: readonly Session[]): Promise<void> {
    try {
      for (const session of claimed) {
        if (await this.sessions.isRevoked(session)) continue;
        request.session = session;
        return;
      }
    } catch (error) {
      // Routes without a session go on working; the guard refuses the others with this.
      request.sessionError = error as Error;
    }
  }

  private async count(request: FastifyRequest, reply: FastifyReply, session: Session | undefined): Promise<void> {
    if (UNCOUNTED.has(request.routeOptions.url ?? '')) return;
    const network = callerNetwork(request.ip);
    const caller = session === undefined ? `address:${network}` : `user:${session.userId}`;
    const isExplore = isExplorePath(request.url);
    const limit = isExplore ? EXPLORE_FACTOR * this.limit : this.limit;
    const key = isHealthPath(request.url) ? `health:${network}` : isExplore ? `explore:${caller}` : caller;
    let record: Awaited<ReturnType<RedisThrottlerStorage['increment']>>;
    try {
      record = await this.storage.increment(key, this.windowMs, limit);
    } catch (error) {
      // Fails open: a cache that is away must not lock people out of what works without it.
      if (this.isCounting)
        this.logger.warn(`Requests are not counted for the rate limit until Redis works again: ${String(error)}`);
      this.isCounting = false;
      return;
    }
    if (!this.isCounting) this.logger.log('Requests are counted for the rate limit again.');
    this.isCounting = true;
    void reply
      .header('ratelimit-limit', limit)
      .header('ratelimit-remaining', Math.max(0, limit - record.totalHits))
      .header('ratelimit-reset', record.timeToExpire);
    if (record.isBlocked) throw new RateLimitExceeded(record.timeToExpire);
  }
}
