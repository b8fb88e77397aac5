import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { extendedRecord, extendedRecords, zipOf } from '../support/small-uploads';
import { type Answer, createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const HISTORY = JSON.stringify(extendedRecords(3));
const SECRET = `secret-${randomBytes(8).toString('hex')}`;

let api: TestApp;
let user: SignedIn;

beforeAll(async () => {
  api = await createTestApp({ env: { APP_ROLE: 'api', IMPORT_MAX_BYTES: '8000000', JWT_SECRET: SECRET.repeat(2) } });
  user = await api.signIn();
});
afterAll(() => api.close());

const upload = (content: Buffer | string, name = 'export.zip'): Promise<Answer> => {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return api.call('/api/v1/history/import', { method: 'POST', as: user, body: form });
};
const post = (type: string, body: string): Promise<Answer> =>
  api.call('/api/v1/history/import', { method: 'POST', headers: { ...user.headers, 'content-type': type }, body });
const multipart = (...parts: string[]): Promise<Answer> =>
  post('multipart/form-data; boundary=x', `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`);
const filePart = (name: string, headers = ''): string =>
  `Content-Disposition: form-data; name="file"; filename="${name}"\r\n${headers}\r\n${HISTORY}`;

/** Every file at and beside the data folder, uploads that wait for their import left out. */
const filesAround = (): string[] => {
  const { dataDir } = api.settings;
  const inside = readdirSync(dataDir, { recursive: true }).map(String);
  const beside = readdirSync(dirname(dataDir)).filter((name) => name.includes('evil'));
  return [
    ...inside.filter((path) => !/^imports(\/[\w-]+(\/(upload-\d+(-\d+)?|receiver\.json))?)?$/.test(path)),
    ...beside,
  ];
};
const jobs = (): Promise<number> => api.db.collection('sync_jobs').countDocuments();

/** An archive in which one name stands where the tool that made it would not put it. */
const zipNaming = async (name: string, content = HISTORY): Promise<Buffer> => {
  const stand = 'n'.repeat(name.length);
  return Buffer.from((await zipOf({ [stand]: content })).toString('latin1').replaceAll(stand, name), 'latin1');
};

describe('an upload that names a way out of its folder', () => {
  const before = filesAroundLater();

  it.each(['../../evil.json', '/tmp/evil.json', 'C:\\evil.json', '..\\..\\evil.json', 'a/../../../evil.json'])(
    'in an archive stays where it is: %s',
    async (name) => {
      const { status } = await upload(await zipNaming(name));
      expect([200, 422]).toContain(status);
      expect(filesAround()).toEqual(before());
    },
  );

  it.each([
    ['two dots', '../../evil.json'],
    ['the root', '/etc/evil.json'],
    ['a backslash', '..\\evil.json'],
    ['a zero byte', 'evil\u0000.json'],
    ['percent signs', '%2e%2e%2fevil.json'],
    ['5,000 characters', 'x'.repeat(5_000)],
  ])('in its form stays where it is: by %s', async (_, name) => {
    const { status } = await multipart(filePart(name));
    expect([200, 422]).toContain(status);
    expect(filesAround()).toEqual(before());
  });

  it('by a symbolic link is read as the text that it is', async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(join(api.settings.dataDir, 'secrets.json')), 'link.json', { mode: 0o120777 });
    zip.addBuffer(Buffer.from(HISTORY), 'history.json');
    zip.end();
    const { status, body } = await upload(await buffer(zip.outputStream));
    expect([status, body.items_total]).toEqual([200, 3]);
    expect(JSON.stringify(body)).not.toContain(SECRET);
  });
});

