import { createTestApp, type TestApp } from '../support/test-app';
import { type Chromium, startChromium } from './chromium';

describe('the page that describes the API', () => {
  let api: TestApp;
  let chromium: Chromium;

  beforeAll(async () => {
    api = await createTestApp({ env: { APP_ROLE: 'api' } });
    chromium = await startChromium(api);
  });
  afterAll(async () => {
    await chromium.close();
    await api.close();
  });

  it('lists every operation, under the content security policy', async () => {
    const page = await (await chromium.newContext({})).newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text());
    });
    await page.goto(`${chromium.url}/api/docs`);
    await page.locator('#operations-analytics-analyticsOverview').waitFor();
    const { body } = await api.call('/api/openapi.json');
    const operations = Object.values(body.paths as Record<string, object>).flatMap((item) => Object.keys(item));
    expect(await page.locator('.opblock').count()).toBe(operations.length);
    expect(faults).toEqual([]);
  });
});
