import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_APP } from '../../src/platform/platform-app';
import { getJson, jobUntil } from '../support/api-calls';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { ServiceProcess } from '../support/service-process';
import { accountRecord, extendedRecord } from '../support/small-uploads';

const PLAYED = { song: 'Harmonium in the Rain', artist: 'The Unheard Of', album: 'Nobody Has This' };
const UPLOADED_AS = 'my-private-history.json';

describe('the log of a service at LOG_LEVEL=info', () => {
  let folder: string;
  let platform: SandboxPlatform;
  let service: ServiceProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-privacy-'));
    platform = await startSandboxPlatform();
    service = await ServiceProcess.start(join(folder, 'data'), {
      env: {
        LOG_LEVEL: 'info',
        PLATFORM_CLIENT_ID: SANDBOX_APP.clientId,
        PLATFORM_CLIENT_SECRET: SANDBOX_APP.clientSecret,
        PLATFORM_API_URL: platform.url,
        PLATFORM_ACCOUNTS_URL: platform.url,
      },
    });
  }, 60_000);
  afterAll(async () => {
    await service.kill('SIGTERM');
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function logIn(): Promise<{ authorization: string }> {
    const { url } = (await (await fetch(`${service.url}/api/v1/auth/login`)).json()) as { url: string };
    const answer = await fetch(await platform.consent(url, 'otto'), { redirect: 'manual' });
    const [, session = ''] = /playledger_session=([^;]+)/.exec(answer.headers.getSetCookie().join()) ?? [];
    return { authorization: `Bearer ${session}` };
  }

  it('tells of jobs and requests by their ids, and of nobody and nothing played', async () => {
    // Trouble is what most is told of.
    await platform.setWeather({ errors: [{ path: '/v1/search', status: 500, times: 1_000 }] });
    const headers = await logIn();
    const { user } = await getJson<{ user: Record<string, string> }>(service.url, headers, '/api/v1/auth/status');
    const [initial] = (await getJson<{ items: { id: string }[] }>(service.url, headers, '/api/v1/sync-jobs')).items;
    await jobUntil(service.url, headers, initial?.id ?? '');
    const form = new FormData();
    const names = { master_metadata_track_name: PLAYED.song, master_metadata_album_artist_name: PLAYED.artist };
    const extended = [extendedRecord({ ...names, master_metadata_album_album_name: PLAYED.album })];
    form.append('file', new Blob([JSON.stringify(extended)]), UPLOADED_AS);
    const account = [accountRecord({ trackName: PLAYED.song, artistName: PLAYED.artist, endTime: '2021-04-01 08:15' })];
    form.append('file', new Blob([JSON.stringify(account)]), 'account.json');
    const request_id = 'the-upload-of-this-test';
    const options = { method: 'POST', headers: { ...headers, 'x-request-id': request_id }, body: form };
    const uploaded = await fetch(`${service.url}/api/v1/history/import`, options);
    const { job_id } = (await uploaded.json()) as { job_id: string };
    expect((await jobUntil(service.url, headers, job_id)).report).toMatchObject({ stored: 2 });
    while (!/The search for .+ failed/.test(service.printed())) await sleep(50);
    const played = await getJson<{ items: { track: Record<string, string> }[] }>(
      service.url,
      headers,
      '/api/v1/history',
    );
    await service.kill('SIGTERM');

    const printed = service.printed();
    const lines = printed.split('\n').filter((line) => line.startsWith('{'));
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries).toContainEqual(
      expect.objectContaining({ level: 30, msg: `Job ${job_id} begins`, job_id, request_id }),
    );
    const { email = '', display_name = '', image_url = '' } = user;
    const fromHistory = played.items.flatMap(({ track }) => [track.name, track.artist_name, track.album_name]);
    const personal = [...Object.values(PLAYED), UPLOADED_AS, email, display_name, image_url, ...fromHistory];
    expect([email, display_name]).toEqual(['otto@sandbox.invalid', 'Otto Overdrive']);
    expect(personal.length).toBeGreaterThan(50);
    expect(personal.filter((text) => text !== '' && printed.includes(text ?? ''))).toEqual([]);
    expect(printed).not.toMatch(/\botto\b|Bearer|code=|state=/i);
  }, 120_000);
});
