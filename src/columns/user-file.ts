import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { FileState } from './column-tables';
import { quote } from './duckdb.service';

export type Parameters = Record<string, DuckDBValue>;
export type Row = Record<string, unknown>;

/** What questions are asked with: all of one reader see the same plays. */
export interface ColumnsReader {
  /** @param sql over the tables of `column-tables.ts` */
  rows<T extends Row>(sql: string, parameters?: Parameters): Promise<T[]>;
  /** The texts of the one column that a statement returns, some thousand at a time, read no faster than they are taken. */
  texts(sql: string, parameters?: Parameters): AsyncGenerator<string[], void>;
  /** Keeps what a statement returns as a table, for the later statements of this reader. @param name of a table */
  keep(name: string, sql: string, parameters?: Parameters): Promise<void>;
  /** Writes what a statement returns into a file of Parquet. @param path a new file's: see ColumnsFolder */
  writeParquet(sql: string, path: string, parameters?: Parameters): Promise<void>;
}

/** A user's file that is attached to the DuckDB of this process. */
export class UserFile {
  /** What it was last brought up to date with, so that nothing is looked at again while that is the same. */
  broughtTo = '';
  /** What its items were derived from. */
  itemsOf = '';
  private holders = 0;
  private isLeft = false;
  private releasedAt = performance.now();

  /**
   * @param name   under which it is attached
   * @param detach called once, when it is left and nobody holds it any more
   */
  constructor(
    readonly name: string,
    readonly path: string,
    public state: FileState,
    private readonly connect: () => Promise<DuckDBConnection>,
    private readonly detach: () => Promise<void>,
  ) {}

  /** Keeps it attached until it is released as many times. */
  hold(): this {
    this.holders += 1;
    return this;
  }

  async release(): Promise<void> {
    this.holders -= 1;
    this.releasedAt = performance.now();
    if (this.isLeft && this.holders === 0) await this.detach();
  }

  /** For how long nobody has held it, in ms; 0 while somebody does. */
  get idleMs(): number {
    return this.holders > 0 ? 0 : performance.now() - this.releasedAt;
  }

  /** Does work over a connection to the file, which the caller holds. */
  async use<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.connect();
    try {
      await connection.run(`USE ${this.name}`);
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  }

  /**
   * Answers questions of one moment.
   * @param gone aborted when nobody wants the answers any more; its reason is thrown then
   */
  read<T>(work: (reader: ColumnsReader) => Promise<T>, gone?: AbortSignal): Promise<T> {
    return this.use(async (connection) => {
      gone?.throwIfAborted();
      const interrupt = (): void => {
        connection.interrupt();
      };
      gone?.addEventListener('abort', interrupt);
      try {
        await connection.run('BEGIN TRANSACTION READ ONLY');
        return await work(readerOver(connection));
      } catch (error) {
        gone?.throwIfAborted();
        throw error;
      } finally {
        gone?.removeEventListener('abort', interrupt);
      }
    });
  }

  /** Detaches it when nobody holds it any more. */
  async leave(): Promise<void> {
    if (this.isLeft) return;
    this.isLeft = true;
    if (this.holders === 0) await this.detach();
  }
}

function readerOver(connection: DuckDBConnection): ColumnsReader {
  return {
    rows: async <R extends Row>(sql: string, parameters?: Parameters) => {
      const result = await connection.runAndReadAll(sql, parameters);
      return result.getRowObjectsJS() as R[];
    },
    texts: async function* (sql, parameters) {
      const result = await connection.stream(sql, parameters);
      for (;;) {
        const chunk = await result.fetchChunk();
        if (chunk === null || chunk.rowCount === 0) return;
        yield chunk.getColumnValues(0) as string[];
      }
    },
    keep: async (name, sql, parameters) => {
      await connection.run(`CREATE TEMP TABLE ${name} AS ${sql}`, parameters);
    },
    writeParquet: async (sql, path, parameters) => {
      await connection.run(`COPY (${sql}) TO ${quote(path)} (FORMAT parquet)`, parameters);
    },
  };
}
