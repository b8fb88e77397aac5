import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandProcess } from '../support/command-process';
import { freePort } from '../support/free-port';

/** No machine has this address: it is kept for examples. */
const NOBODYS_ADDRESS = '203.0.113.7';

describe('a service that cannot start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-start-'));
  const blocker = createServer();
  let taken = '';

  beforeAll(async () => {
    blocker.listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    taken = String((blocker.address() as AddressInfo).port);
  });
  afterAll(() => {
    blocker.close();
    rmSync(folder, { recursive: true });
  });

  /** Starts with free ports, and whatever else the settings are; prints nothing but what a person is told. */
  async function start(name: string, env: Record<string, string>): Promise<{ code: number | null; printed: string }> {
    const data = join(folder, name);
    mkdirSync(data, { recursive: true });
    const [port, sandboxPort] = [await freePort(), await freePort()];
    const usual = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: data, LOG_LEVEL: 'fatal' };
    return CommandProcess.run('src/main.ts', { env: { ...usual, ...env }, folder: data });
  }

  it('since another program has its port says so alone, and leaves the data to the next start', async () => {
    const refused = {
      code: 1,
      printed: `PORT ${taken} is taken by another program: stop that one, or set another port.\n`,
    };
    expect(await start('port', { PORT: taken })).toEqual(refused);
    expect(await start('port', { PORT: taken })).toEqual(refused);
  });

  it('since another program has the port of the sandbox platform says so', async () => {
    expect(await start('sandbox', { SANDBOX_PORT: taken })).toEqual({
      code: 1,
      printed: `SANDBOX_PORT ${taken} is taken by another program: stop that one, or set another port.\n`,
    });
  });

  it('since HOST is somewhere else says what it may be', async () => {
    expect(await start('host', { HOST: NOBODYS_ADDRESS })).toEqual({
      code: 1,
      printed: `HOST ${NOBODYS_ADDRESS} is no address of this machine: set 127.0.0.1, or 0.0.0.0 for all that it has.\n`,
    });
  });

  it('since DATA_DIR is no folder asks for another one', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { code, printed } = await start('data', { DATA_DIR: file });
    expect(code).toBe(1);
    expect(printed).toMatch(/^DATA_DIR \S+ cannot be used: .*\. Name another folder\.\n$/);
  });
});
