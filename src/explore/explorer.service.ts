import { Injectable } from '@nestjs/common';
import { Columns } from '../columns/columns.service';
import type { ColumnsReader, Parameters, Row } from '../columns/user-file';
import { UsersService } from '../users/users.service';
import { type Lens, resolveLens } from './lens/lens';
import type { LensQuery } from './lens/lens.query';
import { lensSql, statementOver } from './lens/lens-sql';
import { overSaved } from './lens/saved/over-saved';
import { SavedLenses } from './lens/saved/saved-lenses.service';

/** What one question is asked with: all of its statements see the same plays. */
export interface LensReader {
  lens: Lens;
  /** @param sql over `things`, `world` and `through`: see lens-sql.ts */
  rows: <T extends Row>(sql: string, parameters?: Parameters) => Promise<T[]>;
  /** The texts of the one column that a statement returns, some thousand at a time, read no faster than they are taken. */
  texts: (sql: string, parameters?: Parameters) => AsyncGenerator<string[], void>;
  /** Keeps what a statement returns as a table, for the later statements of this reader. */
  keep: (name: string, sql: string) => Promise<void>;
  /** @param path a new file's: see ColumnsFolder */
  writeParquet: (sql: string, path: string) => Promise<void>;
  /** Sees the plays of some recordings alone, by the same lens. */
  narrowedTo: (recordings: readonly number[]) => LensReader;
}

/** Asks questions through lenses. */
@Injectable()
export class Explorer {
  constructor(
    private readonly columns: Columns,
    private readonly users: UsersService,
    private readonly saved: SavedLenses,
  ) {}

  /**
   * @throws InvalidRequest for parameters that do not go together
   * @throws NotFound for a saved lens that is not one of this user's
   */
  async resolve(userId: string, query: LensQuery): Promise<Lens> {
    const [zone, saved] = await Promise.all([
      this.users.timezoneOf(userId),
      query.lens === undefined ? {} : this.saved.queryOf(userId, query.lens),
    ]);
    return resolveLens(overSaved(query, saved), zone, new Date());
  }

  /**
   * Resolves a lens, and asks through it.
   * @param gone aborted when nobody wants the answers any more
   * @throws InvalidRequest for parameters that do not go together
   * @throws NotFound for a saved lens that is not one of this user's
   */
  async read<T>(
    userId: string,
    query: LensQuery,
    work: (through: LensReader) => Promise<T>,
    gone?: AbortSignal,
  ): Promise<T> {
    const lens = await this.resolve(userId, query);
    return this.columns.read(userId, (reader) => work(readerThrough(lens, reader)), { items: true, gone });
  }
}

function readerThrough(lens: Lens, reader: ColumnsReader, recordings?: readonly number[]): LensReader {
  const { ctes, parameters } = lensSql(lens, recordings);
  return {
    lens,
    rows: (sql, own) => reader.rows(statementOver(ctes, sql), { ...parameters, ...own }),
    texts: (sql, own) => reader.texts(statementOver(ctes, sql), { ...parameters, ...own }),
    keep: (name, sql) => reader.keep(name, statementOver(ctes, sql), parameters),
    writeParquet: (sql, path) => reader.writeParquet(statementOver(ctes, sql), path, parameters),
    narrowedTo: (some) => readerThrough(lens, reader, some),
  };
}
