import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { Injectable } from '@nestjs/common';
import { CatalogueIdentities } from '../catalogue/catalogue-identities.service';
import { CatalogueRevisions, type ToldKind } from '../catalogue/catalogue-revisions.service';
import { CatalogueService } from '../catalogue/catalogue.service';
import { isPlatformId } from '../catalogue/name-id';
import { chunksOf } from '../common/chunks';
import { matchKey } from '../common/text';
import { FEATURES } from './column-tables';
import { loadDuckDb } from './duckdb.service';
import type { UserFile } from './user-file';

/** Records a round trip: decoding them takes a few milliseconds, in which nothing else is served. */
const ASKED_AT_ONCE = 500;

type Fact = string | number | null;

/** One kind of facts about tracks: a table of a user's file, the first column of which is the track's id. */
interface Kind {
  table: ToldKind;
  types: ('VARCHAR' | 'DOUBLE')[];
  /** Says of a row that the catalogue may come to know more. */
  isIncomplete: string;
  /** What the catalogue knows, for each of the tracks; nothing is null in every column. */
  ask(trackIds: readonly string[]): Promise<Fact[][]>;
}

/** Copies what the catalogue knows of a user's tracks into the user's file: whose they are, and how they sound. */
@Injectable()
export class CatalogueCopier {
  private readonly kinds: readonly Kind[];

  constructor(
    private readonly revisions: CatalogueRevisions,
    catalogue: CatalogueService,
    identities: CatalogueIdentities,
  ) {
    this.kinds = [
      {
        table: 'identities',
        types: ['VARCHAR', 'VARCHAR', 'VARCHAR', 'VARCHAR', 'VARCHAR', 'VARCHAR'],
        isIncomplete: 'artist_id IS NULL OR album_id IS NULL',
        ask: async (trackIds) => {
          const told = await identities.ofTracks(trackIds);
          return trackIds.map((id) => [...itemOf(told.get(id)?.artist), ...itemOf(told.get(id)?.album)]);
        },
      },
      {
        table: 'features',
        types: FEATURES.map(() => 'DOUBLE'),
        isIncomplete: `${FEATURES[0]} IS NULL`,
        ask: async (trackIds) => {
          const told = await catalogue.findAudioFeatures(trackIds);
          return trackIds.map((id) => FEATURES.map((feature) => told.get(id)?.[feature] ?? null));
        },
      },
    ];
  }

  /** Brings the copies up to date: those of tracks that are new to the file, and those that were incomplete. */
  async bringUpToDate(file: UserFile): Promise<void> {
    // Before the catalogue is asked: what it learns meanwhile has a later one.
    const current = await this.revisions.current();
    const wanted = JSON.stringify([current, file.state]);
    if (file.broughtTo === wanted) return;
    await file.use((connection) => this.copyAll(connection, file.name, current));
    file.broughtTo = wanted;
  }

  private async copyAll(connection: DuckDBConnection, file: string, current: Record<ToldKind, number>): Promise<void> {
    const stored = await connection.runAndReadAll('SELECT identities::DOUBLE, features::DOUBLE FROM file');
    const [identities, features] = (stored.getRows()[0] ?? []) as number[];
    const copied: Partial<Record<ToldKind, number>> = { identities, features };
    for (const kind of this.kinds) {
      const isRevised = copied[kind.table] !== current[kind.table];
      const trackIds = await due(connection, kind, isRevised);
      if (trackIds.length > 0 || isRevised)
        await this.copy(connection, file, { kind, trackIds, revision: current[kind.table] });
    }
  }

  private async copy(
    connection: DuckDBConnection,
    file: string,
    { kind, trackIds, revision }: { kind: Kind; trackIds: readonly string[]; revision: number },
  ): Promise<void> {
    const duckdb = await loadDuckDb();
    const types = [duckdb.VARCHAR, ...kind.types.map((type) => duckdb[type])];
    await connection.run('BEGIN TRANSACTION');
    const ids = { ids: duckdb.listValue(trackIds) };
    await connection.run(`DELETE FROM ${kind.table} WHERE track_id IN (SELECT unnest($ids))`, ids, {
      ids: duckdb.LIST(duckdb.VARCHAR),
    });
    const appender = await connection.createAppender(kind.table, 'main', file);
    for (const some of chunksOf(trackIds, ASKED_AT_ONCE)) {
      const facts = await kind.ask(some);
      const columns: DuckDBValue[][] = [
        [...some],
        ...kind.types.map((_, index) => facts.map((row) => row[index] ?? null)),
      ];
      const chunk = duckdb.DuckDBDataChunk.create(types, some.length);
      chunk.setColumns(columns);
      appender.appendDataChunk(chunk);
    }
    appender.flushSync();
    appender.closeSync();
    await connection.run(`UPDATE file SET ${kind.table} = $revision`, { revision });
    await connection.run('COMMIT');
  }
}

/** The ids and names of a track's artist or album; where the platform has no id, as of local files, none is known. */
function itemOf(item: { platform_id: string; name: string } | null | undefined): Fact[] {
  if (!item || !isPlatformId(item.platform_id)) return [null, null, null];
  return [item.platform_id, item.name, matchKey(item.name)];
}

/** The tracks of which the catalogue is to be asked. It knows nothing of ids that are made of names. */
async function due(connection: DuckDBConnection, { table, isIncomplete }: Kind, isRevised: boolean): Promise<string[]> {
  const missing = `SELECT DISTINCT track_id FROM recordings WHERE track_id NOT IN (SELECT track_id FROM ${table})`;
  const again = `SELECT track_id FROM ${table} WHERE ${isIncomplete}`;
  const found = await connection.runAndReadAll(isRevised ? `${missing} UNION ${again}` : missing);
  return found
    .getRows()
    .map(([id]) => String(id))
    .filter(isPlatformId);
}
