import { type Browser, type BrowserContextOptions, type BrowserContext, chromium } from 'playwright-core';
import type { TestApp } from '../support/test-app';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Chromium talks to nobody but the page. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Chromium {
  /** Where the test app is for this browser. */
  url: string;
  newContext(options: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/**
 * A browser for which a test app, on whatever port it listens, is at its base URL: the platform sends the browser back
 * to a callback under that.
 *
 * @param alsoAt further hosts, each with its port, at which the test app is
 */
export async function startChromium(api: TestApp, alsoAt: string[] = []): Promise<Chromium> {
  const { baseUrl } = api.settings;
  const hosts = [new URL(baseUrl).host, ...alsoAt];
  const mapping = hosts.map((host) => `MAP ${host} ${new URL(api.url).host}`).join(',');
  const browser: Browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [...QUIET, `--host-resolver-rules=${mapping}`],
  });
  return {
    url: baseUrl,
    newContext: (options) => browser.newContext(options),
    close: () => browser.close(),
  };
}
