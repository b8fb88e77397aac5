import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultsBody } from '../../src/sandbox/faults/faults.body';
import { ApiDocument, type Operation } from '../support/api-document/document';
import { DescribedApi, type DescribedCall } from '../support/api-document/described-api';
import { downloadExport, importFile } from '../support/catalogue';
import { mayBeKept } from '../support/contract/kept-answers';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { extendedRecord } from '../support/small-uploads';
import { type LinkedListener, link } from '../support/sync-jobs';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

/** What ends the session or the user, and what needs a browser: called by tests of their own. */
const APART = ['POST /api/v1/auth/logout', 'GET /api/v1/auth/callback', 'DELETE /api/v1/users/me'];

describe('the description of the API', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let described: DescribedApi;
  let operations: Operation[];
  let mira: LinkedListener;
  let blanca: LinkedListener;
  let stranger: SignedIn;
  /** What operations need beside a session, of what Mira has. */
  let calls: Record<string, DescribedCall>;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ENV: 'development' } });
    described = new DescribedApi(api, await ApiDocument.of(api));
    operations = described.document.operations.filter(({ name }) => !APART.includes(name));
    [mira, blanca, stranger] = await Promise.all([
      link(platform, api, 'mira'),
      link(platform, api, 'blanca'),
      api.signIn(),
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'playledger-openapi-'));
    const path = join(folder, 'export.json');
    await downloadExport(platform, { user: 'mira', plays: 300, format: 'extended' }, path);
    await importFile(api, mira.headers, path);
    await mira.sync();
    rmSync(folder, { recursive: true });
    calls = await callsOf(api, mira);
  }, 120_000);
  afterAll(async () => {
    await api.close();
    await platform.close();
  });
  afterEach(() => platform.clearWeather());

  const statuses = async (
    as: { headers: { authorization: string } },
    only = operations,
  ): Promise<Map<string, number>> => {
    const answered = new Map<string, number>();
    for (const { name } of only) {
      answered.set(name, (await described.call(name, { ...calls[name], as })).status);
    }
    return answered;
  };

  it('names, sums up and sorts every operation, and refers to nothing that is not there', () => {
    const { document } = described;
    const ids = document.operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.source.tags?.map(({ name }) => name) ?? [];
    for (const { name, summary, tags: own } of document.operations) {
      expect([name, summary]).toEqual([name, expect.stringMatching(/./)]);
      expect([name, own.length, tags.includes(own[0] ?? '')]).toEqual([name, 1, true]);
    }
    for (const [, reference = ''] of JSON.stringify(document.source).matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(document.at(reference)).toBeDefined();
    }
  });

  it('knows a session as a cookie and as a Bearer token', () => {
    const { source } = described.document;
    expect(source.security).toEqual([{ cookie: [] }, { bearer: [] }]);
    expect(source.components?.securitySchemes).toMatchObject({
      cookie: { type: 'apiKey', in: 'cookie', name: 'playledger_session' },
      bearer: { type: 'http', scheme: 'bearer' },
    });
  });

  it('fits the answers to a listener with a history', async () => {
    const failed = [...(await statuses(mira))].filter(([, status]) => status !== 200);
    expect(failed).toEqual([]);
  });

  it('fits the answers to a listener who has them already', async () => {
    for (const { name } of operations.filter((operation) => mayBeKept(operation.name))) {
      const { status } = await described.call(name, { ...calls[name], as: mira, headers: { 'if-none-match': '*' } });
      expect([name, status]).toEqual([name, 304]);
    }
  });

  it('fits the answers to a listener who has played nothing', async () => {
    const failed = [...(await statuses(blanca))].filter(([, status]) => status !== 200);
    // She owns no device, and the import job is Mira's.
    expect(failed.map(([name, status]) => `${status} ${name}`).sort()).toEqual([
      '404 DELETE /api/v1/explore/lenses/{id}',
      '404 DELETE /api/v1/history/{id}',
      '404 GET /api/v1/explore/sessions/{started_at}',
      '404 GET /api/v1/history/import/{job_id}/records',
      '404 GET /api/v1/sync-jobs/{id}',
      '404 GET /api/v1/sync-jobs/{id}/events',
      '404 PATCH /api/v1/explore/lenses/{id}',
      '404 POST /api/v1/player/next',
      '404 POST /api/v1/player/pause',
      '404 POST /api/v1/player/play',
      '404 POST /api/v1/player/previous',
      '404 POST /api/v1/sync-jobs/{id}/cancel',
    ]);
  });

  it('fits the answers to a user without a platform account', async () => {
    const failed = [...(await statuses(stranger))].filter(([, status]) => status !== 200 && status !== 404);
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.map(([, status]) => status))).toEqual(new Set([401]));
  });

  it('fits the answers to nobody: 401 wherever a session is described', async () => {
    for (const { name, isPublic } of described.document.operations) {
      if (name === 'GET /api/v1/auth/callback') continue;
      const { status } = await described.call(name, { headers: { accept: 'application/json' } });
      expect([name, status === 401]).toEqual([name, !isPublic]);
    }
  });

  it('fits the way through a login and out', async () => {
    const login = await described.call('GET /api/v1/auth/login', { headers: { accept: 'text/html' } });
    expect(login.status).toBe(302);
    const { text } = await described.call('GET /api/v1/auth/login');
    const consent = new URL(await platform.consent((JSON.parse(text) as { url: string }).url, 'nell'));
    const back = await described.call('GET /api/v1/auth/callback', { query: [...consent.searchParams] });
    expect(back.status).toBe(302);
    const [, token = ''] = /playledger_session=([^;]+)/.exec(back.headers.getSetCookie().join()) ?? [];
    expect(
      (await described.call('POST /api/v1/auth/logout', { headers: { cookie: `playledger_session=${token}` } })).status,
    ).toBe(200);
    expect((await described.call('GET /api/v1/auth/callback', { query: { code: 'x', state: 'y' } })).status).toBe(400);
  });

  it('fits the leaving of a user', async () => {
    const leaver = await api.signIn();
    expect((await described.call('DELETE /api/v1/users/me', { as: leaver })).status).toBe(200);
    expect((await described.call('DELETE /api/v1/users/me', { as: leaver })).status).toBe(401);
  });

  it('fits the refusals of bad input: 422 wherever a parameter has bounds or a body is malformed', async () => {
    for (const { name, method, parameters } of operations) {
      for (const { name: parameter, schema } of parameters) {
        const hasBounds = schema.type === 'integer' || schema.enum !== undefined || schema.oneOf !== undefined;
        if (!hasBounds) continue;
        const { status } = await described.call(name, { as: mira, query: { [parameter]: '1e1' } });
        expect([name, parameter, status]).toEqual([name, parameter, 422]);
      }
      if (method === 'GET') continue;
      expect([name, (await described.call(name, { as: mira, body: '{' })).status]).toEqual([name, 422]);
      const large = JSON.stringify({ text: 'x'.repeat(2_000_000) });
      expect([name, (await described.call(name, { as: mira, body: large })).status]).toEqual([name, 413]);
    }
  });

  it.each<[string, FaultsBody, number]>([
    ['refuses', { errors: [{ path: '/v1/*', status: 403, reason: 'PREMIUM_REQUIRED' }] }, 403],
    ['has trouble', { errors: [{ path: '/v1/*', status: 500 }] }, 502],
    ['takes no calls', { rate_limit: { retry_after_seconds: 60 } }, 503],
  ])('fits the answers while the platform %s', async (_, weather, passedOn) => {
    await platform.setWeather(weather);
    const answered = await statuses(mira);
    expect(answered.get('GET /api/v1/player/devices')).toBe(passedOn);
    expect(answered.get('GET /api/v1/library/saved-albums')).toBe(passedOn);
  });

  it.each([
    ['the document database', { MONGODB_URI: 'mongodb://127.0.0.1:1/none' }],
    ['the cache', { REDIS_URL: 'redis://127.0.0.1:1/0' }],
  ])('fits the answers while %s is away', async (_, env) => {
    const lost = await createTestApp({ beside: api, env: { ...env, APP_ROLE: 'api' }, awaitDatabase: false });
    const away = new DescribedApi(lost, described.document);
    await Promise.all(operations.map(({ name }) => away.call(name, { as: mira })));
    const answered = [...away.seen].filter((seen) => seen.endsWith(' 503'));
    expect(answered).toContain('GET /api/v1/history 503');
    expect(answered).toContain('GET /api/health/ready 503');
    await lost.close();
  });

  it('fits the answers to those who ask too often', async () => {
    const busy = await createTestApp({ beside: api, env: { RATE_LIMIT_MAX: '1', APP_ROLE: 'api' } });
    const refusing = new DescribedApi(busy, described.document);
    for (const { name } of operations.slice(0, 3)) await refusing.call(name, { as: blanca });
    expect([...refusing.seen].some((seen) => seen.endsWith(' 429'))).toBe(true);
    await busy.close();
  });

  it('has seen every operation succeed', () => {
    const succeeded = ({ name }: Operation): boolean =>
      [200, 302].some((status) => described.seen.has(`${name} ${status}`));
    const never = described.document.operations.filter((operation) => !succeeded(operation));
    expect(never.map(({ name }) => name)).toEqual([]);
  });
});

