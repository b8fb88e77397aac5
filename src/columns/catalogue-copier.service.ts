import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { Injectable } from '@nestjs/common';
import { CatalogueRevisions, type ToldKind } from '../catalogue/catalogue-revisions.service';
import { chunksOf } from '../common/chunks';
import { type CopiedTable, CopiedTables } from './copied-tables.service';
import { loadDuckDb } from './duckdb.service';
import type { UserFile } from './user-file';

/** Records a round trip: decoding them takes a few milliseconds, in which nothing else is served. */
const ASKED_AT_ONCE = 500;

/**
 * Copies what the catalogue knows of a user's tracks into the user's file: whose they are, how they sound, and which
 * tracks their albums have.
 */
@Injectable()
export class CatalogueCopier {
  constructor(
    private readonly revisions: CatalogueRevisions,
    private readonly tables: CopiedTables,
  ) {}

  /** Brings the copies up to date: those of what is new to the file, and those of which the catalogue may know more. */
  async bringUpToDate(file: UserFile): Promise<void> {
    // Before the catalogue is asked: what it learns meanwhile has a later one.
    const current = await this.revisions.current();
    const wanted = JSON.stringify([current, file.state]);
    if (file.broughtTo === wanted) return;
    await file.use((connection) => this.copyAll(connection, file.name, current));
    file.broughtTo = wanted;
  }

  private async copyAll(connection: DuckDBConnection, file: string, current: Record<ToldKind, number>): Promise<void> {
    const names = this.tables.all.map(({ table }) => `${table}::DOUBLE AS ${table}`);
    const stored = await connection.runAndReadAll(`SELECT ${names.join(', ')} FROM file`);
    const [copied = {}] = stored.getRowObjectsJS() as Partial<Record<ToldKind, number>>[];
    // In this order: whom the last table is to know follows from the first.
    for (const table of this.tables.all) {
      const isRevised = copied[table.table] !== current[table.table];
      const keys = await due(connection, table, isRevised);
      if (keys.length > 0 || isRevised)
        await this.copy(connection, file, { table, keys, revision: current[table.table] });
    }
  }

  private async copy(
    connection: DuckDBConnection,
    file: string,
    { table: { table, key, types, ask }, keys, revision }: { table: CopiedTable; keys: string[]; revision: number },
  ): Promise<void> {
    const duckdb = await loadDuckDb();
    const { DOUBLE, LIST, VARCHAR } = duckdb;
    const typeOf = {
      text: VARCHAR,
      number: DOUBLE,
      texts: LIST(VARCHAR),
      numbers: LIST(DOUBLE),
    } satisfies Record<string, DuckDBType>;
    const columnTypes = [VARCHAR, ...types.map((type) => typeOf[type])];
    await connection.run('BEGIN TRANSACTION');
    const values = { keys: duckdb.listValue(keys) };
    await connection.run(`DELETE FROM ${table} WHERE ${key} IN (SELECT unnest($keys))`, values, {
      keys: LIST(VARCHAR),
    });
    const appender = await connection.createAppender(table, 'main', file);
    for (const some of chunksOf(keys, ASKED_AT_ONCE)) {
      const facts = await ask(some);
      const columns = types.map((_, index) =>
        facts.map((row): DuckDBValue => {
          const fact = row[index] ?? null;
          return typeof fact === 'object' && fact !== null ? duckdb.listValue(fact) : fact;
        }),
      );
      const chunk = duckdb.DuckDBDataChunk.create(columnTypes, some.length);
      chunk.setColumns([[...some], ...columns]);
      appender.appendDataChunk(chunk);
    }
    appender.flushSync();
    appender.closeSync();
    await connection.run(`UPDATE file SET ${table} = $revision`, { revision });
    await connection.run('COMMIT');
  }
}

/** The keys of which the catalogue is to be asked. */
async function due(
  connection: DuckDBConnection,
  { table, key, wanted, isIncomplete }: CopiedTable,
  isRevised: boolean,
): Promise<string[]> {
  const missing = `SELECT ${key} FROM (${wanted}) WHERE ${key} NOT IN (SELECT ${key} FROM ${table})`;
  const again = `SELECT ${key} FROM ${table} WHERE ${isIncomplete}`;
  const found = await connection.runAndReadAll(isRevised ? `${missing} UNION ${again}` : missing);
  return found.getRows().map(([value]) => String(value));
}
