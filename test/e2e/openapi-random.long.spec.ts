import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionService } from '../../src/auth/session.service';
import { type AuthHeaders, jobUntil, uploadFiles } from '../support/api-calls';
import { ApiDocument } from '../support/api-document/document';
import { DescribedApi } from '../support/api-document/described-api';
import { KNOWN, type RandomBody, type RandomRequest, randomRequest } from '../support/api-document/random-requests';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { extendedRecords } from '../support/small-uploads';
import { link, type LinkedListener } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

const REQUESTS = process.env.CI === undefined ? 1_000 : 2_000;
/** So many are under way at once, and meet one another's effects. */
const AT_ONCE = 10;
/** The seed that a failure prints makes the same requests again. */
const { API_TEST_SEED } = process.env;

/** Trouble of the platform, of a dependency, or of a request that waits for either. */
const OUTSIDE_CAUSES = [502, 503, 504];

describe('random requests', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let described: DescribedApi;
  let known: Record<string, string>;
  let users: Record<'listener' | 'stranger', { id: string; platformId: string }>;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, APP_ENV: 'development' } });
    described = new DescribedApi(api, await ApiDocument.of(api));
    const mira = await link(platform, api, 'mira');
    const stranger = await api.signIn('stranger');
    users = {
      listener: { id: mira.userId, platformId: 'mira' },
      stranger: { id: stranger.userId, platformId: 'stranger' },
    };
    const job = await importSome(api, mira.headers);
    const ofExplore = { started_at: new Date().toISOString(), year: '2024' };
    known = { id: job, job_id: job, track_id: '0'.repeat(21) + '1', artist_id: await topArtist(mira), ...ofExplore };
  }, 120_000);
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  /** A session of its own for each request, since some are logouts. */
  const authorization = (as: RandomRequest['as']): Record<string, string> => {
    if (as === 'nobody') return {};
    if (as === 'forger') return { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' };
    return { authorization: `Bearer ${api.app.get(SessionService).issue(users[as])}` };
  };
  /** @throws with what is wrong with the answer */
  const send = async ({ operation, as, path, query, body }: RandomRequest): Promise<void> => {
    const places = Object.entries(path).map(([name, value]) => [name, value === KNOWN ? (known[name] ?? '') : value]);
    const { status, text } = await described.call(operation, {
      path: Object.fromEntries(places) as Record<string, string>,
      query,
      headers: { ...authorization(as), ...(body !== null && 'type' in body && { 'content-type': body.type }) },
      body: body === null ? undefined : payloadOf(body),
    });
    const isFault = status === 429 || (status >= 500 && !OUTSIDE_CAUSES.includes(status));
    if (isFault) throw new Error(`${operation}: ${status} ${text}`);
  };

  it('are answered as it is described, and never by a fault', async () => {
    const batch = fc.array(randomRequest(described.document), { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(
      fc.asyncProperty(batch, async (requests) => {
        await Promise.all(requests.map(send));
      }),
      {
        numRuns: REQUESTS / AT_ONCE,
        // The message names the request; to look for a smaller one would take longer than the test may.
        endOnFailure: true,
        ...(API_TEST_SEED === undefined ? {} : { seed: Number(API_TEST_SEED) }),
      },
    );
    const succeeded = [...described.seen].filter((seen) => /(200|302)$/.test(seen));
    expect(succeeded.length).toBeGreaterThan(described.document.operations.length * 0.8);
  }, 240_000);
});

function payloadOf(body: RandomBody): string | FormData {
  if ('text' in body) return body.text;
  const form = new FormData();
  form.set(body.field, new Blob([body.content]), body.fileName);
  return form;
}

/** @returns the id of the import job */
async function importSome(api: TestApp, headers: AuthHeaders): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-random-'));
  const path = join(folder, 'Streaming_History_Audio_2020.json');
  writeFileSync(path, JSON.stringify(extendedRecords(50)));
  const job = await uploadFiles(api.url, headers, [path]);
  await jobUntil(api.url, headers, job);
  rmSync(folder, { recursive: true });
  return job;
}

async function topArtist(listener: LinkedListener): Promise<string> {
  const { items } = await listener.get<{ items: { platform_id: string }[] }>('/api/v1/artists/top?limit=1');
  return items[0]?.platform_id ?? '';
}
