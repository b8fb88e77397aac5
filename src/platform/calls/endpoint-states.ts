import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { isRedisUnavailable } from '../../common/errors/unavailable';
import { REQUEST_REDIS } from '../../queue/redis';
import { PlatformApp } from '../platform-app';
import { EndpointClosed } from '../platform.errors';
import { ENDPOINT_FAMILIES, type EndpointFamily } from './endpoint-families';

/** What was found out is believed for a day, then looked at again. */
const REMEMBERED_SECONDS = 24 * 3600;

/** So many different items are refused in a row before that is more than theirs. */
export const REFUSALS_OF_CLOSED = 3;

/** What is known of a family of endpoints. */
export interface EndpointState {
  available: boolean;
  /** The platform's reason for which it is closed; "" for an open one. */
  reason: string;
  /** When it was found out. */
  since: Date;
}

/** What is remembered of a family. */
interface StoredState extends Omit<EndpointState, 'available'> {
  /** Null while nothing but refusals is known. */
  available: boolean | null;
  /** Ids of the different items that were refused since one was last given. */
  refused: string[];
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
   * @returns whether it is known that the family is open, and nothing of it was refused lately
   * @throws EndpointClosed when it is known that it is closed
   */
  async isKnownOpen(family: EndpointFamily): Promise<boolean> {
    const [state] = await this.statesOf([family]);
    if (state === null || state === undefined) return false;
    if (state.available === false) throw new EndpointClosed(family, state.reason);
    return state.available === true && state.refused.length === 0;
  }

  noteOpen(family: EndpointFamily): Promise<void> {
    return this.remember(family, { available: true, reason: '', since: new Date(), refused: [] });
  }

  /**
   * Notes that a call was refused. One item may be private, or not be there; a call that names none, or three different
   * items in a row, mean that the endpoint is closed.
   *
   * @param items ids of what the call asked for
   * @returns whether the family counts as closed now
   */
  async noteRefused(family: EndpointFamily, items: readonly string[], reason: string): Promise<boolean> {
    const [former] = await this.statesOf([family]);
    const refused = [...new Set([...(former?.refused ?? []), ...items])];
    const since = new Date();
    if (items.length > 0 && refused.length < REFUSALS_OF_CLOSED) {
      await this.remember(family, { available: null, reason: '', since, ...former, refused });
      return false;
    }
    this.logger.warn(`The platform has closed ${family} to this app: ${reason}. It is tried again after a day.`);
    await this.remember(family, { available: false, reason, since, refused: [] });
    return true;
  }

  /** All families, with null for those of which nothing is known. */
  async list(): Promise<[EndpointFamily, EndpointState | null][]> {
    const states = await this.statesOf(ENDPOINT_FAMILIES);
    return ENDPOINT_FAMILIES.map((family, index) => [family, knownOf(states[index] ?? null)]);
  }

  private async statesOf(families: readonly EndpointFamily[]): Promise<(StoredState | null)[]> {
    try {
      const stored = await this.redis.mget(families.map((family) => this.keyOf(family)));
      return stored.map((text) => (text === null ? null : parseState(text)));
    } catch (error) {
      if (!isRedisUnavailable(error)) throw error;
      return [];
    }
  }

  private async remember(family: EndpointFamily, state: StoredState): Promise<void> {
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

function knownOf(state: StoredState | null): EndpointState | null {
  if (state === null || state.available === null) return null;
  const { available, reason, since } = state;
  return { available, reason, since };
}

/** The text is what `remember` wrote, in this release or a former one, which counted no refusals. */
function parseState(text: string): StoredState {
  const {
    since,
    refused = [],
    ...state
  } = JSON.parse(text) as Omit<StoredState, 'since' | 'refused'> & {
    since: string;
    refused?: string[];
  };
  return { ...state, refused, since: new Date(since) };
}
