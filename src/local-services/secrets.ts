import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../common/start-error';
import type { Settings } from '../config/settings';
import { createFileOnce, prepareDataDir, replaceFile } from './data-dir';

export interface Secrets {
  /** Signs sessions: 64 hex characters. */
  jwtSecret: string;
  /** Encrypts platform tokens: 64 hex characters, an AES-256 key. */
  encryptionKey: string;
  /** Former encryption keys in the same form, which still decrypt; absent before the first rotation. */
  retiredEncryptionKeys?: string[];
}

const ENCRYPTION_KEY = /^[0-9a-f]{64}$/i;
/** The name of the file of secrets in the data folder. */
export const SECRETS_FILE = 'secrets.json';

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
  const path = join(prepareDataDir(dataDir), SECRETS_FILE);
  return readSecrets(path) ?? createSecrets(path);
}

/** Takes the secrets that the settings lack from the data folder. @throws as loadOrCreateSecrets */
export function fillSecrets(settings: Settings): void {
  if (settings.jwtSecret !== undefined && settings.encryptionKey !== undefined) return;
  const secrets = loadOrCreateSecrets(settings.dataDir);
  settings.jwtSecret ??= secrets.jwtSecret;
  if (settings.encryptionKey !== undefined) return;
  settings.encryptionKey = secrets.encryptionKey;
  settings.encryptionKeysRetired.push(...(secrets.retiredEncryptionKeys ?? []));
}

/**
 * Makes a new encryption key in the data folder's `secrets.json`. The key until now stays there as a retired one, in the
 * place of those retired before it.
 * @throws SecretsUnusable, DataDirUnusable
 */
export function replaceEncryptionKey(dataDir: string): void {
  const { jwtSecret, encryptionKey } = loadOrCreateSecrets(dataDir);
  replaceFile(
    join(dataDir, SECRETS_FILE),
    asText({ jwtSecret, encryptionKey: newKey(), retiredEncryptionKeys: [encryptionKey] }),
  );
}

function newKey(): string {
  return randomBytes(32).toString('hex');
}

function asText(secrets: Secrets): string {
  return `${JSON.stringify(secrets, null, 2)}\n`;
}

function createSecrets(path: string): Secrets {
  const secrets: Secrets = { jwtSecret: newKey(), encryptionKey: newKey() };
  if (createFileOnce(path, asText(secrets))) return secrets;
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
    const { jwtSecret, encryptionKey, retiredEncryptionKeys } = JSON.parse(text) as Partial<
      Record<keyof Secrets, unknown>
    >;
    if (typeof jwtSecret !== 'string' || jwtSecret.length < 32) return null;
    if (!isEncryptionKey(encryptionKey)) return null;
    if (retiredEncryptionKeys === undefined) return { jwtSecret, encryptionKey };
    if (!Array.isArray(retiredEncryptionKeys) || !retiredEncryptionKeys.every(isEncryptionKey)) return null;
    return { jwtSecret, encryptionKey, retiredEncryptionKeys };
  } catch {
    // Not JSON, or JSON null: the caller says what to do about a damaged file.
    return null;
  }
}

function isEncryptionKey(value: unknown): value is string {
  return typeof value === 'string' && ENCRYPTION_KEY.test(value);
}
