import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../common/start-error';
import { createFileOnce, prepareDataDir } from './data-dir';

export interface Secrets {
  /** Signs sessions: 64 hex characters. */
  jwtSecret: string;
  /** Encrypts platform tokens: 64 hex characters, an AES-256 key. */
  encryptionKey: string;
}

/** `secrets.json` is there but cannot be used; it is never overwritten, since what it encrypted would be lost. */
export class SecretsUnusable extends StartError {
  override readonly name = 'SecretsUnusable';
}

/**
 * The secrets of this data folder, made at the first start and kept in its `secrets.json` (mode 0600).
 * Of two processes that make them at once, both get those of the first.
 * @throws SecretsUnusable, DataDirUnusable
 */
export function loadOrCreateSecrets(dataDir: string): Secrets {
  const path = join(prepareDataDir(dataDir), 'secrets.json');
  return readSecrets(path) ?? createSecrets(path);
}

function createSecrets(path: string): Secrets {
  const secrets: Secrets = {
    jwtSecret: randomBytes(32).toString('hex'),
    encryptionKey: randomBytes(32).toString('hex'),
  };
  if (createFileOnce(path, `${JSON.stringify(secrets, null, 2)}\n`)) return secrets;
  return readSecrets(path) ?? createSecrets(path);
}

function readSecrets(path: string): Secrets | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new SecretsUnusable(`${path} cannot be read: ${(error as Error).message}. Make it readable for this user.`);
  }
  const secrets = parseSecrets(text);
  if (secrets === null) {
    throw new SecretsUnusable(
      `${path} is damaged: restore it from a backup, or remove it to start with new secrets (everybody has to log in and link the platform again).`,
    );
  }
  return secrets;
}

function parseSecrets(text: string): Secrets | null {
  try {
    const { jwtSecret, encryptionKey } = JSON.parse(text) as Partial<Record<keyof Secrets, unknown>>;
    if (typeof jwtSecret !== 'string' || jwtSecret.length < 32) return null;
    if (typeof encryptionKey !== 'string' || !/^[0-9a-f]{64}$/i.test(encryptionKey)) return null;
    return { jwtSecret, encryptionKey };
  } catch {
    // Not JSON, or JSON null: the caller says what to do about a damaged file.
    return null;
  }
}
