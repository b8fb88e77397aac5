import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port';
import { commandsOf, ShellSession } from '../support/console-blocks';
import { ServiceProcess } from '../support/service-process';

const PAGE = readFileSync(join(__dirname, '../../docs/api-guide.md'), 'utf8');

jest.setTimeout(180_000);

/** What an output is made of: the names of its fields, in JSON, else its words; numbers, ids and times differ. */
function shapeOf(output: string): string[] {
  const fields = [...output.matchAll(/"(\w+)":/g)].map(([, name = '']) => name);
  return fields.length > 0 ? fields : output.split(/[^a-z_]+/).filter((word) => word !== '');
}

describe('the guide to the API', () => {
  let folder: string;
  let service: ServiceProcess;
  let shell: ShellSession;
  let sandboxPort: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-guide-'));
    sandboxPort = String(await freePort());
    service = await ServiceProcess.start(join(folder, 'data'), { env: { SANDBOX_PORT: sandboxPort } });
    shell = new ShellSession(folder, { PATH: process.env.PATH });
  });
  afterAll(async () => {
    await shell.close();
    await service.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  const here = (text: string): string =>
    text.replaceAll('http://127.0.0.1:8000', service.url).replaceAll('127.0.0.1:8001', `127.0.0.1:${sandboxPort}`);

  it('shows commands that run, and what they print', async () => {
    const commands = commandsOf(PAGE);
    expect(commands.length).toBeGreaterThan(25);
    for (const { command, output } of commands) {
      const printed = await shell.run(here(command));
      expect([command, printed.code, printed.output]).toEqual([command, 0, printed.output]);
      // A sync of the schedule may have come first.
      if (printed.output.includes('already_running')) continue;
      const [shown, seen] = [shapeOf(here(output)), shapeOf(printed.output)];
      // Where an output is cut off, longer values leave room for fewer fields.
      const most = Math.max(1, Math.min(shown.length, seen.length) - 2);
      expect([command, seen.slice(0, most)]).toEqual([command, shown.slice(0, most)]);
      expect(Math.abs(seen.length - shown.length)).toBeLessThanOrEqual(2);
    }
  });
});
