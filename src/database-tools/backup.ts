import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseOptions, pathOf, runCommand, usageError } from '../common/run-command';
import { StartError } from '../common/start-error';
import { readSettings } from '../config/load-settings';
import type { Settings } from '../config/settings';
import { DATA_FILE } from '../local-services/embedded-mongo/storage/data-file';
import { SECRETS_FILE } from '../local-services/secrets';
import { packBackup } from './archive';
import { asStartError, checkDocuments, copyDocuments, otherFiles } from './backup-contents';
import { withProgress } from './progress';
import { tellDiskFull, withWorkFolder } from './work-folder';

const USAGE = 'npm run backup -- FILE';

/** Writes everything that the service keeps into one new file, while it runs or not. */
async function backup(args: string[]): Promise<void> {
  const { positionals } = parseOptions({ args, allowPositionals: true }, USAGE);
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw usageError('Name one file to write the backup to.', USAGE);
  const path = pathOf(name);
  if (existsSync(path)) throw existing(path);
  const settings = readSettings();
  await withWorkFolder(`${path}.partial-`, (folder) =>
    makeBackup(settings, folder, path).catch((error: unknown) =>
      tellDiskFull(
        asStartError(error),
        `There is no room for ${path}, which takes twice the size of the data while it is made. Nothing was written: make room, or name a file elsewhere.`,
      ),
    ),
  );
}

/** In a folder beside the file, which gets its name once it is whole. */
async function makeBackup(settings: Settings, folder: string, path: string): Promise<void> {
  const documents = join(folder, 'documents');
  await copyDocuments(settings, documents);
  const databases = await checkDocuments(documents);
  const files = otherFiles(settings.dataDir).set(`documents/${DATA_FILE}`, join(documents, DATA_FILE));
  const bytes = [...files.values()].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const packed = join(folder, 'backup');
  await withProgress('Packing', bytes, (progress) => packBackup(packed, files, databases, progress));
  reserve(path);
  renameSync(packed, path);
  tell(path, databases, files.has(SECRETS_FILE));
}

/** Of two that make the same backup, one is refused. */
function reserve(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? existing(path) : error;
  }
}

function existing(path: string): StartError {
  return new StartError(`${path} exists already and was left alone: name a new file.`);
}

function tell(path: string, databases: Record<string, Record<string, number>>, hasSecrets: boolean): void {
  for (const [database, collections] of Object.entries(databases)) {
    const documents = Object.values(collections).reduce((sum, count) => sum + count, 0);
    console.log(`${database}: ${documents} documents in ${Object.keys(collections).length} collections.`);
  }
  console.log(`Backed up to ${path} (${(statSync(path).size / 1e6).toFixed(1)} MB), and checked.`);
  console.log(
    hasSecrets
      ? 'It holds the keys of secrets.json: whoever reads this file can read everything, so keep it as safe as DATA_DIR.'
      : 'Your keys are settings (ENCRYPTION_KEY, JWT_SECRET) and not in this file: keep them with it.',
  );
}

runCommand(backup);
