import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { createTestApp, type TestApp } from '../support/test-app';
import { type Chromium, startChromium } from './chromium';

/** A front end: its page opens the login in a window and keeps what that says; the window comes back to it, or to ours. */
const FRONT_END = `<!doctype html><title>Front end</title><button>Log in</button><script>
  const told = new Promise((resolve) => addEventListener('message', (event) => resolve([event.origin, event.data])));
  document.querySelector('button').onclick = () => {
    window.login = open(SERVICE + '/api/v1/auth/login', 'login', 'popup');
  };
  if (location.search !== '') {
    opener.postMessage(location.search, location.origin);
    close();
  }
</script>`;

interface FrontEnd {
  origin: string;
  server: Server;
}

async function serveFrontEnd(service: string): Promise<FrontEnd> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(FRONT_END.replace('SERVICE', JSON.stringify(service)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const SERVICE = 'http://127.0.0.1:8000';

describe.each(['CORS_ORIGINS', 'FRONTEND_URL'] as const)('a login in a window of a page named in %s', (named) => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let chromium: Chromium;
  let frontEnd: FrontEnd;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    frontEnd = await serveFrontEnd(SERVICE);
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false', [named]: frontEnd.origin } });
    chromium = await startChromium(api);
  });
  beforeEach(async () => {
    context = await chromium.newContext({});
    page = await context.newPage();
    await page.goto(frontEnd.origin);
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await chromium.close();
    await api.close();
    await platform.close();
    frontEnd.server.close();
    frontEnd.server.closeAllConnections();
  });

  const openLogin = async (): Promise<Page> => {
    const [window] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()]);
    return window;
  };
  const told = () => page.evaluate<[string, unknown]>('told');
  /** What the page's script sees, since a window that was cut off from it looks closed. */
  const isOpen = () => page.evaluate<boolean>('!login.closed');

  it('tells the page that it went well, and closes', async () => {
    const window = await openLogin();
    await window.getByRole('radio', { name: 'Mira Morningside' }).check();
    expect(await isOpen()).toBe(true);
    const closed = window.waitForEvent('close');
    await window.getByRole('button', { name: 'Let it in', exact: true }).click();
    expect(await told()).toEqual(
      named === 'CORS_ORIGINS'
        ? [SERVICE, { type: 'playledger-login', status: 'success' }]
        : [frontEnd.origin, '?status=success'],
    );
    await closed;
    const status = await page.evaluate<unknown>(
      `fetch('${SERVICE}/api/v1/auth/status', { credentials: 'include' }).then((response) => response.json())`,
    );
    expect(status).toMatchObject({ authenticated: true, user: { platform_id: 'mira' } });
  });

  it('tells the page that the person did not consent', async () => {
    const window = await openLogin();
    await window.getByRole('button', { name: 'Do not let it in' }).click();
    expect(await told()).toEqual(
      named === 'CORS_ORIGINS'
        ? [SERVICE, { type: 'playledger-login', status: 'error', error: 'access_denied' }]
        : [frontEnd.origin, '?error=access_denied'],
    );
  });
});
