import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { StartError } from '../common/start-error';
import type { Settings } from '../config/settings';
import { prepareSocketDir } from '../local-services/data-dir';
import { StorageUnusableError } from '../local-services/embedded-mongo/errors';
import { checkDataFile, copyDataFile } from '../local-services/embedded-mongo/storage/copy';
import { DATA_FILE } from '../local-services/embedded-mongo/storage/data-file';
import { SECRETS_FILE } from '../local-services/secrets';
import type { Manifest } from './archive';
import { copyDatabases, pairDatabases, withClient, withEndpoint } from './endpoint';
import { documentsIn, withEngine } from './local-engine';

/** Uploads that wait for their import, and the accounts of the records that imports did not store. */
const IMPORTS = 'imports';

/**
 * Copies the service's databases into a folder of documents: of the embedded engine as they are at one moment, of another
 * server one after another, in which case nothing may be written meanwhile.
 * @throws StartError where there is nothing to copy
 */
export async function copyDocuments(settings: Settings, folder: string): Promise<void> {
  const { mongodbUri, dataDir, databaseName } = settings;
  if (mongodbUri === undefined) {
    if (!existsSync(join(documentsIn(dataDir), DATA_FILE))) {
      throw new StartError(`There is nothing to back up: DATA_DIR ${dataDir} holds no documents.`);
    }
    await copyDataFile(documentsIn(dataDir), join(folder, DATA_FILE));
    return;
  }
  await withEndpoint(mongodbUri, settings, (source) =>
    withEngine(folder, prepareSocketDir(folder), (uri) =>
      withClient(uri, async (client) => {
        // In the backup a database has the name that the service gives it, whatever it is called on the server.
        const database = source.database === undefined ? undefined : databaseName;
        await copyDatabases(await pairDatabases(source, { name: 'the backup', client, database }, databaseName));
      }),
    ),
  );
}

/**
 * Reads the copy from end to end.
 * @returns how many documents each collection of each database has
 * @throws StartError where documents and indexes do not agree
 */
export async function checkDocuments(folder: string): Promise<Manifest['databases']> {
  const databases: Manifest['databases'] = {};
  const problems: string[] = [];
  for (const { db, name, documents, problems: found } of await checkDataFile(folder)) {
    (databases[db] ??= {})[name] = documents;
    problems.push(...found.map((problem) => `${db}.${name}: ${problem}`));
  }
  if (problems.length === 0) return databases;
  throw new StartError(
    `The documents are damaged, and no backup was made; restore an older one.\n  ${problems.slice(0, 10).join('\n  ')}`,
  );
}

/** The files of a data folder that belong into a backup beside the documents: where each lies, by its name there. */
export function otherFiles(dataDir: string): Map<string, string> {
  const files = new Map<string, string>();
  const secrets = join(dataDir, SECRETS_FILE);
  if (existsSync(secrets)) files.set(SECRETS_FILE, secrets);
  const imports = join(dataDir, IMPORTS);
  if (!existsSync(imports)) return files;
  for (const entry of readdirSync(imports, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(join(IMPORTS, relative(imports, path)), path);
  }
  return files;
}

/** What the embedded engine says of its file, as a sentence of this command. */
export function asStartError(error: unknown): unknown {
  return error instanceof StorageUnusableError ? new StartError(error.message) : error;
}
