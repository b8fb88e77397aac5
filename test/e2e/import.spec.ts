import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ImportFolders } from '../../src/history/import/import-folders.service';
import { UploadSweeper } from '../../src/history/import/upload-sweeper.service';
import { jobUntil, type ImportJob } from '../support/api-calls';
import { rawZip } from '../support/raw-zip';
import { accountRecord, extendedRecord, extendedRecords, zipOf } from '../support/small-uploads';
import { type Answer, createTestApp, type SignedIn, type TestApp } from '../support/test-app';

interface UploadFile {
  name: string;
  content: string | Buffer;
}

const json = (name: string, records: unknown[]): UploadFile => ({ name, content: JSON.stringify(records) });

let api: TestApp;
let user: SignedIn;

beforeAll(async () => {
  api = await createTestApp({ env: { IMPORT_MAX_BYTES: '4000000' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await api.signIn();
});

function formOf(files: readonly UploadFile[], field = 'file'): FormData {
  const form = new FormData();
  for (const { name, content } of files) form.append(field, new Blob([new Uint8Array(Buffer.from(content))]), name);
  return form;
}

function upload(...files: UploadFile[]): Promise<Answer> {
  return api.call('/api/v1/history/import', { method: 'POST', as: user, body: formOf(files) });
}

async function imported(...files: UploadFile[]): Promise<ImportJob> {
  const { status, body } = await upload(...files);
  expect({ status, body }).toMatchObject({ status: 200 });
  return jobUntil(api.url, user.headers, String(body.job_id));
}

async function historyTotal(): Promise<unknown> {
  return (await api.call('/api/v1/history', { as: user })).body.total;
}

async function records(jobId: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${api.url}/api/v1/history/import/${jobId}/records`, { headers: user.headers });
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  const text = await response.text();
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const importsFolder = (): string => join(api.settings.dataDir, 'imports');
const uploadsOnDisk = (): string[] =>
  readdirSync(importsFolder(), { recursive: true })
    .map(String)
    .filter((path) => path.includes('upload-'));

describe('an upload', () => {
  it('is answered with a pending job that knows how many records there are', async () => {
    const { status, body } = await upload(json('a.json', extendedRecords(3)), json('b.json', [accountRecord()]));
    expect(status).toBe(200);
    expect(body).toEqual({
      job_id: expect.any(String) as unknown,
      status: 'pending',
      items_processed: 0,
      items_total: 4,
    });
    await jobUntil(api.url, user.headers, String(body.job_id));
  });

  it.each<[string, () => Promise<UploadFile> | UploadFile]>([
    ['renamed', () => json('holiday.txt', extendedRecords(3))],
    ['packed with gzip', () => ({ name: 'a.json.gz', content: gzipSync(JSON.stringify(extendedRecords(3))) })],
    [
      'zipped again, with other things beside it',
      async () => ({
        name: 'my_data.zip',
        content: await zipOf({
          'x/y/z.json': JSON.stringify(extendedRecords(3)),
          'x/Userdata.json': '{"a":1}',
          'r.pdf': '%PDF',
        }),
      }),
    ],
  ])('is told by its content: %s', async (_, file) => {
    const job = await imported(await file());
    expect(job).toMatchObject({ status: 'completed', items_processed: 3, report: { records: 3, stored: 3 } });
  });

  it.each<[string, UploadFile, string]>([
    ['neither JSON nor packed', { name: 'a.json', content: 'hello' }, '"a.json" is neither JSON, nor gzip'],
    [
      'JSON of another kind',
      { name: 'Userdata.json', content: '{"a": 1}' },
      '"Userdata.json" is not a listening history',
    ],
    ['empty', { name: 'empty.json', content: '' }, '"empty.json" is empty (0 bytes)'],
  ])('that is %s is refused, with its name, and leaves nothing behind', async (_, file, sentence) => {
    const before = await api.call('/api/v1/sync-jobs', { as: user });
    const { status, body } = await upload(json('good.json', extendedRecords(1)), file);
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      { loc: ['body', 'file'], type: 'file_type', msg: expect.stringContaining(sentence) as unknown },
    ]);
    expect(before.body.total).toBe((await api.call('/api/v1/sync-jobs', { as: user })).body.total);
    expect(uploadsOnDisk()).toEqual([]);
  });

  it('with several files that are none is refused with all their names', async () => {
    const { status, body } = await upload(
      { name: 'zeros.json', content: Buffer.alloc(99) },
      json('good.json', extendedRecords(1)),
      { name: 'page.html', content: '<html></html>' },
      { name: 'b.zip', content: rawZip([{ name: 'endsong_0.json', content: '' }]) },
    );
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      {
        loc: ['body', 'file'],
        type: 'file_type',
        msg: expect.stringMatching(/"zeros\.json" .+"page\.html" .+"b\.zip" .+"endsong_0\.json" is empty/) as unknown,
      },
    ]);
    expect(uploadsOnDisk()).toEqual([]);
  });

  it.each<[string, RequestInit, string]>([
    ['no body', {}, 'missing'],
    ['JSON', { body: '[]', headers: { 'content-type': 'application/json' } }, 'missing'],
    ['plain text', { body: 'x', headers: { 'content-type': 'text/plain' } }, 'missing'],
    ['a form without a boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }, 'missing'],
    [
      'a form that is cut off',
      { body: '--x\r\nContent-Dispo', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      'missing',
    ],
    [
      'bytes without a file name',
      {
        body: '--x\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\n[]\r\n--x--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
      'file_type',
    ],
    ['another field', { body: formOf([json('a.json', [])], 'upload') }, 'missing'],
  ])('of %s is a 422', async (_, init, type) => {
    const headers = { ...user.headers, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(`${api.url}/api/v1/history/import`, { method: 'POST', ...init, headers });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: [{ loc: ['body', 'file'], type }] });
  });

  it('whose field is text instead of a file is a 422', async () => {
    const form = new FormData();
    form.append('file', '[]');
    const { status, body } = await api.call('/api/v1/history/import', { method: 'POST', as: user, body: form });
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'file'], type: 'file_type' }] },
    });
  });

  it('needs a session', async () => {
    const { status } = await api.call('/api/v1/history/import', { method: 'POST', body: formOf([json('a.json', [])]) });
    expect(status).toBe(401);
  });

  it.each([
    ['at once', [4_100_000]],
    ['in several files', [2_200_000, 2_200_000]],
    ['by far', [8_000_000]],
  ])('that is too large %s is a 413', async (_, sizes) => {
    const files = sizes.map((size, i) => ({ name: `${i}.json`, content: `[${' '.repeat(size)}]` }));
    const { status, body } = await upload(...files);
    expect(status).toBe(413);
    expect(body.detail).toContain('IMPORT_MAX_BYTES');
    expect(uploadsOnDisk()).toEqual([]);
  });

  it('that breaks off half-way leaves nothing behind', async () => {
    const folders = new Set(readdirSync(importsFolder()));
    const sent = httpRequest(`${api.url}/api/v1/history/import`, {
      method: 'POST',
      headers: { ...user.headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1_000_000 },
    });
    sent.on('error', () => undefined);
    sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n[{"ts":');
    const newFolders = (): string[] => readdirSync(importsFolder()).filter((name) => !folders.has(name));
    while (uploadsOnDisk().length === 0) await sleep(5);
    sent.destroy();
    while (newFolders().length > 0) await sleep(5);
    expect(newFolders()).toEqual([]);
  });
});

describe('an import', () => {
  it('says of every record what became of it (records that add up)', async () => {
    const [first, second] = extendedRecords(2);
    const job = await imported(
      json('Streaming_History_Audio_2020.json', [
        first,
        second,
        first,
        extendedRecord({ ms_played: 0 }),
        extendedRecord({ ts: 'yesterday' }),
        extendedRecord({ spotify_track_uri: null, master_metadata_track_name: null, episode_name: 'Talk' }),
      ]),
    );
    expect(job).toMatchObject({
      status: 'completed',
      items_total: 6,
      items_processed: 6,
      error_message: '',
      report: {
        files: 1,
        records: 6,
        stored: 2,
        merged: 0,
        skipped: { duplicate: 1, not_played: 1, invalid: 1, not_a_track: 1 },
        first_played_at: '2020-01-01T00:00:00.000Z',
        last_played_at: '2020-01-01T00:01:00.000Z',
        per_file: [{ file: 'Streaming_History_Audio_2020.json', records: 6, stored: 2 }],
      },
      steps: [
        { action: 'Streaming_History_Audio_2020.json', status: 'completed', items: 6 },
        { action: 'analytics', status: 'completed' },
      ],
    });
    expect(await records(job.id)).toMatchObject([
      {
        record: 3,
        outcome: 'duplicate',
        played_at: '2020-01-01T00:00:00.000Z',
        track: { name: 'Sóng 1', artist_name: 'Ann' },
      },
      { record: 4, outcome: 'not_played', played_at: null, track: null },
      { record: 5, outcome: 'invalid', detail: expect.stringContaining('"yesterday"') as unknown },
      { record: 6, outcome: 'not_a_track', detail: 'podcast episode "Talk"' },
    ]);
  });

  it('adds nothing when it is loaded again', async () => {
    const file = json('a.json', extendedRecords(50));
    await imported(file);
    expect((await imported(file)).report).toMatchObject({ stored: 0, merged: 0, skipped: { duplicate: 50 } });
    expect(await historyTotal()).toBe(50);
  });

  it('matches account data and extended history one to one, whichever comes first', async () => {
    const account = json('StreamingHistory_music_0.json', [
      accountRecord(),
      accountRecord({ endTime: '2023-04-01 08:20' }),
    ]);
    const extended = json('Streaming_History_Audio_2023.json', [extendedRecord()]);
    expect((await imported(account)).report).toMatchObject({ stored: 2 });
    expect((await imported(extended)).report).toMatchObject({ stored: 0, merged: 1 });
    const both = await api.call('/api/v1/history', { as: user });
    user = await api.signIn();
    expect((await imported(extended)).report).toMatchObject({ stored: 1 });
    expect((await imported(account)).report).toMatchObject({ stored: 1, merged: 1 });
    const other = await api.call('/api/v1/history', { as: user });
    const plays = ({ body }: Answer): unknown[] =>
      (body.items as { track: { platform_id: string }; played_at: string }[]).map((item) => [
        item.track.platform_id,
        item.played_at,
      ]);
    expect(plays(other)).toEqual(plays(both));
    expect(plays(other)[1]).toEqual(['0123456789abcdefghijAB', '2023-04-01T08:15:30.000Z']);
  });

  it('leaves stubs of what it names in the catalogue, open to everybody', async () => {
    await imported(json('a.json', [extendedRecord({ spotify_track_uri: 'spotify:track:9999999999999999999999' })]));
    const track = await api.call('/api/v1/tracks/9999999999999999999999');
    expect(track).toMatchObject({
      status: 200,
      body: { name: 'Song', album: { name: 'Album' }, artists: [{ name: 'Ann' }] },
    });
    const [artist] = track.body.artists as { platform_id: string }[];
    expect(await api.call(`/api/v1/artists/${artist?.platform_id ?? ''}`)).toMatchObject({
      status: 200,
      body: { name: 'Ann', image_url: '', genres: [] },
    });
    expect((await api.call('/api/v1/tracks/0000000000000000000000x')).status).toBe(404);
    expect((await api.call('/api/v1/artists/unknown')).status).toBe(404);
  });

  it('of an empty list is completed with nothing', async () => {
    expect(await imported(json('a.json', []))).toMatchObject({
      status: 'completed',
      items_total: 0,
      report: { records: 0 },
    });
  });

  it('keeps all before the break of a cut-off file, and says where it is (mended, it adds what is missing)', async () => {
    const whole = JSON.stringify(extendedRecords(10));
    const cut = { name: 'cut.json', content: whole.slice(0, Math.floor(whole.length * 0.75)) };
    const job = await imported(cut, json('other.json', [accountRecord()]));
    expect(job).toMatchObject({ status: 'failed', report: { files: 2, records: 8, stored: 8 } });
    expect(job.error_message).toMatch(/"cut\.json" is cut off at byte [\d,]+, where record 8 should be/);
    expect(job.steps).toMatchObject([
      { action: 'cut.json', status: 'failed', error: job.error_message },
      { action: 'other.json', status: 'completed' },
      { action: 'analytics', status: 'completed' },
    ]);
    const mended = await imported({ name: 'mended.json', content: whole });
    expect(mended).toMatchObject({ status: 'completed', report: { stored: 3, skipped: { duplicate: 7 } } });
  });

  it('says of every entry of an archive what it is, and is completed with a sentence about those that it missed', async () => {
    const inner = rawZip([
      { name: 'a.json.gz', content: gzipSync(JSON.stringify(extendedRecords(3))) },
      { name: 'b.json', content: Buffer.from(`\ufeff${JSON.stringify([accountRecord()])}`, 'utf16le') },
    ]);
    const job = await imported(
      {
        name: 'my_data.zip',
        content: rawZip([
          { name: 'My Data/', content: '' },
          { name: 'My Data/inner.zip', content: inner },
          { name: 'My Data/ReadMe.pdf', content: '%PDF-1.4' },
          { name: 'My Data/Streaming_History_Audio_2020_1.json', content: Buffer.alloc(600) },
        ]),
      },
      json('c.json', extendedRecords(4)),
    );
    expect(job).toMatchObject({
      status: 'completed',
      items_total: 8,
      items_processed: 8,
      report: { files: 3, stored: 5 },
    });
    const inArchive = { archive: 'my_data.zip', reason: '' };
    expect(job.report?.entries).toEqual([
      { ...inArchive, name: 'My Data/inner.zip/a.json.gz', state: 'read', records: 3 },
      { ...inArchive, name: 'My Data/inner.zip/b.json', state: 'read', records: 1 },
      { ...inArchive, name: 'My Data/ReadMe.pdf', state: 'not_history', reason: 'is a PDF document', records: 0 },
      {
        ...inArchive,
        name: 'My Data/Streaming_History_Audio_2020_1.json',
        state: 'unreadable',
        reason: 'holds nothing but zeros',
        records: 0,
      },
      { name: 'c.json', archive: '', state: 'read', reason: '', records: 4 },
    ]);
    expect(job.error_message).toContain('"My Data/Streaming_History_Audio_2020_1.json" holds nothing but zeros');
    expect(job.steps.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'completed']);
    expect(uploadsOnDisk()).toEqual([]);
  });

  it('fails if an entry breaks off, and speaks of that and of what it missed', async () => {
    const whole = JSON.stringify(extendedRecords(4));
    const content = rawZip([
      { name: 'a.json', content: whole.slice(0, -99) },
      { name: 'endsong_1.json', content: whole, flags: 1 },
    ]);
    const job = await imported({ name: 'a.zip', content });
    expect(job).toMatchObject({ status: 'failed', report: { records: 3, stored: 3 } });
    expect(job.error_message).toMatch(
      /^"a\.zip\/a\.json" is cut off at byte .+"endsong_1\.json" is locked with a password\.$/,
    );
    expect(job.report?.entries).toMatchObject([
      { name: 'a.json', state: 'read', records: 3, reason: expect.stringMatching(/^is cut off at byte/) as unknown },
      { name: 'endsong_1.json', state: 'unreadable', records: 0 },
    ]);
  });

  it('counts each of several files for itself, though one is stored while the next is matched', async () => {
    const day = (date: number) => extendedRecord({ ts: `2023-04-0${date}T08:15:30Z` });
    const listened = (date: number) => accountRecord({ endTime: `2023-04-0${date} 08:15` });
    const job = await imported(
      json('a.json', [day(1), day(2), day(3)]),
      json('b.json', [day(3), day(4)]),
      json('StreamingHistory_music_0.json', [listened(2), listened(5)]),
      json('c.json', [day(5), day(1)]),
    );
    expect(job).toMatchObject({ status: 'completed', items_processed: 9, report: { stored: 5, merged: 2 } });
    expect(job.report?.per_file).toMatchObject([
      { file: 'a.json', records: 3, stored: 3 },
      { file: 'b.json', records: 2, stored: 1, skipped: { duplicate: 1 } },
      { file: 'StreamingHistory_music_0.json', records: 2, stored: 1, merged: 1 },
      { file: 'c.json', records: 2, merged: 1, skipped: { duplicate: 1 } },
    ]);
    const times = job.steps.flatMap(({ started_at, completed_at }) => [String(started_at), String(completed_at)]);
    expect(times).toEqual([...times].sort());
    expect(await historyTotal()).toBe(5);
  });

  it('deletes the uploaded files when it ends, and keeps the account of its records', async () => {
    const job = await imported(json('a.json', [extendedRecord({ ms_played: 0 })]));
    expect(uploadsOnDisk()).toEqual([]);
    expect(await records(job.id)).toHaveLength(1);
  });

  it('keeps the account of its records from other users', async () => {
    const job = await imported(json('a.json', [extendedRecord({ ms_played: 0 })]));
    const other = await api.signIn();
    for (const id of [job.id, 'nonsense', '0123456789abcdef01234567']) {
      expect((await api.call(`/api/v1/history/import/${id}/records`, { as: other })).status).toBe(404);
    }
  });

  it('waits for another one of the same user, and tells files of one name apart', async () => {
    const files = [0, 1, 2].map((n) => json('a.json', [extendedRecord({ ts: `2023-04-0${n + 1}T08:15:30Z` })]));
    const jobs = await Promise.all([imported(...files), imported(...files)]);
    expect(jobs.map((job) => job.status)).toEqual(['completed', 'completed']);
    expect(jobs.map((job) => job.report?.stored).sort()).toEqual([0, 3]);
    expect(jobs[0].steps.map((step) => step.action)).toEqual(['a.json', 'a.json (2)', 'a.json (3)', 'analytics']);
    expect(await historyTotal()).toBe(3);
  });
});

describe('a cancel', () => {
  it('stops an import at its next batch: what is stored stays, is counted, and is in the figures', async () => {
    const many = { name: 'many.json.gz', content: gzipSync(JSON.stringify(extendedRecords(32_000))) };
    const { body } = await upload(many);
    const id = String(body.job_id);
    await jobUntil(api.url, user.headers, id, (job) => job.items_processed > 0);
    await api.call(`/api/v1/sync-jobs/${id}/cancel`, { method: 'POST', as: user });
    const job = await jobUntil(api.url, user.headers, id);
    expect(job).toMatchObject({ status: 'failed', error_message: 'cancelled' });
    expect(job.items_processed).toBeLessThan(32_000);
    expect(job.report).toMatchObject({ records: job.items_processed, stored: job.items_processed });
    expect(job.steps.at(-1)).toMatchObject({ action: 'analytics', status: 'completed' });
    expect(await historyTotal()).toBe(job.items_processed);
    expect((await api.call('/api/v1/analytics/overview', { as: user })).body.total_tracks_played).toBe(
      job.items_processed,
    );
    expect(uploadsOnDisk()).toEqual([]);
  });
});

describe('the folder of an upload without a job', () => {
  const sweep = (): Promise<void> => api.app.get(UploadSweeper).sweep(new Date());

  it('stays as long as the process that takes the upload runs, and goes with it', async () => {
    const folders = api.app.get(ImportFolders);
    const id = await folders.create();
    await sweep();
    expect(existsSync(folders.pathOf(id))).toBe(true);
    const gone = { pid: 2 ** 30, startedAt: null, host: hostname() };
    writeFileSync(join(folders.pathOf(id), 'receiver.json'), JSON.stringify(gone));
    await sweep();
    expect(existsSync(folders.pathOf(id))).toBe(false);
  });

  it('of another machine goes after an hour', async () => {
    const folders = api.app.get(ImportFolders);
    const id = await folders.create();
    writeFileSync(
      join(folders.pathOf(id), 'receiver.json'),
      JSON.stringify({ pid: 1, startedAt: null, host: 'other' }),
    );
    await sweep();
    expect(existsSync(folders.pathOf(id))).toBe(true);
    await api.app.get(UploadSweeper).sweep(new Date(Date.now() + 61 * 60_000));
    expect(existsSync(folders.pathOf(id))).toBe(false);
  });
});
