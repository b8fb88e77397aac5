import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { openBackup } from '../../src/database-tools/archive';
import { jobUntil } from '../support/api-calls';
import { CommandProcess } from '../support/command-process';
import { type DatabaseDump, dumpDatabase, fillDatabase } from '../support/database-dump';
import { EngineProcess } from '../support/engine-process';
import { ServiceProcess } from '../support/service-process';
import { extendedRecords, zipOf } from '../support/small-uploads';
import { clearOf } from '../support/times-of-day';

// A data folder is backed up here; another document engine has none.
delete process.env.MONGODB_URI;

const DATABASE = 'playledger';
/** When figures are computed anew: at midnight, and by the schedule. */
const REFRESHES = [0, 0.5, 6.5, 12.5, 18.5];

jest.setTimeout(120_000);

describe('npm run backup and npm run restore', () => {
  let folder: string;
  const services: ServiceProcess[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-backup-'));
  });
  afterAll(async () => {
    for (const service of services) await service.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (name: string): string => join(folder, name);
  const run = (command: string, args: string[], dataDir: string, env: Record<string, string> = {}) =>
    CommandProcess.run(`src/database-tools/${command}.ts`, { args, env: { DATA_DIR: at(dataDir), ...env }, folder });

  /** Runs the engine on a data folder, as the service does, for as long as the work takes. */
  async function withEngine<T>(
    dataDir: string,
    work: (client: MongoClient, engine: EngineProcess) => Promise<T>,
  ): Promise<T> {
    const documents = join(at(dataDir), 'documents');
    mkdirSync(documents, { recursive: true });
    const engine = new EngineProcess(documents);
    await engine.start();
    const client = await MongoClient.connect(engine.uri);
    try {
      return await work(client, engine);
    } finally {
      await client.close();
      await engine.kill('SIGTERM');
    }
  }

  const dumpOf = (dataDir: string): Promise<DatabaseDump> =>
    withEngine(dataDir, (client) => dumpDatabase(client.db(DATABASE)));

  it('brings the service back as it was, from a backup of the running one', async () => {
    const service = await ServiceProcess.start(at('service'));
    services.push(service);
    const user = await service.signIn('saver');
    const body = new FormData();
    body.append('file', new Blob([JSON.stringify(extendedRecords(300))]), 'history.json');
    const upload = await fetch(`${service.url}/api/v1/history/import`, { method: 'POST', headers: user, body });
    const { job_id } = (await upload.json()) as { job_id: string };
    const job = await jobUntil(service.url, user, job_id);
    expect(job).toMatchObject({ status: 'completed', items_processed: 300 });
    const paths = ['history?limit=100', 'analytics/overview', 'sync-jobs', `history/import/${job_id}/records`];
    const answers = (url: string) =>
      Promise.all(paths.map(async (path) => (await fetch(`${url}/api/v1/${path}`, { headers: user })).text()));
    await clearOf(REFRESHES);
    const before = await answers(service.url);

    const made = await run('backup', ['service.backup'], 'service');
    expect(made.printed).toMatch(/^playledger_sandbox: \d+ documents in \d+ collections\.$/m);
    expect(made.printed).toContain('It holds the keys of secrets.json: whoever reads this file can read everything');
    expect(made.code).toBe(0);
    expect(statSync(at('service.backup')).mode & 0o777).toBe(0o600);
    const running = await run('restore', ['service.backup'], 'service');
    expect(running.code).toBe(1);
    expect(running.printed).toContain(`DATA_DIR ${at('service')} is in use by process ${service.pid}`);
    await service.kill('SIGTERM');

    const restored = await run('restore', ['service.backup'], 'service-again');
    expect(restored.printed).toMatch(/^Restored service\.backup, made on 2\S+Z\.\n$/);
    expect(readFileSync(join(at('service-again'), 'secrets.json'))).toEqual(
      readFileSync(join(at('service'), 'secrets.json')),
    );
    const again = await ServiceProcess.start(at('service-again'));
    services.push(again);
    expect(await answers(again.url)).toEqual(before);
    await again.kill('SIGTERM');
  }, 180_000);

  it('is one moment of a database that is written to, and whole to the byte', async () => {
    const dump = await withEngine('busy', async (client) => {
      const database = client.db(DATABASE);
      await fillDatabase(database, 2_000);
      let isOver = false;
      const write = async (): Promise<void> => {
        for (let _id = 0; !isOver; _id++) {
          for (const name of ['aa-first', 'zz-second'])
            await database.collection<{ _id: number }>(name).insertOne({ _id });
        }
      };
      const writing = write();
      const made = await run('backup', ['busy.backup'], 'busy');
      isOver = true;
      await writing;
      expect(made.code).toBe(0);
      return dumpDatabase(database);
    });
    expect(await run('restore', ['busy.backup'], 'quiet')).toMatchObject({ code: 0 });
    const restored = await dumpOf('quiet');
    const { 'aa-first': first, 'zz-second': second, ...rest } = restored;
    const [all, some] = [first?.documents ?? [], second?.documents ?? []];
    expect(all.length).toBeGreaterThan(1);
    expect([0, 1]).toContain(all.length - some.length);
    expect(all.slice(0, some.length)).toEqual(some);
    expect((dump['aa-first']?.documents ?? []).length).toBeGreaterThan(all.length);
    expect(rest).toEqual(Object.fromEntries(Object.keys(rest).map((name) => [name, dump[name]])));
    expect(Object.keys(rest)).toEqual(['logs', 'nothing', 'plays']);
  });

  it('goes from a server to a data folder, and back to a server', async () => {
    await withEngine('server', async (client, server) => {
      const database = client.db('elsewhere');
      await fillDatabase(database, 500);
      const expected = await dumpDatabase(database);
      const uri = `${server.uri}elsewhere`;
      const made = await run('backup', ['server.backup'], 'no-data', { MONGODB_URI: uri });
      expect(made.printed).toContain('Your keys are settings (ENCRYPTION_KEY, JWT_SECRET) and not in this file');
      expect(await run('restore', ['server.backup', '--to', 'embedded'], 'local')).toMatchObject({ code: 0 });
      const local = await withEngine('local', (other) => dumpDatabase(other.db('playledger_sandbox')));
      expect(local).toEqual(expected);

      const target = `${server.uri}again`;
      expect(await run('restore', ['server.backup'], 'no-data', { MONGODB_URI: target })).toMatchObject({ code: 0 });
      expect(await dumpDatabase(client.db('again'))).toEqual(expected);
      const refused = await run('restore', ['server.backup', '--to', target], 'no-data');
      expect(refused.printed).toMatch(/^The database again there is not empty \(logs, plays\): nothing was changed\./);
    });
  });

  it('leaves alone what is there', async () => {
    mkdirSync(at('used'));
    writeFileSync(join(at('used'), 'secrets.json'), '{}');
    expect(await run('restore', ['busy.backup'], 'used')).toEqual({
      code: 1,
      printed: `DATA_DIR ${at('used')} is not empty (secrets.json), and nothing in it was changed. Move it away, or name another DATA_DIR.\n`,
    });
    const before = readFileSync(at('busy.backup'));
    expect(await run('backup', ['busy.backup'], 'busy')).toEqual({
      code: 1,
      printed: `${at('busy.backup')} exists already and was left alone: name a new file.\n`,
    });
    expect(readFileSync(at('busy.backup'))).toEqual(before);
    expect((await run('backup', ['x.backup'], 'nowhere')).printed).toMatch(/^There is nothing to back up/);
  });

  it.each<[string, (whole: Buffer) => Buffer, RegExp]>([
    ['is cut short', (whole) => whole.subarray(0, whole.length / 2), /is no backup that can be read/],
    ['has a flipped byte', (whole) => flip(whole, Math.floor(whole.length / 3)), /documents\.mdb.*take another backup/],
    ['is something else', () => Buffer.from('hello'), /is no backup that can be read/],
  ])('refuses a file that %s, and restores nothing', async (_what, damage, sentence) => {
    writeFileSync(at('damaged.backup'), damage(readFileSync(at('busy.backup'))));
    const { code, printed } = await run('restore', ['damaged.backup'], 'untouched');
    expect(printed).toMatch(sentence);
    expect(code).toBe(1);
    if (existsSync(at('untouched'))) expect(readdirSync(at('untouched'))).not.toContain('documents');
  });

  it.each([
    [{}, /is no backup of Playledger/],
    [{ product: 'playledger', format: 2 }, /made by a later version of Playledger: update before you restore it/],
    [{ product: 'playledger', format: 1, files: { gone: { bytes: 1, sha256: '' } } }, /is damaged \(gone is missing\)/],
  ])('refuses a backup that says %j of itself', async (manifest, sentence) => {
    writeFileSync(at('odd.backup'), await zipOf({ 'manifest.json': JSON.stringify(manifest) }));
    const opening = openBackup(at('odd.backup')).then((backup) => backup.unpack(at('odd'), () => undefined));
    await expect(opening).rejects.toThrow(sentence);
  });

  it('says that the disk is full, and leaves nothing there', async () => {
    const disk = at('disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    try {
      const { code, printed } = await run('backup', [join(disk, 'a.backup')], 'busy');
      expect(printed).toMatch(/^There is no room for \S+a\.backup, which takes twice the size of the data/);
      expect(code).toBe(1);
      expect(readdirSync(disk)).toEqual([]);
      const restored = await run('restore', [at('busy.backup')], 'disk/data');
      expect(restored.printed).toMatch(/^There is no room in \S+disk\/data for what/);
      expect(readdirSync(join(disk, 'data')).filter((name) => name.startsWith('restoring'))).toEqual([]);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });
});

function flip(bytes: Buffer, position: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[position] = (copy[position] ?? 0) ^ 0xff;
  return copy;
}
