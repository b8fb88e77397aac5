import type { Connection } from 'mongoose';
import { withServices } from '../../command-line/open-services';
import { parseOptions, runCommand } from '../../common/run-command';
import { StartError } from '../../common/start-error';
import { readSettings } from '../../config/load-settings';
import type { Settings } from '../../config/settings';
import { fillSecrets, replaceEncryptionKey } from '../../local-services/secrets';
import { RefreshLock } from '../../platform/refresh-lock';
import { TokenSeal } from '../../platform/token-seal';
import { EmailSeal } from '../email-seal';
import { KeyRotation } from './key-rotation';
import { sealedEmails, sealedTokens } from './sealed-records';

const USAGE = 'npm run rotate-keys, or npm run rotate-keys -- --new-key';
const OPTIONS = { 'new-key': { type: 'boolean', default: false } } as const;

/** Encrypts platform tokens and email addresses anew with the current key; with --new-key, makes that key. */
async function rotateKeys(args: string[]): Promise<void> {
  const isNewKey = parseOptions({ args, options: OPTIONS }, USAGE).values['new-key'];
  const settings = readSettings();
  if (isNewKey && settings.encryptionKey !== undefined) throw new StartError(KEY_IS_A_SETTING);
  fillSecrets(settings);
  await withServices(settings, ({ databases, redis }) => {
    const lock = new RefreshLock(redis);
    const rotation = new KeyRotation(databases.flatMap((database) => recordsIn(database, settings, lock)));
    return isNewKey ? makeKey(settings, rotation) : encryptAnew(settings, rotation);
  });
}

const KEY_IS_A_SETTING =
  'The key is the setting ENCRYPTION_KEY, so that this command cannot replace it. Move it to ENCRYPTION_KEYS_RETIRED, ' +
  'set ENCRYPTION_KEY to a new one (openssl rand -hex 32), restart Playledger, and run: npm run rotate-keys';

async function makeKey(settings: Settings, rotation: KeyRotation): Promise<void> {
  const { due } = await rotation.survey();
  if (due > 0) {
    throw new StartError(
      `${due} encrypted records are still under a former key. First run: npm run rotate-keys (the key was not replaced).`,
    );
  }
  replaceEncryptionKey(settings.dataDir);
  console.log('A new key is in secrets.json, and the former one stays there for reading.');
  console.log('Restart Playledger if it runs, so that it knows both. Then run: npm run rotate-keys');
}

async function encryptAnew(settings: Settings, rotation: KeyRotation): Promise<void> {
  const { records, due } = await rotation.run();
  console.log(`All ${records} encrypted records are under the current key; ${due} of them were encrypted anew.`);
  if (settings.encryptionKeysRetired.length > 0)
    console.log('Former keys are needed no longer, but to restore a backup from before.');
}

function recordsIn(database: Connection, settings: Settings, lock: RefreshLock) {
  return [sealedTokens(database, new TokenSeal(settings), lock), sealedEmails(database, new EmailSeal(settings))];
}

runCommand(rotateKeys);
