import { HttpService } from '@nestjs/axios';
import { Injectable, Logger } from '@nestjs/common';
import type { AxiosRequestConfig } from 'axios';
import { troubleOf } from '../api-logs/call-trouble';
import { pathOf } from '../api-logs/route';
import { PlatformUnavailable } from './platform.errors';

const TIMEOUT_MS = 10_000;

export interface PlatformRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  /** Sent form-encoded. */
  form?: URLSearchParams;
  /** Sent as JSON. */
  json?: unknown;
  /** In whose log the call shows; in nobody's when left out. */
  userId?: string;
  /** How long the whole exchange may take; 10 s unless given. */
  timeoutMs?: number;
}

export interface PlatformAnswer {
  status: number;
  /** Parsed JSON, or the text if it is none; not checked yet. */
  body: unknown;
  /** As sent, in seconds. */
  retryAfter: string;
}

/** The one door through which every call to the platform leaves. */
@Injectable()
export class PlatformHttp {
  private readonly logger = new Logger(PlatformHttp.name);

  constructor(private readonly http: HttpService) {}

  /**
   * @returns the answer, whatever its status
   * @throws PlatformUnavailable when there was no whole answer in time
   */
  async send({
    method,
    url,
    headers,
    form,
    json,
    userId,
    timeoutMs = TIMEOUT_MS,
  }: PlatformRequest): Promise<PlatformAnswer> {
    const signal = AbortSignal.timeout(timeoutMs);
    const config: AxiosRequestConfig = { method, url, headers, data: form ?? json, userId, signal };
    try {
      const answer = await this.http.axiosRef.request<unknown>(config);
      const retryAfter: unknown = answer.headers['retry-after'];
      return { status: answer.status, body: answer.data, retryAfter: typeof retryAfter === 'string' ? retryAfter : '' };
    } catch (error) {
      this.logger.debug(`${method} ${pathOf(url)} had no answer: ${String(error)}`);
      // The error of the HTTP client is not passed on, not even as a cause: it carries the request with its tokens.
      throw new PlatformUnavailable(
        signal.aborted ? `gave no answer within ${Number((timeoutMs / 1000).toPrecision(2))} s` : troubleOf(error),
      );
    }
  }
}
