import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StorageUnusableError } from './errors';
import { startEngine } from './server';
import { DATA_FILE } from './storage/data-file';

const USAGE = 'Usage: npm run embedded-mongo -- --data-dir FOLDER (--port NUMBER | --socket PATH)';

interface Options {
  dataDir: string;
  port?: number;
  socketPath?: string;
}

/** Runs the embedded document engine as a process of its own until it is told to stop. */
async function main(): Promise<void> {
  const options = readOptions();
  const { dataDir, port = 0, socketPath } = options;
  const engine = await startEngine(options).catch((error: unknown) => {
    throw isAddressInUse(error)
      ? new UsageError(`Port ${port} of 127.0.0.1 is taken by another program: choose another one with --port.`)
      : error;
  });
  console.log(`mongodb://${socketPath === undefined ? `127.0.0.1:${port}` : encodeURIComponent(socketPath)}/`);
  console.log(
    `Serves the documents in ${dataDir} to MongoDB clients on this machine, without a password. Ctrl-C ends it.`,
  );
  const stop = (): void => {
    void engine.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** @throws UsageError */
function readOptions(): Options {
  const { 'data-dir': folder, port, socket } = parse();
  if (folder === undefined || (socket === undefined) === (port === undefined)) throw new UsageError(USAGE);
  // The service's own data folder has the documents in a folder of their own.
  const inner = join(folder, 'documents');
  const dataDir = existsSync(join(inner, DATA_FILE)) ? inner : folder;
  if (socket !== undefined) return { dataDir, socketPath: socket };
  if (!/^[0-9]{1,5}$/.test(port ?? '') || Number(port) < 1 || Number(port) > 65_535)
    throw new UsageError(`--port must be a number from 1 to 65535.\n${USAGE}`);
  return { dataDir, port: Number(port) };
}

function parse(): { 'data-dir'?: string; port?: string; socket?: string } {
  try {
    return parseArgs({
      options: { 'data-dir': { type: 'string' }, port: { type: 'string' }, socket: { type: 'string' } },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

function isAddressInUse(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}

class UsageError extends Error {}

main().catch((error: unknown) => {
  const expected = error instanceof StorageUnusableError || error instanceof UsageError;
  console.error(expected ? error.message : error);
  process.exit(1);
});
