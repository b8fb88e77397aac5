import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';
import { type Chromium, startChromium } from './chromium';

const HOME = 'nas:8000';
const REBOUND = 'rebound.example:8000';

/** Puts scripts into a page in three ways. @returns the title, which each of them would change */
const INTRUDER = `(async () => {
  const script = document.createElement('script');
  script.textContent = 'document.title = 7';
  const elsewhere = document.createElement('script');
  elsewhere.src = 'data:text/javascript,document.title=7';
  const failed = new Promise((resolve) => (elsewhere.onerror = resolve));
  document.body.append(script, elsewhere);
  document.body.insertAdjacentHTML('beforeend', '<img src="/nope" onerror="document.title = 7">');
  await failed;
  return document.title;
})()`;

/** What a browser itself makes of the checks: which headers it sends, and what it runs. */
describe('in a browser', () => {
  let api: TestApp;
  let chromium: Chromium;
  let user: SignedIn;
  /** Another program at the same host, whose pages the browser takes for the same site. */
  let neighbour: Server;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api', AUTO_LOGIN: 'false' } });
    chromium = await startChromium(api, [HOME, REBOUND]);
    neighbour = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<form method="post" action="${chromium.url}/api/v1/auth/logout"><button>Win!</button></form>`);
    }).listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
  });
  afterAll(async () => {
    neighbour.close();
    neighbour.closeAllConnections();
    await chromium.close();
    await api.close();
  });

  const openSignedIn = async (address: string): Promise<Page> => {
    user = await api.signIn();
    const context = await chromium.newContext({});
    const url = new URL(address).port === '8000' ? address : chromium.url;
    await context.addCookies([{ name: 'playledger_session', value: user.token, url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    await page.goto(address);
    return page;
  };
  const isSignedIn = async (): Promise<boolean> => (await api.call('/api/v1/users/me', { as: user })).status === 200;
  const logOutByScript = (page: Page, url: string): Promise<number> =>
    page.evaluate(async (to) => (await fetch(to, { method: 'POST', credentials: 'include' })).status, url);

  it.each([`http://${HOME}`, 'http://127.0.0.1:8000'])('the page at %s may do what it is for', async (address) => {
    const page = await openSignedIn(address);
    expect(await logOutByScript(page, '/api/v1/auth/logout')).toBe(200);
    expect(await isSignedIn()).toBe(false);
  });

  it('a page of another port does nothing, though the browser sends the cookie', async () => {
    const page = await openSignedIn(`http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`);
    await expect(logOutByScript(page, `${chromium.url}/api/v1/auth/logout`)).rejects.toThrow(/Failed to fetch/);
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.isNavigationRequest() && each.method() === 'POST'),
      page.getByRole('button').click(),
    ]);
    expect((await request.allHeaders()).cookie).toContain('playledger_session=');
    expect((await request.response())?.status()).toBe(403);
    expect(await isSignedIn()).toBe(true);
  });

  it('a name that was made to lead here shows nothing', async () => {
    const page = await (await chromium.newContext({})).newPage();
    const response = await page.goto(`http://${REBOUND}/api/v1/auth/status`);
    expect([response?.status(), await response?.text()]).toEqual([403, expect.stringContaining('BASE_URL')]);
  });

  it('the page runs no script that got into it', async () => {
    const page = await openSignedIn(chromium.url);
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    const title = await page.evaluate<string>(INTRUDER);
    expect(title).not.toBe('7');
    expect(refused.length).toBeGreaterThan(1);
  });
});
