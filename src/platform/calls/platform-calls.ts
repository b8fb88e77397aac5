import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { currentContext } from '../../common/request-context';
import { PlatformApp } from '../platform-app';
import {
  AccessTokenRefused,
  EndpointClosed,
  NotLinked,
  type PlatformError,
  PlatformRefused,
  PlatformUnavailable,
} from '../platform.errors';
import { failureOf, isSuccess, retryAfterSecondsOf } from '../platform-failure';
import { type PlatformAnswer, PlatformHttp, type PlatformRequest } from '../platform-http';
import { PlatformTokensService } from '../platform-tokens.service';
import { AppPace, type Share } from './app-pace';
import { backOffMs, isWorthRetrying } from './back-off';
import { closureReason, type EndpointFamily } from './endpoint-families';
import { EndpointStates } from './endpoint-states';

/** How long a call may take in all, with its waits and tries: a request is answered within 30 s, a job can wait. */
const BUDGET_MS: Record<Share, number> = { interactive: 15_000, background: 90_000 };
const LONGEST_TRY_MS = 10_000;
/** A try for which less time than this is left is not begun. */
const SHORTEST_TRY_MS = 2_000;
/** Users whose links a call for anyone may find broken before it gives up. */
const MOST_BROKEN = 2;

/** A call of the Web API. */
export interface PlatformCall {
  /** GET unless given. */
  method?: 'GET' | 'POST' | 'PUT';
  /** Begins with `/v1/`. */
  path: string;
  /** What is undefined is left out. */
  query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  json?: unknown;
  /** Ids of what is asked for; none for a call that names nothing that could be missing. */
  items?: readonly string[];
  /** Named for endpoints that may be closed to this app. */
  family?: EndpointFamily;
}

/**
 * Calls the Web API: with a good token, at the app's pace, again where that helps. Every method returns the body of a
 * successful answer ("" for one without), not checked yet, and throws the PlatformError that tells what went wrong.
 */
@Injectable()
export class PlatformCalls {
  constructor(
    private readonly app: PlatformApp,
    private readonly http: PlatformHttp,
    private readonly tokens: PlatformTokensService,
    private readonly pace: AppPace,
    private readonly endpoints: EndpointStates,
  ) {}

  /** A call on behalf of a user. A token that the platform refuses is renewed once. */
  async forUser(userId: string, call: PlatformCall): Promise<unknown> {
    return this.withTokenOf(userId, call, userId);
  }

  /** A call that any user's token will do for, such as for the catalogue. It shows in nobody's log. */
  async forAnyone(call: PlatformCall): Promise<unknown> {
    const broken: string[] = [];
    for (;;) {
      const userId = await this.tokens.anyLinkedUser(broken);
      try {
        return await this.withTokenOf(userId, call, '');
      } catch (error) {
        if (!(error instanceof NotLinked) || broken.length === MOST_BROKEN) throw error;
        broken.push(userId);
      }
    }
  }

  /** @param loggedFor user in whose log the call shows */
  async withToken(accessToken: string, call: PlatformCall, loggedFor = ''): Promise<unknown> {
    const { family } = call;
    const isKnownOpen = family !== undefined && (await this.endpoints.isKnownOpen(family));
    const answer = await this.exchange(this.requestOf(call, accessToken, loggedFor));
    if (isSuccess(answer)) {
      if (family !== undefined && !isKnownOpen) await this.endpoints.noteOpen(family);
      return answer.body;
    }
    if (answer.status === 401) throw new AccessTokenRefused();
    throw await this.meaningOf(failureOf(answer), call);
  }

  /** What a failure means for a call, which for a family of endpoints may be that it is closed to this app. */
  private async meaningOf(
    failure: PlatformError,
    { family, items = [], method }: PlatformCall,
  ): Promise<PlatformError> {
    const reason = closureReason(failure);
    if (reason === null) return failure;
    // A command can miss what its query or body names; a read of something that is not named is not open to the app.
    if (family === undefined) return method === undefined && items.length === 0 ? new PlatformRefused(reason) : failure;
    return (await this.endpoints.noteRefused(family, items, reason)) ? new EndpointClosed(family, reason) : failure;
  }

  private async withTokenOf(userId: string, call: PlatformCall, loggedFor: string): Promise<unknown> {
    const token = await this.tokens.accessTokenFor(userId);
    try {
      return await this.withToken(token, call, loggedFor);
    } catch (error) {
      if (!(error instanceof AccessTokenRefused)) throw error;
      return this.withToken(await this.tokens.renewRefused(userId, token), call, loggedFor);
    }
  }

  private requestOf(
    { method = 'GET', path, query = {}, json }: PlatformCall,
    token: string,
    userId: string,
  ): PlatformRequest {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
    const search = parameters.size === 0 ? '' : `?${parameters.toString()}`;
    return {
      method,
      url: `${this.app.apiUrl}${path}${search}`,
      headers: { authorization: `Bearer ${token}` },
      json,
      userId,
    };
  }

  /** Tries until there is an answer that is worth no other try, or the time is up. */
  private async exchange(request: PlatformRequest): Promise<PlatformAnswer> {
    const share: Share = currentContext()?.jobId === undefined ? 'interactive' : 'background';
    const deadline = Date.now() + BUDGET_MS[share];
    const lastStart = deadline - SHORTEST_TRY_MS;
    for (let tries = 1; ;) {
      await this.pace.takeTurn(share, lastStart);
      const timeoutMs = Math.max(SHORTEST_TRY_MS, Math.min(LONGEST_TRY_MS, deadline - Date.now()));
      const outcome = await this.http.send({ ...request, timeoutMs }).catch(unanswered);
      if (!(outcome instanceof PlatformUnavailable) && outcome.status === 429) {
        // The platform has not done what was asked, so that any method may be sent again after the pause.
        await this.pace.pause(retryAfterSecondsOf(outcome));
        continue;
      }
      const status = outcome instanceof PlatformUnavailable ? null : outcome.status;
      const pauseMs = backOffMs(tries, Math.random());
      if (!isWorthRetrying(request.method, status, tries) || Date.now() + pauseMs > lastStart) return answered(outcome);
      await sleep(pauseMs);
      tries += 1;
    }
  }
}

function unanswered(error: unknown): PlatformUnavailable {
  if (error instanceof PlatformUnavailable) return error;
  throw error;
}

function answered(outcome: PlatformAnswer | PlatformUnavailable): PlatformAnswer {
  if (outcome instanceof PlatformUnavailable) throw outcome;
  return outcome;
}
