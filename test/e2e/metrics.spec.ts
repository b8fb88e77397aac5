import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { AppPace } from '../../src/platform/calls/app-pace';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { jobUntil } from '../support/api-calls';
import {
  alertExpressions,
  dashboardExpressions,
  documentedMetrics,
  metricNames,
  unknownIn,
} from '../support/metric-documents';
import { readMetrics, valueOf, type MetricSample } from '../support/prometheus-text';
import { PAUSE_KEY, type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { freePort } from '../support/free-port';
import { extendedRecord, extendedRecords } from '../support/small-uploads';
import { link } from '../support/sync-jobs';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';
import { WorkerProcess } from '../support/worker-process';

const TOKEN = 'a token that only the tests send';

// A login syncs, and a worker is compiled first.
jest.setTimeout(120_000);

function uploadOf(records: Record<string, unknown>[]): FormData {
  const form = new FormData();
  form.append('file', new Blob([JSON.stringify(records)]), 'history.json');
  return form;
}

/** Scrapes until something is told: what a busy machine does not read in time is left out, or counts as away. */
async function scrapedUntil(
  scrape: () => Promise<Response>,
  isTold: (samples: MetricSample[]) => boolean,
): Promise<MetricSample[]> {
  for (;;) {
    const samples = readMetrics(await (await scrape()).text());
    if (isTold(samples)) return samples;
    await sleep(50);
  }
}

describe('GET /metrics', () => {
  let platform: SandboxPlatform;
  let api: TestApp;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, RATE_LIMIT_MAX: '1000', AUTO_LOGIN: 'false' } });
    await link(platform, api, 'otto');
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  const get = (headers: Record<string, string> = {}): Promise<Response> => fetch(`${api.url}/metrics`, { headers });
  const read = async (): Promise<MetricSample[]> => readMetrics(await (await get()).text());
  async function importRecords({ headers }: SignedIn, records: Record<string, unknown>[]): Promise<void> {
    const options = { method: 'POST', headers, body: uploadOf(records) };
    const { body } = await api.call('/api/v1/history/import', options);
    await jobUntil(api.url, headers, String(body.job_id));
  }

  it('speaks the text format', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toMatch(/^# HELP playledger_\w+ .+\n# TYPE playledger_\w+ \w+\n/);
  });

  it('counts requests by the pattern of their route, never by their path', async () => {
    for (const id of ['one', 'two']) await api.call(`/api/v1/artists/${id}`);
    for (const path of ['/nowhere/one', '/nowhere/two', '/wp-admin.php']) await api.call(path);
    const text = await (await get()).text();
    const name = 'playledger_http_request_duration_seconds_count';
    const samples = readMetrics(text);
    expect(valueOf(samples, name, { method: 'GET', route: '/api/v1/artists/:artist_id', status: '404' })).toBe(2);
    expect(valueOf(samples, name, { method: 'GET', route: 'unknown', status: '404' })).toBe(3);
    expect(text).not.toMatch(/nowhere|wp-admin|artists\/(one|two)/);
  });

  it('counts and times jobs and the records of an import', async () => {
    const jobs = 'playledger_job_duration_seconds_count';
    const upload = [...extendedRecords(20), extendedRecord({ ms_played: 0 })];
    const user = await api.signIn();
    await importRecords(user, upload.slice(0, 5));
    await importRecords(user, upload);
    const samples = await read();
    const records = samples.filter(({ name }) => name === 'playledger_import_records_total');
    expect(Object.fromEntries(records.map(({ labels, value }) => [labels.outcome, value]))).toEqual({
      stored: 20,
      merged: 0,
      duplicate: 5,
      not_played: 1,
      not_a_track: 0,
      invalid: 0,
    });
    expect(valueOf(samples, jobs, { type: 'import', outcome: 'completed' })).toBe(2);
    expect(valueOf(samples, jobs, { type: 'initial', outcome: 'completed' })).toBe(1);
    expect(
      valueOf(samples, 'playledger_job_duration_seconds_sum', { type: 'initial', outcome: 'completed' }),
    ).toBeGreaterThan(0.01);
  });

  it('times calls to the platform by route and status, and tells the pause that it orders', async () => {
    const samples = await read();
    const calls = samples.filter(({ name }) => name === 'playledger_platform_call_duration_seconds_count');
    expect(valueOf(calls, calls[0]?.name ?? '', { method: 'GET', route: '/v1/me', status: '200' })).toBe(1);
    expect(calls.map(({ labels }) => labels.route)).toContain('/v1/playlists/{id}/tracks');
    expect(valueOf(samples, 'playledger_platform_pause_seconds')).toBe(0);
    await api.app.get(AppPace, { strict: false }).pause(60);
    const paused = valueOf(await read(), 'playledger_platform_pause_seconds');
    await api.app.get<Redis>(REQUEST_REDIS).del(PAUSE_KEY);
    expect(paused).toBeGreaterThan(0);
    expect(paused).toBeLessThanOrEqual(60);
  });

  it('tells the queues, the dependencies and the process', async () => {
    const isUp = ({ name, value }: MetricSample): boolean => name === 'playledger_dependency_up' && value === 1;
    const samples = await scrapedUntil(get, (told) => told.filter(isUp).length === 2);
    for (const queue of ['sync', 'import', 'rollup-build', 'catalogue', 'schedule']) {
      expect(valueOf(samples, 'playledger_queue_oldest_waiting_seconds', { queue })).toBe(0);
      for (const state of ['waiting', 'active', 'delayed'])
        expect(valueOf(samples, 'playledger_queue_jobs', { queue, state })).toBeGreaterThanOrEqual(0);
    }
    for (const dependency of ['database', 'cache']) {
      expect(valueOf(samples, 'playledger_dependency_up', { dependency })).toBe(1);
      expect(valueOf(samples, 'playledger_dependency_ping_seconds', { dependency })).toBeLessThan(1);
    }
    expect(valueOf(samples, 'playledger_process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(valueOf(samples, 'playledger_nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  it('has what the dashboard and the alerts ask for, and is documented', async () => {
    const text = await (await get()).text();
    const samples = readMetrics(text);
    const expressions = [...dashboardExpressions(), ...alertExpressions()];
    expect(expressions.length).toBeGreaterThan(20);
    expect(expressions.flatMap((expression) => unknownIn(expression, samples))).toEqual([]);
    const names = metricNames(text);
    const documented = documentedMetrics();
    expect([...documented].filter((name) => !names.includes(name))).toEqual([]);
    const ours = names.filter((name) => !/^playledger_(process|nodejs)_/.test(name));
    expect(ours.filter((name) => !documented.has(name))).toEqual([]);
  });

  it('names nobody and nothing that was played', async () => {
    const text = await (await get()).text();
    expect(text).not.toMatch(/otto|[0-9a-f]{24}|Sóng|\bAnn\b/i);
  });

  it('is not there for callers from elsewhere, such as through a proxy', async () => {
    for (const headers of [{ 'x-forwarded-for': '127.0.0.1' }, { via: '1.1 proxy' }] as Record<string, string>[]) {
      const response = await get(headers);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ detail: 'Not Found' });
    }
  });

  it('is served by a worker too, at METRICS_PORT', async () => {
    const port = await freePort();
    const worker = WorkerProcess.start(api, { env: { METRICS_PORT: String(port) } });
    const ask = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`);
    let response: Response | undefined;
    while ((response = await ask('/metrics').catch(() => undefined)) === undefined) await sleep(50);
    expect(response.status).toBe(200);
    await response.text();
    const isOfQueues = ({ name }: MetricSample): boolean => name === 'playledger_queue_jobs';
    const samples = await scrapedUntil(
      () => ask('/metrics'),
      (told) => told.some(isOfQueues),
    );
    expect(valueOf(samples, 'playledger_queue_jobs', { queue: 'sync', state: 'waiting' })).toBe(0);
    expect((await ask('/api/health')).status).toBe(404);
    await worker.kill('SIGTERM');
  });
});

describe('GET /metrics of an API with a token and without workers', () => {
  let api: TestApp;

  beforeAll(async () => {
    const env = { METRICS_TOKEN: TOKEN, RATE_LIMIT_MAX: '1', APP_ROLE: 'api', TRUST_PROXY_HOPS: '1' };
    api = await createTestApp({ env });
  });
  afterAll(() => api.close());

  const get = (headers: Record<string, string> = {}): Promise<Response> => fetch(`${api.url}/metrics`, { headers });

  it('needs the token, and is not counted by the rate limit', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const refused = await get();
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('METRICS_TOKEN') as string });
    }
    const granted = await get({ authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '192.0.2.1' });
    expect([granted.status, granted.headers.get('ratelimit-limit')]).toEqual([200, null]);
  });

  it('shows how long an import has waited for a worker', async () => {
    const user = await api.signIn();
    const options = { method: 'POST', headers: user.headers, body: uploadOf(extendedRecords(1)) };
    expect((await api.call('/api/v1/history/import', options)).status).toBe(200);
    const waited = async (): Promise<number> => {
      const text = await (await get({ authorization: `Bearer ${TOKEN}` })).text();
      return valueOf(readMetrics(text), 'playledger_queue_oldest_waiting_seconds', { queue: 'import' });
    };
    const first = await waited();
    expect(first).toBeGreaterThan(0);
    await sleep(20);
    expect(await waited()).toBeGreaterThanOrEqual(first + 0.02);
  });
});
