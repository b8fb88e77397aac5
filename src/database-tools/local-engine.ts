import { join } from 'node:path';
import { ENGINE_SOCKET, prepareDataDir, prepareSocketDir } from '../local-services/data-dir';
import { acquireLock } from '../local-services/data-dir-lock';
import { runEngine } from '../local-services/embedded-engine';
import { socketMongodbUri } from '../local-services/mongodb-uri';

const ENTRY = require.resolve('../local-services/embedded-mongo/engine.thread');

/** Where the documents lie in a data folder. */
export function documentsIn(dataDir: string): string {
  return join(dataDir, 'documents');
}

/** Keeps the service off a data folder meanwhile. @throws StartError: DataDirInUse, DataDirUnusable */
export async function withDataDir<Result>(
  path: string,
  work: (dataDir: string, socketDir: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = prepareDataDir(path);
  const socketDir = prepareSocketDir(dataDir);
  const lock = await acquireLock(dataDir, socketDir);
  try {
    return await work(dataDir, socketDir);
  } finally {
    lock.release();
  }
}

/**
 * Serves a folder of documents to a work, by its URI.
 * @throws EngineStartFailed
 */
export async function withEngine<Result>(
  documents: string,
  socketDir: string,
  work: (uri: string) => Promise<Result>,
): Promise<Result> {
  const socketPath = join(socketDir, ENGINE_SOCKET);
  const engine = await runEngine(ENTRY, documents, socketPath);
  try {
    return await work(socketMongodbUri(socketPath, ''));
  } finally {
    await engine.stop();
  }
}
