import type { DuckDBConnection } from '@duckdb/node-api';
import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../common/durations';
import { FINISH, type FileState } from './column-tables';
import { loadDuckDb } from './duckdb.service';
import { PlayAppender } from './play-appender';
import { RecordReader, runsOf } from './record-reader.service';

const OF_DAYS = `played_at >= DATE '1970-01-01' + $from::INTEGER AND played_at < DATE '1970-01-01' + $before::INTEGER`;

/** Writes a user's plays, as the record has them, into the tables of a file. */
@Injectable()
export class FileWriter {
  constructor(private readonly record: RecordReader) {}

  /**
   * Fills the empty tables of a file.
   * @param onProgress told how many plays are in it
   */
  async fill(
    connection: DuckDBConnection,
    { file, userId, state }: { file: string; userId: string; state: FileState },
    onProgress: (plays: number) => void,
  ): Promise<void> {
    const appender = await PlayAppender.open(await loadDuckDb(), connection, { file, zone: state.zone });
    let plays = 0;
    try {
      for await (const batch of this.record.all(userId)) {
        await appender.append(batch);
        onProgress((plays += batch.length));
      }
    } finally {
      appender.close();
    }
    await connection.run(FINISH, { zone: state.zone, revision: state.revision });
    await connection.run(`CHECKPOINT ${file}`);
  }

  /** Replaces the plays of some UTC days, which are in order, in one transaction. */
  async replaceDays(
    connection: DuckDBConnection,
    { file, userId, state }: { file: string; userId: string; state: FileState },
    days: readonly string[],
  ): Promise<void> {
    await connection.run('BEGIN TRANSACTION');
    const former = new Set<number>();
    for (const { from, before } of runsOf(days)) {
      const range = { from: from / DAY_MS, before: before / DAY_MS };
      const found = await connection.runAndReadAll(`SELECT DISTINCT recording FROM plays WHERE ${OF_DAYS}`, range);
      for (const [recording] of found.getRows()) former.add(Number(recording));
      await connection.run(`DELETE FROM plays WHERE ${OF_DAYS}`, range);
    }
    const appender = await PlayAppender.open(await loadDuckDb(), connection, { file, zone: state.zone });
    try {
      for await (const batch of this.record.ofDays(userId, days)) await appender.append(batch);
    } finally {
      appender.close();
    }
    await this.removeUnplayed(connection, [...former]);
    await connection.run('UPDATE file SET revision = $revision', { revision: state.revision });
    await connection.run('COMMIT');
  }

  /** Forgets those of some recordings that no play is of any more, and their tracks. */
  private async removeUnplayed(connection: DuckDBConnection, recordings: readonly number[]): Promise<void> {
    const { LIST, listValue, UINTEGER } = await loadDuckDb();
    const { rowsChanged } = await connection.run(
      `DELETE FROM recordings
       WHERE recording IN (SELECT unnest($recordings)) AND recording NOT IN (SELECT recording FROM plays)`,
      { recordings: listValue(recordings) },
      { recordings: LIST(UINTEGER) },
    );
    if (rowsChanged === 0) return;
    for (const table of ['identities', 'features']) {
      await connection.run(`DELETE FROM ${table} WHERE track_id NOT IN (SELECT track_id FROM recordings)`);
    }
  }
}