async function callsOf(api: TestApp, listener: LinkedListener): Promise<Record<string, DescribedCall>> {
  const { items } = await listener.get<{ items: { id: string; track: { platform_id: string } }[] }>(
    '/api/v1/history?limit=1',
  );
  const artists = await listener.get<{ items: { platform_id: string }[] }>('/api/v1/artists/top?limit=1');
  const jobs = await listener.get<{ items: { id: string }[] }>('/api/v1/sync-jobs?job_type=import');
  const job = jobs.items[0]?.id ?? '';
  const lens = { path: { id: await savedLens(api, listener) } };
  const first = async (path: string): Promise<Record<string, string>> =>
    (await listener.get<{ items: Record<string, string>[] }>(`/api/v1/explore/${path}`)).items[0] ?? {};
  const item = async (kind: string): Promise<DescribedCall> => ({
    path: { id: (await first(`top/${kind}`)).id ?? '' },
  });
  return {
    'GET /api/v1/tracks/{track_id}': { path: { track_id: items[0]?.track.platform_id ?? '' } },
    'GET /api/v1/artists/{artist_id}': { path: { artist_id: artists.items[0]?.platform_id ?? '' } },
    'GET /api/v1/sync-jobs/{id}': { path: { id: job } },
    'GET /api/v1/sync-jobs/{id}/events': { path: { id: job } },
    'POST /api/v1/sync-jobs/{id}/cancel': { path: { id: job } },
    'GET /api/v1/history/import/{job_id}/records': { path: { job_id: job } },
    'POST /api/v1/history/import': { body: upload() },
    'DELETE /api/v1/history/{id}': { path: { id: items[0]?.id ?? '' } },
    'DELETE /api/v1/history': { query: { track: 'Nobody has played this' } },
    'POST /api/v1/explore/lenses': { body: JSON.stringify({ name: 'Rock', query: { genre: 'rock' } }) },
    'PATCH /api/v1/explore/lenses/{id}': { ...lens, body: JSON.stringify({ name: 'Renamed' }) },
    'DELETE /api/v1/explore/lenses/{id}': lens,
    'GET /api/v1/explore/artists/{id}': await item('artists'),
    'GET /api/v1/explore/albums/{id}': await item('albums'),
    'GET /api/v1/explore/tracks/{id}': await item('tracks'),
    'GET /api/v1/explore/sessions/{started_at}': {
      path: { started_at: (await first('sessions?sort=longest')).started_at ?? '' },
    },
    'GET /api/v1/explore/years/{year}': { path: { year: '2024' } },
    'GET /api/v1/explore/compare': { query: { other_period: 'year' } },
    'GET /api/v1/explore/search': { query: { q: 'a' } },
    'PATCH /api/v1/users/me': { body: JSON.stringify({ timezone: 'Europe/Berlin' }) },
  };
}

async function savedLens(api: TestApp, { headers }: LinkedListener): Promise<string> {
  const json = { name: 'Jazz', query: { genre: 'jazz' } };
  const { body } = await api.call('/api/v1/explore/lenses', { method: 'POST', headers, json });
  return String(body.id);
}

function upload(): FormData {
  const form = new FormData();
  form.set('file', new Blob([JSON.stringify([extendedRecord()])]), 'Streaming_History_Audio_2023.json');
  return form;
}