describe('an upload that is more than it seems', () => {
  const refusal = async (content: Buffer, name?: string): Promise<[number, unknown]> => {
    const count = await jobs();
    const { status, body } = await upload(content, name);
    expect(await jobs()).toBe(count);
    return [status, (body.detail as { msg: string }[])[0]?.msg];
  };

  it.each<[string, () => Promise<Buffer>]>([
    [
      'a zip archive in a zip archive in a zip archive',
      async () => zipOf({ 'b.zip': await zipOf({ 'c.zip': await zipOf({ 'a.json': HISTORY }) }) }),
    ],
    ['gzip in gzip', () => Promise.resolve(gzipSync(gzipSync(HISTORY)))],
    [
      'an archive that holds its own beginning',
      async () => zipOf({ 'a.zip': (await zipOf({ a: HISTORY })).subarray(0, 60) }),
    ],
  ])('is unpacked no deeper than an archive in an archive: %s', async (_, make) => {
    const [status, sentence] = await refusal(await make());
    expect([status, sentence]).toEqual([422, expect.stringMatching(/listening history/)]);
  });

  it('is refused where 900 entries are the same bytes', async () => {
    const spaced = `[${' '.repeat(200_000)}${JSON.stringify(extendedRecord())}]`;
    const [status, sentence] = await refusal(overlapping(await zipOf({ 'a.json': spaced }), 900));
    expect([status, sentence]).toEqual([422, expect.stringMatching(/unpacks to more than/)]);
  });

  it('is refused where archives in it explode together', async () => {
    const spaced = await zipOf({ 'a.json': `[${' '.repeat(900_000)}${JSON.stringify(extendedRecord())}]` });
    const inner = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.zip`, spaced]));
    const [status, sentence] = await refusal(await zipOf(inner));
    expect([status, sentence]).toEqual([422, expect.stringMatching(/unpacks to more than/)]);
  });

  it('is refused where gzip goes on for ever', async () => {
    const [status, sentence] = await refusal(gzipSync(Buffer.alloc(30_000_000, ' ')), 'a.json.gz');
    expect([status, sentence]).toEqual([422, expect.stringMatching(/unpacks to more than/)]);
  });

  it.each<[string, () => Promise<Answer>, number]>([
    ['101 files', () => multipart(...Array.from({ length: 101 }, (_, i) => filePart(`${i}.json`))), 413],
    [
      '5,000 fields',
      () => multipart(...Array.from({ length: 5_000 }, (_, i) => field(`f${i}`)), filePart('a.json')),
      413,
    ],
    ['a field named __proto__', () => multipart(field('__proto__'), filePart('a.json')), 422],
    ['a field named constructor', () => multipart(field('constructor'), filePart('a.json')), 422],
    ['a boundary of 10,000 characters', () => post(`multipart/form-data; boundary=${'x'.repeat(10_000)}`, '--'), 422],
  ])('is refused with %s', async (_, send, expected) => {
    const count = await jobs();
    const { status, body } = await send();
    expect([status, body]).toEqual([
      expected,
      { detail: expect.anything() as unknown, request_id: expect.any(String) as string },
    ]);
    expect(await jobs()).toBe(count);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('is no more than its file with 5,000 headers to it', async () => {
    const { status, body } = await multipart(filePart('a.json', 'X: y\r\n'.repeat(5_000)));
    expect([status, body.items_total]).toEqual([200, 3]);
  });

  it('is called what it says in the refusal, in one line and no more', async () => {
    const name = 'a"\r\nSet-Cookie: b=c\r\n\r\n<script>.json';
    const { status, headers, body } = await upload('hello', name);
    expect([status, headers.getSetCookie(), headers.get('content-type')]).toEqual([
      422,
      [],
      'application/json; charset=utf-8',
    ]);
    expect(JSON.stringify(body)).not.toMatch(/[\r\n]/);
  });

  it('brings no keys into any object', async () => {
    const record = JSON.stringify(extendedRecord()).replace(
      '{',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
    );
    expect((await upload(`[${record}]`, 'a.json')).status).toBe(200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

const field = (name: string): string => `Content-Disposition: form-data; name="${name}"\r\n\r\n{"polluted":1}`;

/** The archive's one entry, told of so many times. */
function overlapping(zip: Buffer, times: number): Buffer {
  const end = zip.subarray(zip.length - 22);
  const directory = end.readUInt32LE(16);
  const entry = zip.subarray(directory, zip.length - 22);
  end.writeUInt16LE(times, 8);
  end.writeUInt16LE(times, 10);
  end.writeUInt32LE(entry.length * times, 12);
  return Buffer.concat([zip.subarray(0, directory), ...Array.from({ length: times }, () => entry), end]);
}

/** What lies there before the first test of a block. */
function filesAroundLater(): () => string[] {
  let files: string[] = [];
  beforeAll(() => {
    files = filesAround();
  });
  return () => files;
}
