import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../queue/redis';

/** How long a person may take to consent. */
export const LOGIN_STATE_SECONDS = 600;

const STATE_BYTES = 32;
const FORMS = ['browser', 'json'] as const;

/** Whether a login was begun by a browser, which was redirected, or by a client, which was told the address. */
export type LoginForm = (typeof FORMS)[number];

const stateKey = (state: string): string => `login:state:${state}`;

/**
 * The states of logins that have begun: random words that go to the platform and come back, so that nobody can slip
 * somebody else's login into a callback (RFC 6749, section 10.12). Each is good for one use within ten minutes.
 */
@Injectable()
export class LoginStates {
  constructor(@Inject(REQUEST_REDIS) private readonly redis: Redis) {}

  async issue(form: LoginForm): Promise<string> {
    const state = randomBytes(STATE_BYTES).toString('base64url');
    await this.redis.set(stateKey(state), form, 'EX', LOGIN_STATE_SECONDS);
    return state;
  }

  /** Uses a state up. @returns how its login was begun; undefined for one that is not known (any more) */
  async redeem(state: string): Promise<LoginForm | undefined> {
    const key = stateKey(state);
    // The client pipelines the commands of one tick; of several that read a state, one deletes it.
    const [form, deleted] = await Promise.all([this.redis.get(key), this.redis.del(key)]);
    return deleted === 1 ? FORMS.find((known) => known === form) : undefined;
  }
}
