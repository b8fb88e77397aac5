import type { Page } from 'playwright-core';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { createTestApp, type TestApp } from '../support/test-app';
import { type Chromium, startChromium } from './chromium';

describe('a person whose login failed', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let chromium: Chromium;
  let page: Page;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ROLE: 'api', AUTO_LOGIN: 'false' } });
    chromium = await startChromium(api);
  });
  beforeEach(async () => {
    page = await (await chromium.newContext({})).newPage();
    await page.goto(chromium.url);
    await page.getByRole('link', { name: 'Sign in with your music platform' }).click();
  });
  afterEach(async () => {
    await page.context().close();
    await platform.clearWeather();
  });
  afterAll(async () => {
    await chromium.close();
    await api.close();
    await platform.close();
  });

  const decide = (decision: string): Promise<void> => page.getByRole('button', { name: decision, exact: true }).click();
  const isToldAtThePage = async (sentence: RegExp): Promise<void> => {
    const notice = page.getByRole('alert').filter({ hasText: sentence });
    await notice.waitFor();
    expect(page.url()).toBe(`${chromium.url}/`);
    expect(await page.getByRole('link', { name: 'Sign in with your music platform' }).isVisible()).toBe(true);
  };

  it('because they did not consent is told so', async () => {
    await decide('Do not let it in');
    await isToldAtThePage(/^You did not let Playledger read your music platform account/);
  });

  it('because another tab has begun a newer one is told to sign in again', async () => {
    const other = await page.context().newPage();
    await other.goto(`${chromium.url}/api/v1/auth/login`);
    await decide('Let it in');
    await isToldAtThePage(/was replaced by a newer try. Sign in again/);
  });

  it('because the platform is away is told to wait a minute', async () => {
    await platform.setWeather({ errors: [{ path: '/api/token', status: 503 }] });
    await decide('Let it in');
    await isToldAtThePage(/the music platform cannot be reached.* Try again in a minute/);
  });

  it('for a reason that the page does not know is told to try again', async () => {
    await page.goto(`${chromium.url}/?error=toString`);
    await isToldAtThePage(/^Signing in did not work. Try again.$/);
  });
});
