import { readdirSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { Types } from 'mongoose';
import { Explorer } from '../../../src/explore/explorer.service';
import { useExplore } from '../../support/explore/explore-client';
import { queryOf } from '../../support/explore/random-lenses';
import { type ExportedPlay, oracleExport } from '../../support/oracle/explore/exported';
import type { OracleLens } from '../../support/oracle/explore/lens';
import { parseCsv } from '../../support/parse-csv';

const COLUMNS = [
  ...['played_at', 'local_at', 'track_id', 'track_name', 'artist_id', 'artist_name', 'album_id', 'album_name'],
  ...['duration_ms', 'ms_played', 'counted_ms', 'source', 'origin', 'client', 'context_type', 'context_uri'],
];
const NOTHING = { track: ['nothing'] };

describe('an export of plays', () => {
  const explore = useExplore(2_000, 12);

  const fetched = (file: string, query = ''): Promise<Response> =>
    fetch(`${explore.api.url}/api/v1/explore/plays.${file}?${query}`, {
      headers: { ...explore.user.headers, 'accept-encoding': 'identity' },
    });
  const textOf = async (file: string, lens: OracleLens): Promise<string> =>
    Buffer.from(await (await fetched(file, queryOf(lens))).arrayBuffer()).toString();
  const exports = (): string[] => readdirSync(join(explore.api.settings.dataDir, 'columns/0/exports'));
  /** What a statement says of the Parquet file that is seen through a lens. */
  const askParquet = async (lens: OracleLens, sql: (file: string) => string): Promise<Record<string, unknown>[]> => {
    const path = join(explore.api.settings.dataDir, 'downloaded.parquet');
    writeFileSync(path, Buffer.from(await (await fetched('parquet', queryOf(lens))).arrayBuffer()));
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const rows = (await connection.runAndReadAll(sql(`'${path}'`))).getRowObjectsJS();
    connection.closeSync();
    instance.closeSync();
    return rows;
  };

  it('is as CSV what the oracle says, through any lens', async () => {
    for (const lens of explore.lenses) {
      const [header, ...records] = parseCsv(await textOf('csv', lens));
      const expected = oracleExport(explore.seenThrough(lens));
      expect(header).toEqual(COLUMNS);
      expect(records).toEqual(expected.map((play) => COLUMNS.map((name) => String(play[name] ?? ''))));
    }
  });

  it('is as JSON lines what the oracle says, through any lens', async () => {
    for (const lens of explore.lenses) {
      const lines = (await textOf('jsonl', lens)).split('\n');
      expect(lines.pop()).toBe('');
      const plays = lines.map((line) => JSON.parse(line) as ExportedPlay);
      expect(plays).toEqual(oracleExport(explore.seenThrough(lens)));
      for (const play of plays) expect(Object.keys(play)).toEqual(COLUMNS);
    }
  });

  it('is as Parquet what the oracle says, through any lens', async () => {
    const format = (column: string, zone = ''): string =>
      `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%g${zone}') AS ${column}`;
    const instant = `strftime(timezone('UTC', played_at), '%Y-%m-%dT%H:%M:%S.%gZ') AS played_at`;
    const counts = ['duration_ms', 'ms_played', 'counted_ms'].map((name) => `${name}::DOUBLE AS ${name}`);
    for (const lens of explore.lenses) {
      const rows = await askParquet(
        lens,
        (file) => `SELECT * REPLACE (${[instant, format('local_at'), ...counts].join(', ')}) FROM ${file}`,
      );
      expect(rows).toEqual(oracleExport(explore.seenThrough(lens)));
    }
  });

  it.each([
    ['csv', 'text/csv; charset=utf-8'],
    ['jsonl', 'application/x-ndjson'],
    ['parquet', 'application/vnd.apache.parquet'],
  ])('says that it is a file of %s', async (file, type) => {
    const { status, headers, body } = await fetched(file, 'period=week');
    await body?.cancel();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="playledger-plays.${file}"`);
    expect(headers.get('etag')).toBeNull();
  });

  it('has the types of Parquet that its description names', async () => {
    const schema = await askParquet(
      {},
      (file) => `SELECT name, type, converted_type, logical_type FROM parquet_schema(${file})`,
    );
    const [, ...columns] = schema as Record<'name' | 'type' | 'converted_type' | 'logical_type', string | null>[];
    expect(columns.map(({ name }) => name)).toEqual(COLUMNS);
    const millis = /^TimestampType\(isAdjustedToUTC=([01]), unit=TimeUnit\(MILLIS=MilliSeconds/;
    for (const { name, type, converted_type, logical_type } of columns) {
      const [, isUtc] = millis.exec(logical_type ?? '') ?? [];
      const expected =
        name === 'played_at' || name === 'local_at'
          ? ['INT64', 'TIMESTAMP_MILLIS', name === 'played_at' ? '1' : '0']
          : name?.endsWith('_ms') === true || name === 'ms_played'
            ? ['INT64', 'INT_64', undefined]
            : ['BYTE_ARRAY', 'UTF8', undefined];
      expect([name, type, converted_type, isUtc]).toEqual([name, ...expected]);
    }
  });

  it('has no plays where there are none', async () => {
    expect(await textOf('csv', NOTHING)).toBe(`${COLUMNS.join(',')}\r\n`);
    expect(await textOf('jsonl', NOTHING)).toBe('');
    expect(await askParquet(NOTHING, (file) => `FROM ${file}`)).toEqual([]);
  });

  it.each(['csv', 'jsonl', 'parquet'])('as %s refuses what is no lens', async (file) => {
    const { api, user } = explore;
    expect((await api.call(`/api/v1/explore/plays.${file}?hours=25`, { as: user })).status).toBe(422);
    expect((await api.call(`/api/v1/explore/plays.${file}?lens=unknown`, { as: user })).status).toBe(404);
    expect((await api.call(`/api/v1/explore/plays.${file}`)).status).toBe(401);
    expect(exports()).toEqual([]);
  });

  it.each(['csv', 'jsonl', 'parquet'])('as %s is no longer made when its reader has hung up', async (file) => {
    const read = jest.spyOn(explore.api.app.get(Explorer), 'read');
    const request = get(`${explore.api.url}/api/v1/explore/plays.${file}`, { headers: explore.user.headers });
    const closed = new Promise((resolve) => request.once('error', resolve).once('close', resolve));
    while (read.mock.results.length === 0) await sleep(1);
    request.destroy();
    await closed;
    await Promise.allSettled([read.mock.results[0]?.value]);
    read.mockRestore();
    while (exports().length > 0) await sleep(10);
  });

  it('ends its reading when its reader hangs up halfway', async () => {
    const { app, db, url } = explore.api;
    const ann = await explore.api.signIn();
    const plays = await db.collection('listening_history').find({ user_id: explore.user.userId }).toArray();
    // More than the buffers on the way hold.
    const copies = Array.from({ length: 10 }, (_, copy) =>
      plays.map((play) => ({
        ...play,
        _id: new Types.ObjectId(),
        user_id: ann.userId,
        played_at: new Date((play.played_at as Date).getTime() - copy - 1),
        context_uri: 'x'.repeat(2_000),
      })),
    );
    for (const some of copies) await db.collection('listening_history').insertMany(some);
    const read = jest.spyOn(app.get(Explorer), 'read');
    const response = await new Promise<IncomingMessage>((resolve) =>
      get(`${url}/api/v1/explore/plays.csv`, { headers: ann.headers }, resolve),
    );
    const reading = read.mock.results[0]?.value as Promise<void>;
    read.mockRestore();
    expect(await Promise.race([reading, sleep(300).then(() => 'waits')])).toBe('waits');
    response.destroy();
    await expect(reading).rejects.toThrow('given up');
  });
});
