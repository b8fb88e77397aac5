import { chmodSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { ColumnsFolder } from './columns-folder.service';
import { READ_STATE, TABLES, type FileState } from './column-tables';
import { DuckDb, quote } from './duckdb.service';
import { UserFile } from './user-file';

const OWNER_ALONE = 0o600;
/** Files that are attached at a time. */
export const MOST_ATTACHED = 50;
/** An attached file that nobody has used for so long is detached, so that its part of the memory is free. */
const IDLE_MS = 60_000;

/** The files of users that are attached to DuckDB: when somebody asks for them, for as long as they are used. */
@Injectable()
export class UserFiles implements BeforeApplicationShutdown {
  private readonly logger = new Logger(UserFiles.name);
  /** By user, those that were used last behind the others. */
  private readonly attached = new Map<string, UserFile>();
  private names = 0;
  private readonly timer = setInterval(() => void this.detachIdle(), IDLE_MS / 2).unref();

  constructor(
    private readonly duckdb: DuckDb,
    private readonly folder: ColumnsFolder,
  ) {}

  /** The file of a user, attached and held for the caller; null if there is none that can be read. */
  async of(userId: string): Promise<UserFile | null> {
    const attached = this.attached.get(userId);
    if (attached !== undefined) return this.keep(userId, attached.hold());
    let found: UserFile | null = null;
    for (const { path } of await this.folder.files(userId)) {
      found ??= await this.tryAttach(path);
      if (found?.path !== path) this.folder.remove(path);
    }
    return found && this.keep(userId, found);
  }

  /**
   * Makes a new file of a user, held for the caller, which takes the place of any other when it is filled.
   * @param fill called with a connection to it, and its name
   */
  async create(
    userId: string,
    state: FileState,
    fill: (connection: DuckDBConnection, name: string) => Promise<void>,
  ): Promise<UserFile> {
    const file = (await this.attach(await this.folder.newFile(userId), state)).hold();
    try {
      await file.use(async (connection) => {
        await connection.run(TABLES);
        await fill(connection, file.name);
      });
    } catch (error) {
      await Promise.all([file.leave(), file.release()]);
      this.folder.remove(file.path);
      throw error;
    }
    await this.discard(userId);
    return this.keep(userId, file);
  }

  /** Deletes a user's file, which is detached when nobody reads it any more. */
  async discard(userId: string): Promise<void> {
    const file = this.attached.get(userId);
    this.attached.delete(userId);
    await file?.leave();
    if (file !== undefined) this.folder.remove(file.path);
  }

  /** What is attached is closed with the DuckDB itself. */
  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    this.attached.clear();
  }

  private keep(userId: string, file: UserFile): UserFile {
    this.attached.delete(userId);
    this.attached.set(userId, file);
    for (const [other, { idleMs }] of this.attached) {
      if (this.attached.size <= MOST_ATTACHED) break;
      if (idleMs > 0) void this.detach(other);
    }
    return file;
  }

  private async detachIdle(): Promise<void> {
    for (const [userId, { idleMs }] of this.attached) if (idleMs > IDLE_MS) await this.detach(userId);
  }

  private async detach(userId: string): Promise<void> {
    const file = this.attached.get(userId);
    this.attached.delete(userId);
    await file?.leave();
  }

  private async tryAttach(path: string): Promise<UserFile | null> {
    let file: UserFile | null = null;
    try {
      file = (await this.attach(path, { zone: '', revision: 0 })).hold();
      const [state] = await file.read((reader) => reader.rows<FileState & Record<string, unknown>>(READ_STATE));
      if (state !== undefined) {
        file.state = state;
        return file;
      }
      this.logger.log(`${path} was not finished, or is of another release; it is built anew`);
    } catch (error) {
      this.logger.error(`${path} cannot be read and is built anew: ${String(error)}`);
    }
    await Promise.all([file?.leave(), file?.release()]);
    return null;
  }

  private async attach(path: string, state: FileState): Promise<UserFile> {
    this.names += 1;
    const name = `user_${this.names}`;
    await this.run(`ATTACH ${quote(path)} AS ${name}`);
    chmodSync(path, OWNER_ALONE);
    return new UserFile(
      name,
      path,
      state,
      () => this.duckdb.connect(),
      () => this.detachNamed(name),
    );
  }

  private async detachNamed(name: string): Promise<void> {
    try {
      await this.run(`DETACH ${name}`);
    } catch (error) {
      // A damaged file cannot always be closed in order; it is deleted, and another has taken its place.
      this.logger.warn(`A file could not be detached: ${String(error)}`);
    }
  }

  private async run(sql: string): Promise<void> {
    const connection = await this.duckdb.connect();
    try {
      await connection.run(sql);
    } finally {
      connection.closeSync();
    }
  }
}
