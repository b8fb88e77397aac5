import { Injectable, Logger } from '@nestjs/common';
import { ServiceUnavailable } from '../common/errors/errors';
import { EVERY_DAY } from '../history/changed-day.schema';
import { ChangedDays } from '../history/writing/changed-days.service';
import { HistoryLeases } from '../history/writing/history-leases.service';
import { UsersService } from '../users/users.service';
import { CatalogueCopier } from './catalogue-copier.service';
import type { FileState } from './column-tables';
import { FileWriter } from './file-writer.service';
import { deriveItems } from './item-tables';
import type { ColumnsReader, Parameters, Row, UserFile } from './user-file';
import { UserFiles } from './user-files.service';

/** A part of a history that has changed on more days than these is not worth replacing day by day. */
const MOST_DAYS = 1_000;

const OF_FILES = /^(IO|Serialization|INTERNAL|FATAL|Invalid|Permission) Error/i;

export interface Needs {
  /** Whether the questions are about what the catalogue knows of the tracks, too, which is copied for them then. */
  catalogue?: boolean;
  /** Whether they are about items, too, which are derived from the plays and the catalogue then. */
  items?: boolean;
  /** Aborted when nobody wants the answers any more. */
  gone?: AbortSignal;
}

/**
 * Each user's plays as columns, in which any question over all of them is one SQL statement. They follow from the record,
 * the documents of the history: what is missing or damaged is built anew, and what is behind catches up before it answers.
 */
@Injectable()
export class Columns {
  private readonly logger = new Logger(Columns.name);
  /** By user: the last who sees to it that the file is current. */
  private readonly catchingUp = new Map<string, Promise<unknown>>();

  constructor(
    private readonly files: UserFiles,
    private readonly writer: FileWriter,
    private readonly catalogue: CatalogueCopier,
    private readonly histories: HistoryLeases,
    private readonly changedDays: ChangedDays,
    private readonly users: UsersService,
  ) {}

  /**
   * What a statement returns of a user's plays, with all changes of the history that are settled by now.
   * @param sql over the tables of `column-tables.ts`
   */
  rows<T extends Row>(userId: string, sql: string, parameters?: Parameters): Promise<T[]> {
    return this.read(userId, (reader) => reader.rows<T>(sql, parameters));
  }

  /**
   * Asks several questions of one moment.
   * @throws ServiceUnavailable when the files cannot be read or written
   */
  async read<T>(userId: string, work: (reader: ColumnsReader) => Promise<T>, needs: Needs = {}): Promise<T> {
    try {
      return await this.readCurrent(userId, work, needs);
    } catch (error) {
      if (!isOfFiles(error)) throw error;
      this.logger.error(`The columns of user ${userId} cannot be read and are built anew: ${error.message}`);
    }
    try {
      await this.files.discard(userId);
      return await this.readCurrent(userId, work, needs);
    } catch (error) {
      if (!isOfFiles(error)) throw error;
      throw new ServiceUnavailable(
        `The statistics cannot be read from DATA_DIR/columns or written there: ${error.message}. Your history is safe. ` +
          'Look after the disk, then try again.',
        { cause: error },
      );
    }
  }

  /** Has the columns of a user built anew by whoever asks next. */
  forget(userId: string): Promise<void> {
    return this.files.discard(userId);
  }

  private async readCurrent<T>(userId: string, work: (reader: ColumnsReader) => Promise<T>, needs: Needs): Promise<T> {
    const file = await this.current(userId, needs);
    try {
      return await file.read(work, needs.gone);
    } finally {
      await file.release();
    }
  }

  /** The file of a user, current, and held for the caller. */
  private async current(userId: string, needs: Needs): Promise<UserFile> {
    const wanted = await this.wantedOf(userId);
    const before = this.catchingUp.get(userId) ?? Promise.resolve();
    const file = before.catch(() => undefined).then(() => this.bringTo(userId, wanted, needs));
    this.catchingUp.set(userId, file);
    try {
      return await file;
    } finally {
      if (this.catchingUp.get(userId) === file) this.catchingUp.delete(userId);
    }
  }

  private async wantedOf(userId: string): Promise<FileState> {
    // Before the plays are read: what is written meanwhile has a later revision.
    const [zone, revision] = await Promise.all([this.users.timezoneOf(userId), this.histories.settled(userId)]);
    return { zone, revision };
  }

  private async bringTo(
    userId: string,
    wanted: FileState,
    { catalogue = false, items = false }: Needs,
  ): Promise<UserFile> {
    const file = await this.bringPlaysTo(userId, wanted);
    try {
      if (catalogue || items) await this.catalogue.bringUpToDate(file);
      if (items) await deriveItems(file);
      return file;
    } catch (error) {
      await file.release();
      throw error;
    }
  }

  private async bringPlaysTo(userId: string, wanted: FileState): Promise<UserFile> {
    const file = await this.files.of(userId);
    if (file === null) return this.build(userId, wanted);
    try {
      if (file.state.zone === wanted.zone && (await this.catchUp(userId, file, wanted))) return file;
    } catch (error) {
      await file.release();
      throw error;
    }
    await file.release();
    return this.build(userId, wanted);
  }

  /** Replaces the days that have changed. @returns false if these are so many that the file is sooner built anew */
  private async catchUp(userId: string, file: UserFile, wanted: FileState): Promise<boolean> {
    if (file.state.revision >= wanted.revision) return true;
    const days = await this.changedDays.since(userId, file.state.revision);
    if (days.includes(EVERY_DAY) || days.length > MOST_DAYS) return false;
    await file.use((connection) =>
      this.writer.replaceDays(connection, { file: file.name, userId, state: wanted }, days),
    );
    file.state = wanted;
    return true;
  }

  private async build(userId: string, state: FileState): Promise<UserFile> {
    const begun = performance.now();
    let built = 0;
    const file = await this.files.create(userId, state, (connection, name) =>
      this.writer.fill(connection, { file: name, userId, state }, (plays) => (built = plays)),
    );
    this.logger.debug(
      `Built columns of ${built} plays of user ${userId} in ${Math.round(performance.now() - begun)} ms`,
    );
    return file;
  }
}

/** Whether DuckDB has met a file that is damaged, gone, or cannot be written, or is no longer usable itself. */
function isOfFiles(error: unknown): error is Pick<Error, 'message'> {
  // By its name alone: DuckDB has one class of errors, and those of its native part are not of this realm.
  return OF_FILES.test((error as Partial<Error>).message ?? '');
}
