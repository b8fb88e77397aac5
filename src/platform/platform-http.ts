import { HttpService } from '@nestjs/axios';
import { Injectable } from '@nestjs/common';
import type { AxiosRequestConfig } from 'axios';
import { PlatformUnavailable } from './platform.errors';

const TIMEOUT_MS = 10_000;

export interface PlatformRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  /** Sent form-encoded. */
  form?: URLSearchParams;
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
  constructor(private readonly http: HttpService) {}

  /**
   * @returns the answer, whatever its status
   * @throws PlatformUnavailable when there was no whole answer in time
   */
  async send({ method, url, headers, form, timeoutMs = TIMEOUT_MS }: PlatformRequest): Promise<PlatformAnswer> {
    const signal = AbortSignal.timeout(timeoutMs);
    const config: AxiosRequestConfig<URLSearchParams> = { method, url, headers, data: form, signal };
    try {
      const answer = await this.http.axiosRef.request<unknown>(config);
      const retryAfter: unknown = answer.headers['retry-after'];
      return { status: answer.status, body: answer.data, retryAfter: typeof retryAfter === 'string' ? retryAfter : '' };
    } catch (error) {
      // The error of the HTTP client is not passed on, not even as a cause: it carries the request with its tokens.
      throw new PlatformUnavailable(signal.aborted ? `no answer within ${timeoutMs / 1000} s` : messageOf(error));
    }
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed';
  // A host with several addresses fails with one error for each, and no message of its own.
  return error.message !== '' ? error.message : 'code' in error ? String(error.code) : error.name;
}
