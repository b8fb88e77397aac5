import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseOptions, pathOf, runCommand, usageError } from '../common/run-command';
import { StartError } from '../common/start-error';
import { readSettings } from '../config/load-settings';
import type { Settings } from '../config/settings';
import { prepareSocketDir } from '../local-services/data-dir';
import { checkDataFile } from '../local-services/embedded-mongo/storage/copy';
import { SECRETS_FILE } from '../local-services/secrets';
import { type Backup, openBackup } from './archive';
import { asStartError } from './backup-contents';
import { copyDatabases, EMBEDDED, pairDatabases, withClient, withEndpoint } from './endpoint';
import { documentsIn, withDataDir, withEngine } from './local-engine';
import { withProgress } from './progress';
import { tellDiskFull, withWorkFolder } from './work-folder';

const USAGE =
  'npm run restore -- FILE [--to PLACE], where PLACE is a URI (mongodb://HOST/DATABASE) or "embedded", the engine on ' +
  'DATA_DIR; the one that the settings name unless said otherwise';
const OPTIONS = { to: { type: 'string' } } as const;

/** Where a restore does its work in the data folder; one that was killed leaves it behind. */
const WORK = 'restoring-';
/** What lies in a data folder while, and after, nothing is in it. */
const TRACES = /^(app\.lock\..*|run)$/;

/** Puts a backup where the service will look for its data. */
async function restore(args: string[]): Promise<void> {
  const { positionals, values } = parseOptions({ args, options: OPTIONS, allowPositionals: true }, USAGE);
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw usageError('Name one backup to restore.', USAGE);
  const settings = readSettings();
  const place = values.to ?? settings.mongodbUri ?? EMBEDDED;
  const backup = await openBackup(pathOf(path));
  try {
    await withDataDir(settings.dataDir, (dataDir) => restoreInto(place, settings, dataDir, backup));
  } catch (error) {
    tellDiskFull(
      asStartError(error),
      `There is no room in ${settings.dataDir} for what ${path} holds: nothing was restored.`,
    );
  } finally {
    backup.close();
  }
  console.log(`Restored ${path}, made on ${backup.manifest.createdAt}.`);
  if (!(SECRETS_FILE in backup.manifest.files))
    console.log('It holds no keys: set ENCRYPTION_KEY and JWT_SECRET as they were when it was made.');
}

async function restoreInto(place: string, settings: Settings, dataDir: string, backup: Backup): Promise<void> {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(WORK)))
    rmSync(join(dataDir, name), { recursive: true });
  if (place === EMBEDDED) refuseFilled(dataDir);
  await withWorkFolder(join(dataDir, WORK), async (folder) => {
    const bytes = Object.values(backup.manifest.files).reduce((sum, file) => sum + file.bytes, 0);
    await withProgress('Unpacking', bytes, (progress) => backup.unpack(folder, progress));
    refuseOtherSecrets(join(dataDir, SECRETS_FILE), join(folder, SECRETS_FILE));
    if (place === EMBEDDED) await checkDataFile(documentsIn(folder));
    else await copyToServer(place, settings, folder, backup);
    const moved = readdirSync(folder).filter((name) => place === EMBEDDED || !isCopied(name, dataDir));
    for (const name of moved) renameSync(join(folder, name), join(dataDir, name));
  });
}

function refuseFilled(dataDir: string): void {
  const names = readdirSync(dataDir).filter((name) => !TRACES.test(name));
  if (names.length === 0) return;
  throw new StartError(
    `DATA_DIR ${dataDir} is not empty (${names.join(', ')}), and nothing in it was changed. Move it away, or name another DATA_DIR.`,
  );
}

/** What the keys there have encrypted would be lost with them. */
function refuseOtherSecrets(present: string, restored: string): void {
  if (!existsSync(present) || !existsSync(restored)) return;
  if (readFileSync(present).equals(readFileSync(restored))) return;
  throw new StartError(`${present} holds other keys than the backup. Move it away, or name another DATA_DIR.`);
}

async function copyToServer(place: string, settings: Settings, folder: string, { manifest }: Backup): Promise<void> {
  await withEndpoint(place, settings, (target) =>
    withEngine(documentsIn(folder), prepareSocketDir(folder), (uri) =>
      withClient(uri, async (client) => {
        const source = { name: `the backup of ${manifest.createdAt}`, client, database: undefined };
        await copyDatabases(await pairDatabases(source, target, settings.databaseName));
      }),
    ),
  );
}

/** Whether it is not for the data folder: the documents are on the server, and what is there already stays. */
function isCopied(name: string, dataDir: string): boolean {
  return name === 'documents' || TRACES.test(name) || existsSync(join(dataDir, name));
}

runCommand(restore);
