import fc from 'fast-check';
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
      status_distribution: { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, no_answer: 0 },
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
      status_distribution: { '1xx': 0, '2xx': 5, '3xx': 1, '4xx': 5, '5xx': 1, no_answer: 2 },
    });
  });

  it('count every call in one class, and as a success or an error, whatever its status', () => {
    const anyGroup = fc.record({ status: fc.nat(999), count: fc.integer({ min: 1, max: 1_000 }) });
    fc.assert(
      fc.property(fc.array(anyGroup, { minLength: 1 }), (groups) => {
        const stats = statsOf(groups.map(({ status, count }) => group(status, count)));
        const { '1xx': informed, '2xx': fine, '3xx': redirected, ...failed } = stats.status_distribution;
        const failures = failed['4xx'] + failed['5xx'] + failed.no_answer;
        expect(informed + fine + redirected + failures).toBe(stats.total_calls);
        expect(stats.error_count).toBe(failures);
        expect(failed.no_answer).toBe(groups.reduce((sum, each) => sum + (each.status === 0 ? each.count : 0), 0));
        expect(stats.success_rate).toBeCloseTo((100 * (stats.total_calls - failures)) / stats.total_calls, 1);
      }),
    );
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
