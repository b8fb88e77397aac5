import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { isRedisUnavailable } from '../../common/errors/unavailable';
import { REQUEST_REDIS } from '../../queue/redis';
import { PlatformApp } from '../platform-app';
import { EndpointClosed } from '../platform.errors';
import { ENDPOINT_FAMILIES, type EndpointFamily } from './endpoint-families';

/** What was found out is believed for a day, then looked at again. */
const REMEMBERED_SECONDS = 24 * 3600;

/** What is known of a family of endpoints. */
export interface EndpointState {
  available: boolean;
  /** The platform's reason for which it is closed; "" for an open one. */
  reason: string;
  /** When it was found out. */
  since: Date;
}

/** Remembers, for all replicas, which families of endpoints are open to this app. Nothing is known while Redis is away. */
@Injectable()
export class EndpointStates {
  private readonly logger = new Logger(EndpointStates.name);

  constructor(
    @Inject(REQUEST_REDIS) private readonly redis: Redis,
    private readonly app: PlatformApp,
  ) {}

  /**
   * @returns whether it is known that the family is open
   * @throws EndpointClosed when it is known that it is closed
   */
  async isKnownOpen(family: EndpointFamily): Promise<boolean> {
    const [state] = await this.statesOf([family]);
    if (state === null || state === undefined) return false;
    if (!state.available) throw new EndpointClosed(family, state.reason);
    return true;
  }

  noteOpen(family: EndpointFamily): Promise<void> {
    return this.remember(family, { available: true, reason: '', since: new Date() });
  }

  noteClosed(family: EndpointFamily, reason: string): Promise<void> {
    this.logger.warn(`The platform has closed ${family} to this app: ${reason}. It is tried again after a day.`);
    return this.remember(family, { available: false, reason, since: new Date() });
  }

  /** All families, with null for those of which nothing is known. */
  async list(): Promise<[EndpointFamily, EndpointState | null][]> {
    const states = await this.statesOf(ENDPOINT_FAMILIES);
    return ENDPOINT_FAMILIES.map((family, index) => [family, states[index] ?? null]);
  }

  private async statesOf(families: readonly EndpointFamily[]): Promise<(EndpointState | null)[]> {
    try {
      const stored = await this.redis.mget(families.map((family) => this.keyOf(family)));
      return stored.map((text) => (text === null ? null : parseState(text)));
    } catch (error) {
      if (!isRedisUnavailable(error)) throw error;
      return [];
    }
  }

  private async remember(family: EndpointFamily, state: EndpointState): Promise<void> {
    try {
      await this.redis.set(this.keyOf(family), JSON.stringify(state), 'EX', REMEMBERED_SECONDS);
    } catch (error) {
      if (!isRedisUnavailable(error)) throw error;
      this.logger.warn(`What the platform answered for ${family} is not remembered, Redis is away: ${String(error)}`);
    }
  }

  private keyOf(family: EndpointFamily): string {
    return `platform:${this.app.clientId}:endpoint:${family}`;
  }
}

/** When a family that is closed is tried again. */
export function retryAt({ since }: EndpointState): Date {
  return new Date(since.getTime() + REMEMBERED_SECONDS * 1000);
}

/** The text is what `remember` wrote. */
function parseState(text: string): EndpointState {
  const { available, reason, since } = JSON.parse(text) as { available: boolean; reason: string; since: string };
  return { available, reason, since: new Date(since) };
}
