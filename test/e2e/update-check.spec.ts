import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { ReleaseCache } from '../../src/health/updates/release-cache';
import { SERVICE_VERSION as CURRENT } from '../../src/health/version';
import { REQUEST_REDIS } from '../../src/queue/redis';
import { createTestApp, type TestApp } from '../support/test-app';

const REPOSITORY = 'playledger/playledger';
const RELEASE = {
  tag_name: 'v99.1.0',
  html_url: 'https://code.example/playledger/releases/99.1.0',
  body: 'It is **better** now.',
  published_at: '2026-05-04T03:02:01Z',
};
const NOTHING_KNOWN = {
  current_version: CURRENT,
  latest_version: CURRENT,
  update_available: false,
  release_url: '',
  release_notes: '',
  published_at: null,
};
const NEWER = {
  current_version: CURRENT,
  latest_version: '99.1.0',
  update_available: true,
  release_url: RELEASE.html_url,
  release_notes: RELEASE.body,
  published_at: '2026-05-04T03:02:01.000Z',
};

/** A code host's release API. */
class ReleaseApi {
  readonly requests: IncomingMessage[] = [];
  private readonly server: Server;
  answer: (response: ServerResponse) => void = () => undefined;

  constructor() {
    this.server = createServer((request, response) => {
      this.requests.push(request);
      this.answer(response);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  /** Answers with this from now on. */
  tell(status: number, body: unknown): void {
    this.answer = (response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
  }
}

describe('the update check', () => {
  let releases: ReleaseApi;
  let api: TestApp;
  let redis: Redis;

  beforeAll(async () => {
    releases = new ReleaseApi();
    await releases.open();
    api = await createTestApp({ env: { UPDATE_REPOSITORY: REPOSITORY, UPDATE_API_URL: releases.url } });
    redis = api.app.get<Redis>(REQUEST_REDIS);
  });
  afterAll(async () => {
    await api.close();
    await releases.close();
  });
  beforeEach(async () => {
    releases.tell(200, RELEASE);
    releases.requests.length = 0;
    await redis.flushdb();
  });

  const update = async (): Promise<unknown> => {
    const { status, body } = await api.call('/api/health/update');
    expect(status).toBe(200);
    return body;
  };
  /** As much later as it takes for the next check to be due. */
  const waitUntilDue = async (): Promise<Date> => {
    const cache = api.app.get(ReleaseCache);
    const check = await cache.read(REPOSITORY);
    if (check === null) throw new Error('There was no check');
    await cache.write(REPOSITORY, { ...check, due_at: new Date(Date.now() - 1) });
    return check.due_at;
  };
  const logged = async (requestId: string) => {
    for (;;) {
      const row = await api.db.collection('api_logs').findOne({ request_id: requestId });
      if (row !== null) return row;
      await sleep(20);
    }
  };

  it('tells of a newer release, without a session', async () => {
    expect(await update()).toEqual(NEWER);
    const [request] = releases.requests;
    expect(request?.url).toBe(`/repos/${REPOSITORY}/releases/latest`);
    expect(request?.headers).toMatchObject({
      accept: 'application/vnd.github+json',
      'user-agent': `playledger/${CURRENT}`,
    });
    expect(request?.headers.authorization).toBeUndefined();
  });

  it('says so when the newest release runs', async () => {
    releases.tell(200, { ...RELEASE, tag_name: `v${CURRENT}` });
    expect(await update()).toEqual({ ...NEWER, latest_version: CURRENT, update_available: false });
  });

  it('asks once an hour', async () => {
    await Promise.all([update(), update(), update()]);
    releases.tell(200, { ...RELEASE, tag_name: 'v99.2.0' });
    expect(await update()).toEqual(NEWER);
    expect(releases.requests).toHaveLength(1);
    const dueAt = await waitUntilDue();
    expect(dueAt.getTime() - Date.now()).toBeGreaterThan(3_590_000);
    expect(dueAt.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect(await update()).toEqual({ ...NEWER, latest_version: '99.2.0' });
    expect(releases.requests).toHaveLength(2);
  });

  it.each<[string, () => void]>([
    [
      'fails',
      () => {
        releases.tell(500, { message: 'trouble' });
      },
    ],
    [
      'limits',
      () => {
        releases.tell(403, { message: 'API rate limit exceeded' });
      },
    ],
    [
      'knows no release',
      () => {
        releases.tell(404, { message: 'Not Found' });
      },
    ],
    [
      'names no version',
      () => {
        releases.tell(200, { ...RELEASE, tag_name: 'nightly' });
      },
    ],
    [
      'talks no JSON',
      () => {
        releases.answer = (response) => {
          response.end('<html>');
        };
      },
    ],
    [
      'hangs up',
      () => {
        releases.answer = (response) => {
          response.destroy();
        };
      },
    ],
  ])('keeps the last answer while the release API %s, and asks again soon', async (_, fail) => {
    fail();
    expect(await update()).toEqual(NOTHING_KNOWN);
    expect(await update()).toEqual(NOTHING_KNOWN);
    expect(releases.requests).toHaveLength(1);
    expect((await waitUntilDue()).getTime() - Date.now()).toBeLessThanOrEqual(300_000);
    releases.tell(200, RELEASE);
    expect(await update()).toEqual(NEWER);
    await waitUntilDue();
    fail();
    expect(await update()).toEqual(NEWER);
    await waitUntilDue();
    expect(await update()).toEqual(NEWER);
  });

  it('gives a release API that does not answer up after 5 seconds', async () => {
    releases.answer = () => undefined;
    const start = performance.now();
    // By a timer that a busy machine holds up likewise.
    const over = sleep(5_000).then(() => performance.now());
    expect(await update()).toEqual(NOTHING_KNOWN);
    const answered = performance.now();
    expect(answered - start).toBeGreaterThan(4_900);
    expect(answered - (await over)).toBeLessThan(2_000);
  }, 15_000);

  it('is logged as a call of the service’s own', async () => {
    releases.tell(404, { message: 'Not Found' });
    await api.call('/api/health/update', { headers: { 'x-request-id': 'for-the-log' } });
    expect(await logged('for-the-log')).toMatchObject({
      user_id: '',
      service: 'internal',
      method: 'GET',
      endpoint: `/repos/${REPOSITORY}/releases/latest`,
      status_code: 404,
      error: 'Not Found',
    });
  });

  it('is not made without a cache, and nothing fails', async () => {
    await update();
    const ended = once(redis, 'end');
    redis.disconnect();
    await ended;
    expect(await update()).toEqual(NOTHING_KNOWN);
    await redis.connect();
    expect(await update()).toEqual(NEWER);
    expect(releases.requests).toHaveLength(1);
  });
});

describe('without a repository', () => {
  it('no release is looked for', async () => {
    const api = await createTestApp();
    const { status, body } = await api.call('/api/health/update');
    await api.close();
    expect({ status, body }).toEqual({ status: 200, body: NOTHING_KNOWN });
  });
});
