import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mongoose';
import { EmailSeal } from '../../src/auth/email-seal';
import { attachLocalServices } from '../../src/local-services/local-services';
import { CommandProcess, settingsOf } from '../support/command-process';
import { writeExtendedZip } from '../support/export-generator';
import { freePort } from '../support/free-port';
import { rawZip } from '../support/raw-zip';
import { extendedRecords } from '../support/small-uploads';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const COMMAND = 'src/import-command/main.ts';
const RECORDS = 1_500;
const HISTORY = { seed: 5, records: RECORDS, years: 2, endDate: new Date('2024-06-01') };

// Each run compiles the command first.
jest.setTimeout(120_000);

describe('npm run import', () => {
  let api: TestApp;
  let mira: SignedIn;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-import-'));
    await writeExtendedZip(join(folder, 'export.zip'), HISTORY, { files: 2 });
    writeFileSync(join(folder, 'notes.json'), '{"hello": "world"}');
    const entries = [
      { name: 'a.json', content: JSON.stringify(extendedRecords(3)) },
      { name: 'endsong_1.json', content: '' },
    ];
    writeFileSync(join(folder, 'partly.zip'), rawZip(entries));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    api = await createTestApp();
    mira = await api.signIn('mira');
  });
  afterEach(() => api.close());

  const run = (args: string[], env: Record<string, string> = {}) =>
    CommandProcess.run(COMMAND, { args, env: { ...settingsOf(api), ...env }, folder });
  const jobs = async (as = mira): Promise<Record<string, unknown>[]> =>
    (await api.call('/api/v1/sync-jobs?job_type=import', { as })).body.items as Record<string, unknown>[];

  it('imports by the service that runs, shows how far it is, and what became of the records', async () => {
    const { code, printed } = await run(['export.zip']);
    const [job] = await jobs();
    expect(job).toMatchObject({ status: 'completed', items_processed: RECORDS });
    const { stored, skipped } = job?.report as { stored: number; skipped: Record<string, number> };
    expect(printed).toContain('Handing over 1 file (');
    expect(printed).toMatch(new RegExp(`^${RECORDS} of ${RECORDS} records, \\d+/s, done$`, 'm'));
    const cells = ['All files', RECORDS, stored, 0, ...Object.values(skipped)].map((cell) => ` ${cell} +`).join('│');
    expect(printed).toMatch(new RegExp(`│${cells}│`));
    expect(printed).toMatch(/^The plays stored or merged are from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d \(UTC\)\.$/m);
    expect(code).toBe(0);
  });

  it('starts the service for as long as it takes where none runs', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'playledger-alone-'));
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), APP_ENV: 'test' };
    const nobody = await CommandProcess.run(COMMAND, { args: ['export.zip'], env, folder });
    expect(nobody).toMatchObject({ code: 1, printed: expect.stringContaining('There is no user yet.') as string });
    const options = { mongodbUri: undefined, redisUrl: undefined, databaseName: 'playledger_sandbox' };
    const local = await attachLocalServices({ ...options, dataDir, log: () => undefined });
    const database = await createConnection(local.mongodbUri).asPromise();
    await database.collection('users').insertOne({ platform_id: 'mira', display_name: 'Mira', timezone: 'UTC' });
    await database.close();
    await local.stop();
    const { code, printed } = await CommandProcess.run(COMMAND, { args: ['export.zip'], env, folder });
    expect(printed).toContain(`${RECORDS} of ${RECORDS} records`);
    expect(code).toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('passes on why a file is refused, and imports none then', async () => {
    expect(await run(['export.zip', 'notes.json'])).toEqual({
      code: 1,
      printed: expect.stringMatching(/\n"notes\.json" is not a listening history/) as string,
    });
    expect(await jobs()).toEqual([]);
  });

  it('says what could not be read of an archive, though the others are imported', async () => {
    const { code, printed } = await run(['partly.zip']);
    expect(printed).toMatch(/^Everything was imported but .+ "endsong_1\.json" is empty \(0 bytes\)\.$/m);
    expect(code).toBe(0);
    expect(await jobs()).toMatchObject([{ status: 'completed', items_processed: 3 }]);
  });

  it('cancels the import on Ctrl-C', async () => {
    // Nobody works on jobs, so that it cannot be over before.
    const idle = await createTestApp({ env: { APP_ROLE: 'api' } });
    const blanca = await idle.signIn('blanca');
    const command = new CommandProcess(COMMAND, { args: ['export.zip'], env: settingsOf(idle), folder });
    await command.prints('waiting for its turn');
    command.kill('SIGINT');
    const { code, printed } = await command.ended();
    expect(printed).toMatch(/\nCancelled\. What is stored stays stored/);
    expect(code).toBe(1);
    const { body } = await idle.call('/api/v1/sync-jobs', { as: blanca });
    expect(body.items).toEqual([expect.objectContaining({ status: 'failed', error_message: 'cancelled' })]);
    await idle.close();
  });

  it('asks whose plays these are where there are several users', async () => {
    const otto = await api.signIn('otto');
    const email_encrypted = new EmailSeal(api.settings).seal('otto@example.com', 'otto');
    await api.db.collection('users').updateOne({ platform_id: 'otto' }, { $set: { email_encrypted } });
    const { code, printed } = await run(['export.zip']);
    expect(printed).toContain('There are 2 users. Say whose plays these are with --user:');
    expect(printed).toContain(`  ${otto.userId}  otto`);
    expect(code).toBe(1);
    expect(await run(['--user', 'nobody', 'export.zip'])).toMatchObject({ code: 1 });
    expect(await run(['--user', 'Otto@example.com', 'export.zip'])).toMatchObject({ code: 0 });
    expect(await jobs()).toEqual([]);
    expect(await jobs(otto)).toHaveLength(1);
  });

  it('says what it takes', async () => {
    const { code, printed } = await run(['--users', 'x']);
    expect(printed).toMatch(/Unknown option '--users'[^]*\nUsage: npm run import -- /);
    expect(code).toBe(1);
  });

  it('says so where the service at PORT works on other data', async () => {
    expect(await run(['export.zip'], { JWT_SECRET: 'a secret of quite another service, which is long' })).toEqual({
      code: 1,
      printed: expect.stringMatching(/The service at http:\/\/127\.0\.0\.1:\d+ works on other data: /) as string,
    });
  });
});
