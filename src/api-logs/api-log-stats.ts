import type { ApiLogStatsResponse } from './api-logs.dto';

/** Calls that share status, method and route. */
export interface CallGroup {
  status: number;
  method: string;
  route: string;
  count: number;
  /** Milliseconds of all of them together. */
  latencyMs: number;
}

const TOP = 10;

/** Sums up the calls of one user. */
export function statsOf(groups: readonly CallGroup[]): ApiLogStatsResponse {
  const total = sum(groups, () => true);
  const errors = sum(groups, ({ status }) => status === 0 || status >= 400);
  const latencyMs = groups.reduce((whole, group) => whole + group.latencyMs, 0);
  return {
    total_calls: total,
    error_count: errors,
    rate_limit_count: sum(groups, ({ status }) => status === 429),
    success_rate: total === 0 ? 100 : hundredths((100 * (total - errors)) / total),
    avg_latency_ms: total === 0 ? 0 : hundredths(latencyMs / total),
    status_distribution: {
      '2xx': sum(groups, ({ status }) => Math.floor(status / 100) === 2),
      '4xx': sum(groups, ({ status }) => Math.floor(status / 100) === 4),
      '5xx': sum(groups, ({ status }) => Math.floor(status / 100) === 5),
    },
    top_endpoints: topEndpoints(groups),
  };
}

function topEndpoints(groups: readonly CallGroup[]): { endpoint: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { method, route, count } of groups) {
    const endpoint = `${method} ${route}`;
    counts.set(endpoint, (counts.get(endpoint) ?? 0) + count);
  }
  return [...counts]
    .map(([endpoint, count]) => ({ endpoint, count }))
    .sort((left, right) => right.count - left.count || (left.endpoint < right.endpoint ? -1 : 1))
    .slice(0, TOP);
}

function sum(groups: readonly CallGroup[], belongs: (group: CallGroup) => boolean): number {
  return groups.reduce((count, group) => (belongs(group) ? count + group.count : count), 0);
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;
