import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createFileOnce, DataDirUnusable, ENGINE_SOCKET, prepareDataDir, prepareSocketDir } from './data-dir';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-dir-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('prepareDataDir', () => {
  it('gives one name to a folder reached by two', () => {
    const real = prepareDataDir(join(folder, 'real'));
    symlinkSync(real, join(folder, 'link'));
    expect(prepareDataDir(join(folder, 'link'))).toBe(real);
  });

  it('says why a folder cannot be used', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => prepareDataDir(join(folder, 'file'))).toThrow(DataDirUnusable);
  });
});

describe('prepareSocketDir', () => {
  it('lies in the data folder, closed to others', () => {
    const socketDir = prepareSocketDir(folder);
    expect(socketDir).toBe(join(folder, 'run'));
    expect(statSync(socketDir).mode & 0o777).toBe(0o700);
  });

  it('lies in the temporary folder, the same at every start, when the path is too long for a socket', async () => {
    const dataDir = prepareDataDir(join(folder, 'long-'.repeat(20)));
    const socketDir = prepareSocketDir(dataDir);
    expect(socketDir).toMatch(/\/playledger-[0-9a-f]{16}$/);
    expect(statSync(socketDir).mode & 0o777).toBe(0o700);
    expect(prepareSocketDir(dataDir)).toBe(socketDir);
    const server = createServer().listen(join(socketDir, ENGINE_SOCKET));
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    rmSync(socketDir, { recursive: true });
  });

  it('refuses a temporary folder that others have access to', () => {
    const dataDir = prepareDataDir(join(folder, 'long-'.repeat(20)));
    const socketDir = prepareSocketDir(dataDir);
    chmodSync(socketDir, 0o755);
    expect(() => prepareSocketDir(dataDir)).toThrow(DataDirUnusable);
    rmSync(socketDir, { recursive: true });
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o700 });
    symlinkSync(elsewhere, socketDir);
    expect(() => prepareSocketDir(dataDir)).toThrow(`${socketDir} cannot take its place`);
    rmSync(socketDir);
  });
});

describe('createFileOnce', () => {
  it('creates a file for its owner alone and leaves an existing one as it is', () => {
    const path = join(folder, 'file');
    expect(createFileOnce(path, 'first')).toBe(true);
    expect(createFileOnce(path, 'second')).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('says which file cannot be created', () => {
    const path = join(folder, 'missing', 'file');
    expect(() => createFileOnce(path, 'x')).toThrow(DataDirUnusable);
    expect(() => createFileOnce(path, 'x')).toThrow(`${path} cannot be created: ENOENT`);
  });
});
