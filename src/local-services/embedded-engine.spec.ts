import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineStartFailed, runEngine } from './embedded-engine';
import { acceptsConnections } from './unix-socket';

/** Stands in for the engine's thread, because a real one gives no way to make it die or hang. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:net').createServer((socket) => {
    socket.on('data', () => { throw new Error('broken page'); });
  });
  parentPort.on('message', () => server.close(() => parentPort.postMessage({ type: 'closed' })));
  server.listen(workerData.socketPath, () => parentPort.postMessage({ type: 'ready' }));
`;

let base: string;
let socketPath: string;

function run(thread: string) {
  const entry = join(base, 'thread.js');
  writeFileSync(entry, thread);
  return runEngine(entry, join(base, 'documents'), socketPath);
}

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'engine-'));
  socketPath = join(base, 'documents.sock');
});

afterEach(() => {
  rmSync(base, { recursive: true });
});

it('serves the socket once started, even where a killed engine left its socket, until it is stopped', async () => {
  writeFileSync(socketPath, '');
  const engine = await run(THREAD);
  expect(await acceptsConnections(socketPath)).toBe(true);
  await engine.stop();
  await engine.stop();
  expect(await acceptsConnections(socketPath)).toBe(false);
});

it('tells why the thread died', async () => {
  const engine = await run(THREAD);
  const socket = connect(socketPath);
  await once(socket, 'connect');
  socket.write('x');
  expect(await engine.ended).toBe('Error: broken page');
  await engine.stop();
});

it.each([
  [
    'says so',
    `require('node:worker_threads').parentPort.postMessage({ type: 'failed', message: 'disk full' })`,
    'disk full',
  ],
  ['throws', `throw new Error('no such module')`, 'Error: no such module'],
  ['ends', `process.exit(3)`, 'exit code 3'],
])('refuses a thread that cannot start and %s', async (_, thread, reason) => {
  const failure = run(thread);
  await expect(failure).rejects.toThrow(EngineStartFailed);
  await expect(failure).rejects.toThrow(
    `The embedded document engine cannot start on ${join(base, 'documents')}: ${reason}`,
  );
});
