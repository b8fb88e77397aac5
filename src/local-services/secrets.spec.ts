import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirUnusable } from './data-dir';
import { loadOrCreateSecrets, SecretsUnusable } from './secrets';

describe('loadOrCreateSecrets', () => {
  let folder: string;
  let dataDir: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    dataDir = join(folder, 'data');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('makes them once, for their owner alone, and nothing else', () => {
    const made = loadOrCreateSecrets(dataDir);
    expect(made.jwtSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(made.encryptionKey).toMatch(/^[0-9a-f]{64}$/);
    expect(made.encryptionKey).not.toBe(made.jwtSecret);
    expect(loadOrCreateSecrets(dataDir)).toEqual(made);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  });

  it('differ between data folders', () => {
    expect(loadOrCreateSecrets(dataDir).jwtSecret).not.toBe(loadOrCreateSecrets(join(folder, 'other')).jwtSecret);
  });

  it.each([
    ['empty', ''],
    ['cut off', '{"jwtSecret": "0123'],
    ['null', 'null'],
    ['without a key', JSON.stringify({ jwtSecret: 'a'.repeat(64) })],
    ['with a short key', JSON.stringify({ jwtSecret: 'a'.repeat(64), encryptionKey: 'abc' })],
    ['with a short secret', JSON.stringify({ jwtSecret: 'a', encryptionKey: 'a'.repeat(64) })],
  ])('refuses a file that is %s, and leaves it alone', (_, content) => {
    loadOrCreateSecrets(dataDir);
    const path = join(dataDir, 'secrets.json');
    writeFileSync(path, content);
    expect(() => loadOrCreateSecrets(dataDir)).toThrow(SecretsUnusable);
    expect(() => loadOrCreateSecrets(dataDir)).toThrow(
      `${join(dataDir, 'secrets.json')} is damaged: restore it from a backup`,
    );
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('says which folder cannot be used', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => loadOrCreateSecrets(join(file, 'data'))).toThrow(DataDirUnusable);
    expect(() => loadOrCreateSecrets(join(file, 'data'))).toThrow(/^DATA_DIR .*file\/data cannot be used: ENOTDIR/);
    expect(existsSync(join(file, 'data'))).toBe(false);
  });
});
