import { performance } from 'node:perf_hooks';
import { type AxiosInstance, type AxiosRequestConfig, isAxiosError } from 'axios';
import { currentContext } from '../common/request-context';
import type { CalledService } from './api-log.schema';
import type { LoggedCall } from './api-log-writer.service';
import { troubleOf } from './call-trouble';
import { pathOf } from './route';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** User for whom the call is made, for its log. */
    userId?: string;
    /** Set as the call leaves, on the monotonic clock. */
    startedAt?: number;
  }
}

const LONGEST_ERROR = 300;

/** What is logged of a client's calls, and where to. */
export interface OutboundLog {
  service: CalledService;
  /** What is called, as a row names it: `the platform`. */
  called: string;
  write(call: LoggedCall): void;
  /** What the body of an answer of 400 or above says went wrong; '' when it says nothing. */
  problemIn(body: unknown): string;
}

/** Logs every call that an HTTP client makes from now on. */
export function logOutboundCalls(http: AxiosInstance, log: OutboundLog): void {
  http.interceptors.request.use((config) => {
    config.startedAt = performance.now();
    return config;
  });
  http.interceptors.response.use(
    (answer) => {
      const error = answer.status < 400 ? '' : log.problemIn(answer.data);
      log.write(callOf(answer.config, log.service, answer.status, error));
      return answer;
    },
    (error: unknown) => {
      if (isAxiosError(error) && error.config !== undefined)
        log.write(callOf(error.config, log.service, error.response?.status ?? 0, `${log.called} ${troubleOf(error)}`));
      throw error;
    },
  );
}

function callOf(config: AxiosRequestConfig, service: CalledService, status: number, error: string): LoggedCall {
  const { startedAt = performance.now(), userId = '', method = 'get', url = '' } = config;
  return {
    user_id: userId,
    service,
    method: method.toUpperCase(),
    endpoint: pathOf(url),
    status_code: status,
    latency_ms: Math.round((performance.now() - startedAt) * 100) / 100,
    error: error.slice(0, LONGEST_ERROR),
    request_id: currentContext()?.requestId ?? '',
    timestamp: new Date(),
  };
}
