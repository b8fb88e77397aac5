import type { Redis } from 'ioredis';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { watchRedis } from '../support/request-cost';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { link } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

/** What long-lived systems still bring along. */
const OLDEST = '6.0.0';

/** What `COMMAND DOCS` tells of a command or of one of its arguments, names and values in turn. */
type Docs = readonly unknown[];

describe('what is asked of Redis', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let redis: Redis;
  let sent: Map<string, Set<string>>;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: platform.env });
    redis = api.app.get<Redis>(REQUEST_REDIS);
    sent = new Map();
    const watched = watchRedis(redis, ({ name, args }) => {
      const texts = sent.get(name) ?? new Set();
      for (const text of args) texts.add(String(text).toUpperCase());
      sent.set(name, texts);
    });
    const listener = await link(platform, api, 'mira');
    const paths = [
      'v1/analytics/overview',
      'v1/platform/capabilities',
      'v1/player/current',
      'v1/recommendations',
      'health/update',
    ];
    for (const path of paths) await api.call(`/api/${path}`, { headers: listener.headers });
    await api.call('/api/v1/auth/refresh', { method: 'POST', headers: listener.headers });
    await api.call('/api/v1/auth/logout', { method: 'POST', headers: listener.headers });
    await api.call('/api/v1/users/me', { method: 'DELETE', headers: (await link(platform, api, 'otto')).headers });
    watched.mockRestore();
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  it('is known to version 6.0', async () => {
    expect([...sent.keys()]).toEqual(expect.arrayContaining(['set', 'del', 'incr', 'pttl', 'eval', 'mget']));
    const younger: string[] = [];
    for (const [name, texts] of sent) {
      const [, docs = []] = (await redis.call('COMMAND', 'DOCS', name)) as [string, Docs?];
      if (isYounger(docs)) younger.push(name);
      younger.push(...youngTokens(docs).flatMap((token) => (texts.has(token) ? [`${name} ${token}`] : [])));
    }
    expect(younger).toEqual([]);
  });
});

function isYounger(docs: Docs): boolean {
  const since = valueOf(docs, 'since');
  return typeof since === 'string' && since.localeCompare(OLDEST, 'en', { numeric: true }) > 0;
}

/** The words by which arguments are told apart that are younger, at any depth. */
function youngTokens(docs: Docs): string[] {
  const parts = (valueOf(docs, 'arguments') ?? []) as Docs[];
  return parts.flatMap((part) => (isYounger(part) ? tokensIn(part) : youngTokens(part)));
}

function tokensIn(part: Docs): string[] {
  const token = valueOf(part, 'token');
  const inner = ((valueOf(part, 'arguments') ?? []) as Docs[]).flatMap(tokensIn);
  return typeof token === 'string' ? [token, ...inner] : inner;
}

function valueOf(docs: Docs, name: string): unknown {
  const place = docs.findIndex((each, index) => index % 2 === 0 && each === name);
  return place < 0 ? undefined : docs[place + 1];
}
