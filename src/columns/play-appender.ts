import type { DuckDBAppender, DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { nameId } from '../catalogue/name-id';
import { isBlank, matchKey, searchText } from '../common/text';
import { ownTurn } from '../common/own-turn';
import { zoneOffsets } from '../common/zone-offsets';
import type { DuckDbLibrary } from './duckdb.service';
import type { RecordedPlay } from './record-reader.service';

/** The most rows that one chunk of DuckDB holds. */
const ROWS_A_CHUNK = 2_048;
const MICROS_A_MS = 1_000n;
const HIGH_BYTES = 8;
const TEXTS_A_RECORDING = 12;
/** All plays that the record has by now come from the platform, which does not say what they were played with. */
const ORIGIN = 'platform';
const CLIENT = '';

type Columns = DuckDBValue[][];

/** Appends plays to a user's file, and the recordings that they are of. */
export class PlayAppender {
  /** The numbers of recordings, by what plays say of the track. */
  private readonly numbers = new Map<string, number>();
  private next: number;
  private readonly offsets: ReturnType<typeof zoneOffsets>;

  private constructor(
    private readonly duckdb: DuckDbLibrary,
    private readonly connection: DuckDBConnection,
    private readonly appenders: { plays: DuckDBAppender; recordings: DuckDBAppender },
    /** Above the numbers of all recordings that are there already. */
    private readonly found: number,
    zone: string,
  ) {
    this.next = found;
    this.offsets = zoneOffsets(zone);
  }

  /** @param file under which name the file is attached; the connection uses it */
  static async open(
    duckdb: DuckDbLibrary,
    connection: DuckDBConnection,
    { file, zone }: { file: string; zone: string },
  ): Promise<PlayAppender> {
    const [plays, recordings] = [
      await connection.createAppender('plays', 'main', file),
      await connection.createAppender('recordings', 'main', file),
    ];
    const counted = await connection.runAndReadAll('SELECT coalesce(max(recording) + 1, 0)::DOUBLE FROM recordings');
    return new PlayAppender(duckdb, connection, { plays, recordings }, Number(counted.getRows()[0]?.[0]), zone);
  }

  async append(plays: readonly RecordedPlay[]): Promise<void> {
    await this.number(plays);
    for (let start = 0; start < plays.length; start += ROWS_A_CHUNK) {
      await ownTurn();
      this.appendChunk(plays.slice(start, start + ROWS_A_CHUNK));
    }
  }

  /** To be called before the transaction is committed. */
  close(): void {
    for (const appender of [this.appenders.recordings, this.appenders.plays]) {
      appender.flushSync();
      appender.closeSync();
    }
  }

  /** Gives numbers to the recordings of plays: those that they have in the file, or the next. */
  private async number(plays: readonly RecordedPlay[]): Promise<void> {
    const fresh = new Map<string, RecordedPlay>();
    for (const play of plays) if (!this.numbers.has(keyOf(play.track))) fresh.set(keyOf(play.track), play);
    if (fresh.size === 0) return;
    if (this.found > 0) await this.lookUp([...fresh.values()]);
    const added = [...fresh].filter(([key]) => !this.numbers.has(key));
    for (const [index, [key]] of added.entries()) this.numbers.set(key, this.next + index);
    this.next += added.length;
    for (let start = 0; start < added.length; start += ROWS_A_CHUNK) {
      this.appendRecordings(added.slice(start, start + ROWS_A_CHUNK).map(([, play]) => play));
    }
  }

  private async lookUp(plays: readonly RecordedPlay[]): Promise<void> {
    const ids = this.duckdb.listValue(plays.map(({ track }) => track.platform_id));
    const found = await this.connection.runAndReadAll(
      `SELECT recording, track_id, track_name, artist_name, album_name
       FROM recordings WHERE track_id IN (SELECT unnest($ids))`,
      { ids },
      { ids: this.duckdb.LIST(this.duckdb.VARCHAR) },
    );
    for (const [recording, platform_id, name, artist_name, album_name] of found.getRows()) {
      const track = { platform_id, name, artist_name, album_name } as RecordedPlay['track'];
      this.numbers.set(keyOf(track), Number(recording));
    }
  }

  private appendRecordings(plays: readonly RecordedPlay[]): void {
    const { UINTEGER, VARCHAR } = this.duckdb;
    const types = [UINTEGER, ...Array.from({ length: TEXTS_A_RECORDING }, () => VARCHAR)];
    const columns: Columns = types.map(() => []);
    for (const { track, track_key, artist_key } of plays) {
      const { platform_id, name, artist_name, album_name } = track;
      const row = [
        ...[platform_id, name, artist_name, album_name, track_key, artist_key, matchKey(album_name)],
        ...[name, artist_name, album_name].map(searchText),
        isBlank(artist_name) ? '' : nameId(artist_name),
        isBlank(album_name) ? '' : nameId(artist_name, album_name),
      ];
      for (const [index, value] of [this.numbers.get(keyOf(track)) ?? 0, ...row].entries()) columns[index]?.push(value);
    }
    this.appendColumns(this.appenders.recordings, types, columns, plays.length);
  }

  private appendChunk(plays: readonly RecordedPlay[]): void {
    const { BOOLEAN, DuckDBTimestampValue, TIMESTAMP, UBIGINT, UINTEGER, UTINYINT, VARCHAR } = this.duckdb;
    const times = [TIMESTAMP, TIMESTAMP];
    const origins = [VARCHAR, VARCHAR, VARCHAR, UTINYINT, VARCHAR, VARCHAR];
    const types = [...times, UINTEGER, UINTEGER, BOOLEAN, UINTEGER, ...origins, UBIGINT, UINTEGER];
    const timeOf = (ms: number): DuckDBValue => new DuckDBTimestampValue(BigInt(ms) * MICROS_A_MS);
    const played = plays.map(({ played_at }) => played_at.getTime());
    const ids = plays.map(({ _id }) => Buffer.from(_id.id));
    this.appendColumns(
      this.appenders.plays,
      types,
      [
        played.map(timeOf),
        played.map((ms) => timeOf(ms + this.offsets.offsetAt(ms))),
        plays.map(({ track }) => this.numbers.get(keyOf(track)) ?? 0),
        plays.map(({ ms_played, track }) => ms_played ?? track.duration_ms),
        plays.map(({ ms_played }) => ms_played !== null),
        plays.map(({ track }) => track.duration_ms),
        plays.map(({ source }) => source),
        plays.map(() => ORIGIN),
        plays.map(() => CLIENT),
        plays.map(({ seen }) => Object.keys(seen ?? {}).length),
        plays.map(({ context_type }) => context_type),
        plays.map(({ context_uri }) => context_uri),
        ids.map((id) => id.readBigUInt64BE(0)),
        ids.map((id) => id.readUInt32BE(HIGH_BYTES)),
      ],
      plays.length,
    );
  }

  private appendColumns(appender: DuckDBAppender, types: readonly unknown[], columns: Columns, rows: number): void {
    const chunk = this.duckdb.DuckDBDataChunk.create(types as never, rows);
    chunk.setColumns(columns);
    appender.appendDataChunk(chunk);
  }
}

function keyOf({ platform_id, name, artist_name, album_name }: RecordedPlay['track']): string {
  return `${platform_id}\n${name}\n${artist_name}\n${album_name}`;
}
