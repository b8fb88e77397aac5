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

type StatusDistribution = ApiLogStatsResponse['status_distribution'];
/** Each call is in one of them. */
type StatusClass = keyof StatusDistribution;

const CLASSES_OF_STATUSES: readonly StatusClass[] = ['1xx', '2xx', '3xx', '4xx', '5xx'];

const FAILURES: ReadonlySet<StatusClass> = new Set(['4xx', '5xx', 'no_answer']);

/** Sums up the calls of one user. */
export function statsOf(groups: readonly CallGroup[]): ApiLogStatsResponse {
  const total = sum(groups, () => true);
  const errors = sum(groups, ({ status }) => FAILURES.has(classOf(status)));
  const latencyMs = groups.reduce((whole, group) => whole + group.latencyMs, 0);
  return {
    total_calls: total,
    error_count: errors,
    rate_limit_count: sum(groups, ({ status }) => status === 429),
    success_rate: total === 0 ? 100 : hundredths((100 * (total - errors)) / total),
    avg_latency_ms: total === 0 ? 0 : hundredths(latencyMs / total),
    status_distribution: distributionOf(groups),
    top_endpoints: topEndpoints(groups),
  };
}

function distributionOf(groups: readonly CallGroup[]): StatusDistribution {
  const distribution: StatusDistribution = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, no_answer: 0 };
  for (const { status, count } of groups) distribution[classOf(status)] += count;
  return distribution;
}

/** A status that HTTP does not know is treated as one of the server's failures (RFC 9110, section 15). */
function classOf(status: number): StatusClass {
  if (status === 0) return 'no_answer';
  const name = `${Math.floor(status / 100)}xx`;
  return CLASSES_OF_STATUSES.find((known) => known === name) ?? '5xx';
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
