import type { IncomingMessage, ServerResponse } from 'node:http';
import { fill } from '../support/contract/filled-user';
import { createTestApp, type TestApp } from '../support/test-app';
import { midnightPassed } from '../support/times-of-day';
import { type Chromium, startChromium } from './chromium';

describe('a second visit to the page', () => {
  let api: TestApp;
  let chromium: Chromium;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
    await fill(api, await api.signIn(), { mark: 'mine', plays: 300 });
    chromium = await startChromium(api);
  }, 60_000);
  afterAll(async () => {
    await chromium.close();
    await api.close();
  });

  it('brings no figure again that has not changed', async () => {
    const answered = new Map<string, number>();
    api.app.getHttpServer().on('request', ({ url = '' }: IncomingMessage, response: ServerResponse) => {
      response.on('finish', () => answered.set(url, response.statusCode));
    });
    const page = await (await chromium.newContext({})).newPage();
    const visit = async (): Promise<[url: string, status: number][]> => {
      answered.clear();
      await page.goto(api.url);
      await page.locator('#figures:not([aria-busy]) #figures-body').waitFor();
      await page.waitForLoadState('networkidle');
      return [...answered].filter(([url]) => /^\/api\/v1\/(?!auth)/.test(url)).sort();
    };
    await midnightPassed();
    const first = await visit();
    expect(first.length).toBeGreaterThanOrEqual(5);
    expect(new Set(first.map(([, status]) => status))).toEqual(new Set([200]));
    expect(await visit()).toEqual(first.map(([url]) => [url, 304]));
  }, 120_000);
});
