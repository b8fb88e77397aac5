import { parseArgs } from 'node:util';
import { StorageUnusableError } from './errors';
import { startEngine } from './server';

const USAGE = 'Usage: npm run embedded-mongo -- --data-dir FOLDER (--port NUMBER | --socket PATH)';

/** Runs the embedded document engine as a process of its own until it is told to stop. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'data-dir': { type: 'string' }, port: { type: 'string' }, socket: { type: 'string' } },
  });
  const { 'data-dir': dataDir, port, socket: socketPath } = values;
  if (dataDir === undefined || (socketPath === undefined && !/^[0-9]{1,5}$/.test(port ?? '')))
    throw new UsageError(USAGE);
  const engine = await startEngine({
    dataDir,
    ...(socketPath === undefined ? { port: Number(port) } : { socketPath }),
  });
  const host = socketPath === undefined ? `127.0.0.1:${port ?? ''}` : encodeURIComponent(socketPath);
  console.log(`mongodb://${host}/`);
  const stop = (): void => {
    void engine.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

class UsageError extends Error {}

main().catch((error: unknown) => {
  const expected = error instanceof StorageUnusableError || error instanceof UsageError;
  console.error(expected ? error.message : error);
  process.exit(1);
});
