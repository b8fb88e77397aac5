import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandProcess, settingsOf } from '../support/command-process';
import { createTestApp } from '../support/test-app';

const COMMAND = 'src/doctor/main.ts';

// Each run compiles the command first.
jest.setTimeout(120_000);

describe('npm run doctor', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-doctor-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('looks at a service that runs, and changes nothing', async () => {
    const api = await createTestApp({ env: { APP_ROLE: 'api' } });
    const { code, printed } = await CommandProcess.run(COMMAND, { env: settingsOf(api), folder });
    const lines = printed.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([
      // The Redis of the tests may be one that keeps nothing.
      ...lines.filter((line) => line.startsWith('warning  Redis: it keeps nothing on disk')),
      expect.stringMatching(/^0 problems, [01] warnings\.$/),
    ]);
    for (const check of [
      'Node.js',
      'Settings',
      'DATA_DIR',
      'Document database',
      'Redis',
      'Redirect address',
      'Front end',
    ])
      expect(printed).toContain(`  ${check}: `);
    expect(printed).toMatch(/Document database: version \S+ answers and takes writes/);
    expect(await api.db.collection('doctor').countDocuments()).toBe(0);
    expect(code).toBe(0);
    await api.close();
  });

  it('goes on after a problem, and exits 1', async () => {
    const env = {
      MONGODB_URI: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100',
      REDIS_URL: 'redis://127.0.0.1:1/0',
      BASE_URL: 'http://localhost:8000',
    };
    const { code, printed } = await CommandProcess.run(COMMAND, { env, folder });
    expect(printed).toMatch(/^problem {2}Document database: The document database cannot be reached: /m);
    expect(printed).toMatch(/^problem {2}Redis: Redis cannot be reached: /m);
    expect(printed).toMatch(/^problem {2}Redirect address: .* refuses localhost/m);
    expect(code).toBe(1);
  });

  it('tells bad values line by line', async () => {
    const { code, printed } = await CommandProcess.run(COMMAND, {
      env: { RATE_LIMIT_MAX: 'x', AUTO_LOGIN: 'maybe' },
      folder,
    });
    expect(printed).toMatch(
      /^The settings have problems:\n( {2}RATE_LIMIT_MAX .*\n| {2}AUTO_LOGIN must be true or false\n){2}$/,
    );
    expect(code).toBe(1);
  });
});
