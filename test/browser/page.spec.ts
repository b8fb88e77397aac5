import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { generateHistory, type HistoryOptions, writeExtendedJson, writeExtendedZip } from '../support/export-generator';
import { type OracleFile, oracleOverview, type OraclePeriod, type OracleState, runOracle } from '../support/oracle';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { createTestApp, type TestApp } from '../support/test-app';
import { midnightPassed } from '../support/times-of-day';
import { type Chromium, startChromium } from './chromium';
import { readFigures } from './page-reader';

const ZONE = 'America/New_York';
const RECORDS = 6000;
const FILES_IN_ZIP = 3;
/** Enough to be caught in the middle. */
const LONG_RECORDS = 200_000;
const now = new Date();
const HISTORY: HistoryOptions = { seed: 20_250_311, records: RECORDS, years: 2, endDate: now };

/** One visit from the first sign-in to the sign-out; each test goes on where the one before it ended. */
describe('the page', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;
  let folder: string;
  let oracle: OracleState;
  const faults: string[] = [];

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: platform.env });
    chromium = await startChromium(api);
    context = await chromium.newContext({ timezoneId: ZONE, locale: 'en-US' });
    page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text());
    });
    folder = mkdtempSync(join(tmpdir(), 'playledger-page-'));
  });
  afterAll(async () => {
    await chromium.close();
    await api.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const expectFigures = async (zone: string, period: OraclePeriod): Promise<void> => {
    const expected = oracleOverview(oracle, zone, period, new Date());
    const list = (entries: { name: string; artist?: string; play_count: number }[]): unknown[] =>
      entries.map(({ name, artist = '', play_count }) => ({ name, artist, plays: play_count }));
    expect(await readFigures(page)).toEqual({
      plays: expected.total_tracks_played,
      hours: expected.total_hours,
      tracks: expected.unique_tracks,
      artists: expected.unique_artists,
      albums: expected.unique_albums,
      streak: expected.listening_streak_days,
      topArtists: list(expected.top10.artists),
      topTracks: list(expected.top10.tracks),
      topAlbums: list(expected.top10.albums),
      byHour: expected.hourly_distribution.map(({ plays }) => plays),
    });
  };

  it('is served by the service itself, not counted by the rate limit, and kept by browsers until it changes', async () => {
    for (const path of ['/', '/auth/callback?status=success', '/assets/page.css', '/assets/js/main.js']) {
      const { status, headers } = await fetch(`${api.url}${path}`);
      expect([path, status, headers.get('ratelimit-limit')]).toEqual([path, 200, null]);
      expect(headers.get('cache-control')).toBe('public, max-age=0');
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      // Not by fetch, which asks for a fresh copy on top.
      const again = await api.app.inject({ url: path, headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect([path, again.statusCode]).toEqual([path, 304]);
    }
    const missing = await api.call('/assets/js/nothing.js');
    expect(missing).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
    expect((await api.call('/assets/../page.module.ts')).status).toBe(404);
  });

  it('asks a stranger to sign in', async () => {
    await page.goto(chromium.url);
    expect(await page.title()).toBe('Playledger');
    await page.getByRole('link', { name: 'Sign in with your music platform' }).waitFor();
    expect(await page.locator('#dashboard').isVisible()).toBe(false);
  });

  it('signs in through the platform, and says what to do with an empty account', async () => {
    await page.getByRole('link', { name: 'Sign in with your music platform' }).click();
    await page.getByRole('radio', { name: 'Blanca Blank' }).check();
    await page.getByRole('button', { name: 'Let it in', exact: true }).click();
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    expect(page.url()).toBe(`${chromium.url}/`);
    expect(await page.locator('#user-name').textContent()).toBe('Blanca Blank');
    expect(await page.locator('#empty code').textContent()).toBe(
      'npm run sample-export -- --plays 20000 --out export.zip',
    );
    expect(await page.locator('#reconnect').isVisible()).toBe(false);
  });

  it('says in a sentence why a file is refused', async () => {
    const notes = join(folder, 'notes.json');
    writeFileSync(notes, '{"hello": "world"}');
    await page.getByLabel('Choose export files').setInputFiles(notes);
    const problem = page.locator('#upload-problem');
    await problem.getByText('"notes.json" is').waitFor();
    expect(await problem.getAttribute('role')).toBe('alert');
    expect(await page.locator('#import-job').isVisible()).toBe(false);
  });

  it('imports an export and tells what became of its records', async () => {
    const zip = join(folder, 'my_export.zip');
    const written = await writeExtendedZip(zip, HISTORY, { files: FILES_IN_ZIP });
    const records = [...generateHistory(HISTORY)];
    let start = 0;
    const files = written.map(({ name, records: count }): OracleFile => {
      start += count;
      return { file: name, format: 'extended', records: records.slice(start - count, start) };
    });
    oracle = runOracle(files, now);

    // The figures that the import brings are looked at on the day on which they were computed.
    await midnightPassed();
    await page.getByLabel('Choose export files').setInputFiles(zip);
    await page.getByRole('heading', { name: 'Import finished' }).waitFor({ timeout: 60_000 });

    const count = new Intl.NumberFormat('en-US');
    expect(await page.locator('#upload-problem').isVisible()).toBe(false);
    expect(await page.locator('#job-text').textContent()).toBe('6,000 of 6,000 records');
    expect(await page.locator('#job-report').textContent()).toContain(
      `6,000 records read from 3 files. ${count.format(oracle.total.stored)} new plays stored`,
    );
    const { duplicate, ...others } = oracle.total.skipped;
    const reasons = await page.locator('#job-report li strong').allTextContents();
    expect(reasons.sort()).toEqual(
      [duplicate, ...Object.values(others)]
        .filter((skipped) => skipped > 0)
        .map((skipped) => count.format(skipped))
        .sort(),
    );
    const steps = page.getByRole('list', { name: 'Files of this import' });
    for (const { name } of written) expect(await steps.getByText(basename(name)).count()).toBe(1);
    const link = await page.locator('#job-report a').getAttribute('href');
    const list = await context.request.get(`${api.url}${link ?? ''}`);
    expect((await list.text()).trimEnd().split('\n')).toHaveLength(RECORDS - oracle.total.stored);
  }, 150_000);

  it('shows the figures of the import without being asked', async () => {
    await page.locator('#figures-body').waitFor();
    await expectFigures('UTC', 'all_time');
  });

  it('shows the figures of another period', async () => {
    await choosePeriod(page, 'Quarter');
    await expectFigures('UTC', 'quarter');
    await choosePeriod(page, 'All time');
  });

  it('takes over the zone of the browser, and counts by its days', async () => {
    expect(await page.getByLabel('Days and hours are counted in').inputValue()).toBe('UTC');
    await page.getByText(`Your browser's clock is in ${ZONE}.`).waitFor();
    await midnightPassed([ZONE]);
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByText(`Everything is counted by the days of ${ZONE} now.`).waitFor();
    await page.locator('#counted').getByText(`by days of ${ZONE}`).waitFor();
    expect(await page.locator('#zone-hint').isVisible()).toBe(false);
    await expectFigures(ZONE, 'all_time');
  }, 90_000);

  it('refuses a zone that there is not, and keeps the one there is', async () => {
    const input = page.getByLabel('Days and hours are counted in');
    await input.fill('Atlantis/Capital');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByText('No time zone has this name.').waitFor();
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    await page.reload();
    await page.locator('#figures-body').waitFor();
    expect(await input.inputValue()).toBe(ZONE);
  });

  it('goes on watching an import after a reload, and cancels it', async () => {
    const long = join(folder, 'a long history.json');
    await writeExtendedJson(long, { ...HISTORY, seed: 7, records: LONG_RECORDS });
    await page.getByLabel('Choose export files').setInputFiles(long);
    const importing = page.getByRole('heading', { name: 'Importing' });
    await importing.waitFor();
    await page.reload();
    await importing.waitFor();
    expect(await page.locator('#job-text').textContent()).toMatch(/^[\d,]+ of 200,000 records$/);
    await page.getByRole('button', { name: 'Cancel import' }).click();
    await page.getByRole('heading', { name: 'Import cancelled' }).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel import' }).isVisible()).toBe(false);
  }, 120_000);

  it('says so when the platform has taken the access back', async () => {
    await platform.setWeather({ revoke: ['blanca'] });
    expect((await context.request.post(`${api.url}/api/v1/auth/refresh`)).status()).toBe(401);
    await page.reload();
    await page.getByRole('link', { name: 'Reconnect' }).waitFor();
  });

  it('signs out, and stays so', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('playledger_session');
    await page.reload();
    await page.getByRole('link', { name: 'Sign in with your music platform' }).waitFor();
    expect(await page.locator('#dashboard').isVisible()).toBe(false);
  });

  it('has broken no rule of its own on the way', () => {
    expect(faults).toEqual([]);
  });
});

async function choosePeriod(page: Page, name: string): Promise<void> {
  const trend = page.waitForResponse((response) => response.url().includes('/api/v1/analytics/trend'));
  await page.getByRole('radio', { name }).check({ force: true });
  await trend;
  await page.locator('#figures:not([aria-busy])').waitFor();
}
