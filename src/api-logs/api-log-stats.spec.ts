import { statsOf } from './api-log-stats';

const group = (status: number, count: number, route = '/v1/me', latencyMs = 0, method = 'GET') => ({
  status,
  method,
  route,
  count,
  latencyMs,
});

describe('the sums over logged calls', () => {
  it('are those of a service that never fails when there are no calls', () => {
    expect(statsOf([])).toEqual({
      total_calls: 0,
      error_count: 0,
      rate_limit_count: 0,
      success_rate: 100,
      avg_latency_ms: 0,
      status_distribution: { '2xx': 0, '4xx': 0, '5xx': 0 },
      top_endpoints: [],
    });
  });

  it('tell errors, rate limits and classes of statuses apart', () => {
    const stats = statsOf([
      group(200, 4),
      group(204, 1),
      group(302, 1),
      group(404, 2),
      group(429, 3),
      group(503, 1),
      group(0, 2),
    ]);
    expect(stats).toMatchObject({
      total_calls: 14,
      error_count: 8,
      rate_limit_count: 3,
      success_rate: 42.86,
      status_distribution: { '2xx': 5, '4xx': 5, '5xx': 1 },
    });
  });

  it('have the mean latency of calls, not of groups', () => {
    expect(statsOf([group(200, 3, '/v1/me', 300), group(500, 1, '/v1/me', 50)]).avg_latency_ms).toBe(87.5);
  });

  it('count an endpoint over its statuses, and list the ten most called', () => {
    const many = Array.from({ length: 12 }, (_, index) => group(200, index + 1, `/v1/r${index + 1}`));
    const stats = statsOf([...many, group(500, 20, '/v1/r1'), group(200, 21, '/v1/r1', 0, 'PUT')]);
    expect(stats.top_endpoints).toHaveLength(10);
    expect(stats.top_endpoints.slice(0, 3)).toEqual([
      { endpoint: 'GET /v1/r1', count: 21 },
      { endpoint: 'PUT /v1/r1', count: 21 },
      { endpoint: 'GET /v1/r12', count: 12 },
    ]);
  });
});
