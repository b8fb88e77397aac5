import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { isRedisUnavailable } from '../../common/errors/unavailable';
import { REQUEST_REDIS } from '../../queue/redis';
import { PlatformApp } from '../platform-app';
import { PlatformRateLimited } from '../platform.errors';
import { PAUSE_SCRIPT, TURN_SCRIPT } from './pace-scripts';

/** Nothing is held for longer than this: neither a worker nor a request. */
const LONGEST_WAIT_MS = 60_000;

/** Who calls: somebody who waits for the answer, or a job. Each has turns of its own, so that jobs never starve people. */
export type Share = 'interactive' | 'background';

/**
 * How long a pause may be that is waited for. A job is put back for a longer one, which costs it a few seconds and leaves
 * its worker free; a person is told.
 */
const LONGEST_PAUSE_MS: Record<Share, number> = { interactive: LONGEST_WAIT_MS, background: 5_000 };

/** Paces the calls of one app over all replicas, and keeps the pauses that the platform orders. */
@Injectable()
export class AppPace implements OnModuleDestroy {
  private readonly logger = new Logger(AppPace.name);
  private readonly stopping = new AbortController();
  private readonly pauseKey: string;
  private isRedisAway = false;
  /** Unix milliseconds; holds in this process what Redis could not be told. */
  private localPauseUntil = 0;

  constructor(
    @Inject(REQUEST_REDIS) private readonly redis: Redis,
    private readonly app: PlatformApp,
  ) {
    // Any number of calls may wait.
    setMaxListeners(0, this.stopping.signal);
    this.pauseKey = `platform:${app.clientId}:pause`;
  }

  /** Those who wait for a turn are let go at once when the service stops. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * Waits until the app may call. While Redis is away calls go on unpaced.
   *
   * @param deadline Unix milliseconds by which the turn must have come
   * @throws PlatformRateLimited at once when that would take longer than until the deadline, or than a minute, and for a
   * job also when the platform has ordered a pause of more than a few seconds
   */
  async takeTurn(share: Share, deadline: number): Promise<void> {
    for (;;) {
      const longestMs = Math.max(0, Math.min(deadline - Date.now(), LONGEST_WAIT_MS));
      const { granted, waitMs } = await this.askForTurn(share, longestMs);
      // What is not granted is a pause, or lies beyond the longest wait anyhow.
      const bearableMs = granted ? longestMs : Math.min(longestMs, LONGEST_PAUSE_MS[share]);
      if (waitMs > bearableMs) throw limitedFor(waitMs);
      if (waitMs > 0) await this.wait(waitMs);
      // A pause may have begun while this one waited for its turn.
      if (granted && (waitMs === 0 || (await this.pauseMs()) === 0)) return;
    }
  }

  /** Keeps the whole app from calling for so long. */
  async pause(seconds: number): Promise<void> {
    this.logger.warn(`The platform takes no more calls of this app for ${seconds} s`);
    const milliseconds = seconds * 1000;
    await this.orElse(
      () => this.redis.eval(PAUSE_SCRIPT, 1, this.pauseKey, milliseconds),
      () => {
        this.localPauseUntil = Math.max(this.localPauseUntil, Date.now() + milliseconds);
      },
    );
  }

  /** When the app may call again; null when it may now. */
  async pausedUntil(): Promise<Date | null> {
    const milliseconds = await this.pauseMs();
    return milliseconds === 0 ? null : new Date(Date.now() + milliseconds);
  }

  private async pauseMs(): Promise<number> {
    const shared = await this.orElse(
      () => this.redis.pttl(this.pauseKey),
      () => 0,
    );
    return Math.max(0, shared, this.localPauseMs());
  }

  private async askForTurn(share: Share, longestMs: number): Promise<{ granted: boolean; waitMs: number }> {
    const localMs = this.localPauseMs();
    if (localMs > 0) return { granted: false, waitMs: localMs };
    const { callsPerWindow, windowMs } = this.app.pace;
    const turns = `platform:${this.app.clientId}:turns:${share}`;
    const [granted, waitMs] = await this.orElse(
      async () =>
        (await this.redis.eval(TURN_SCRIPT, 2, this.pauseKey, turns, callsPerWindow[share], windowMs, longestMs)) as [
          number,
          number,
        ],
      () => [1, 0],
    );
    return { granted: granted === 1, waitMs };
  }

  private localPauseMs(): number {
    return Math.max(0, this.localPauseUntil - Date.now());
  }

  private async wait(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    const begun = Date.now();
    try {
      await sleep(milliseconds, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      throw limitedFor(begun + milliseconds - Date.now());
    }
  }

  /** What Redis says, or `otherwise` while it is away, which is logged when it begins. */
  private async orElse<T>(ask: () => Promise<T>, otherwise: () => T): Promise<T> {
    try {
      const answer = await ask();
      this.isRedisAway = false;
      return answer;
    } catch (error) {
      if (!isRedisUnavailable(error)) throw error;
      if (!this.isRedisAway) this.logger.warn(`Calls to the platform go on unpaced, Redis is away: ${String(error)}`);
      this.isRedisAway = true;
      return otherwise();
    }
  }
}

function limitedFor(milliseconds: number): PlatformRateLimited {
  return new PlatformRateLimited(Math.max(1, Math.ceil(milliseconds / 1000)));
}
