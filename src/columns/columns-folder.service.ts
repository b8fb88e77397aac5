import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings';
import { prepareDataDir, prepareSocketDir } from '../local-services/data-dir';
import { acquireLock, DataDirInUse, type DataDirLock } from '../local-services/data-dir-lock';

const FILE = /^(?<userId>[0-9a-f]{24})\.(?<number>\d+)\.duckdb$/;
const EXPORTS = 'exports';

/** The folder of this process' column files: one of `DATA_DIR/columns/0`, `1` and so on, which no other process uses. */
@Injectable()
export class ColumnsFolder {
  private locked: Promise<string> | null = null;
  private lock: DataDirLock | null = null;
  private newest = 0;

  constructor(private readonly settings: Settings) {}

  /**
   * Its absolute path.
   * @throws DataDirUnusable when it cannot be made or written to
   */
  async path(): Promise<string> {
    this.locked ??= this.lockFirstFree();
    try {
      return await this.locked;
    } catch (error) {
      this.locked = null;
      throw error;
    }
  }

  /** A name for a file of a user that no other file has had. */
  async newFile(userId: string): Promise<string> {
    const folder = await this.path();
    this.newest += 1;
    return join(folder, `${userId}.${this.newest}.duckdb`);
  }

  /** A name for a file of another form, which nobody has had; when the service starts again, none of them is left. */
  async newExport(extension: string): Promise<string> {
    return join(await this.path(), EXPORTS, `${randomUUID()}.${extension}`);
  }

  /** The files of a user, or of all users, the newest first. */
  async files(userId?: string): Promise<{ path: string; userId: string }[]> {
    const folder = await this.path();
    return readdirSync(folder)
      .flatMap((name) => {
        const { userId: owner = '', number = '' } = FILE.exec(name)?.groups ?? {};
        return owner === '' ? [] : [{ path: join(folder, name), userId: owner, number: Number(number) }];
      })
      .filter((file) => userId === undefined || file.userId === userId)
      .sort((a, b) => b.number - a.number);
  }

  /** Deletes a file, and what the engine keeps beside it. */
  remove(path: string): void {
    for (const suffix of ['', '.wal', '.tmp']) rmSync(`${path}${suffix}`, { force: true, recursive: true });
  }

  /** Lets other processes have it. */
  release(): void {
    this.lock?.release();
    this.lock = null;
    this.locked = null;
  }

  private async lockFirstFree(): Promise<string> {
    const dataDir = prepareDataDir(this.settings.dataDir);
    for (let number = 0; ; number += 1) {
      const folder = prepareDataDir(join(dataDir, 'columns', String(number)));
      try {
        this.lock = await acquireLock(folder, prepareSocketDir(dataDir));
      } catch (error) {
        if (error instanceof DataDirInUse) continue;
        throw error;
      }
      rmSync(join(folder, EXPORTS), { recursive: true, force: true });
      for (const name of ['spill', EXPORTS]) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
      this.newest = Math.max(0, ...readdirSync(folder).map((name) => Number(FILE.exec(name)?.groups?.number ?? 0)));
      return folder;
    }
  }
}
