import { Injectable } from '@nestjs/common';
import { NotFound } from '../../common/errors/errors';
import { type Counts, countsOf } from '../counts';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { firstMsOf, parseInstant } from '../lens/instants';
import { toLensResponse } from '../lens/lens.dto';
import { PlaysReader } from '../plays-reader.service';
import { rounded } from '../rounding';
import type { ItemRow } from '../sql/items';
import { type PageRow, pageOf } from '../sql/page';
import type { SessionPlaysResponse, SessionResponse, SessionsResponse } from './sessions.dto';
import type { SessionQuery, SessionsQuery } from './sessions.query';
import { HISTOGRAM_MINUTES, PLAYS_OF_SESSION, sessionAt, sessionPage } from './sessions.sql';

const MINUTE_MS = 60_000;

/** A session as statements return it. */
export interface SessionRow extends Counts {
  started_at: Date;
  first_played_at: Date;
  ended_at: Date;
  length_ms: number;
  artist: (ItemRow & Counts) | null;
}

type SessionPageRow = SessionRow &
  PageRow & { length_of_all_ms: number; longest_ms: number; counts_by_length: number[] };

/** Sessions: plays with no long pause between them. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
    private readonly plays: PlaysReader,
  ) {}

  async list(userId: string, query: SessionsQuery): Promise<SessionsResponse> {
    const { gap_minutes, limit, offset } = query;
    const { lens, rows } = await this.explorer.read(userId, query, async (reader) => ({
      lens: reader.lens,
      rows: await readSessions(reader, query),
    }));
    const { total, listed } = pageOf(rows);
    const { length_of_all_ms = 0, longest_ms = 0, counts_by_length = [] } = rows[0] ?? {};
    return {
      lens: toLensResponse(lens),
      gap_minutes,
      mean_session_ms: total === 0 ? 0 : rounded(length_of_all_ms / total, 0),
      longest_session_ms: longest_ms,
      histogram: HISTOGRAM_MINUTES.map((from_minutes, index) => ({
        from_minutes,
        to_minutes: HISTOGRAM_MINUTES[index + 1] ?? null,
        session_count: counts_by_length[index] ?? 0,
      })),
      items: await this.withArtists(listed),
      ...{ total, limit, offset },
    };
  }

  /** @throws NotFound if no session starts then */
  async session(userId: string, startedAt: string, query: SessionQuery): Promise<SessionPlaysResponse> {
    const { gap_minutes, limit, offset } = query;
    const { lens, session, ids } = await this.explorer.read(userId, query, async (reader) => {
      const found = await readSessionAt(reader, startedAt, query);
      const of = await reader.rows<{ id: string }>(PLAYS_OF_SESSION, {
        first_ms: found.first_played_at.getTime(),
        last_ms: found.ended_at.getTime(),
        ...{ limit, offset },
      });
      return { lens: reader.lens, session: found, ids: of.map(({ id }) => id) };
    });
    const [shown] = await this.withArtists([session]);
    const plays = await this.plays.byId(userId, ids);
    return {
      lens: toLensResponse(lens),
      gap_minutes,
      session: shown as SessionResponse,
      // One that is missing was deleted meanwhile.
      items: ids.flatMap((id) => plays.get(id) ?? []),
      ...{ total: session.plays, limit, offset },
    };
  }

  /** Sessions as responses show them. */
  async withArtists(rows: readonly SessionRow[]): Promise<SessionResponse[]> {
    const artists = await this.images.countedItems(
      'artists',
      rows.flatMap(({ artist }) => artist ?? []),
    );
    return rows.map(({ started_at, ended_at, length_ms, artist, ...counts }) => ({
      ...{ started_at, ended_at, length_ms },
      ...countsOf(counts),
      top_artist: artist && (artists.get(artist) ?? null),
    }));
  }
}

/** A page of all sessions: see `sessionPage`. */
export function readSessions(
  { lens, rows }: LensReader,
  { sort, gap_minutes, limit, offset }: Pick<SessionsQuery, 'sort' | 'gap_minutes' | 'limit' | 'offset'>,
): Promise<SessionPageRow[]> {
  return rows<SessionPageRow>(sessionPage(sort, lens.measure), { gap_ms: gap_minutes * MINUTE_MS, limit, offset });
}

async function readSessionAt(
  { lens, rows }: LensReader,
  startedAt: string,
  { gap_minutes }: SessionQuery,
): Promise<SessionRow> {
  const instant = parseInstant(startedAt);
  const started_ms = instant === null ? NaN : firstMsOf(instant, lens.timezone);
  const [found] = await rows<SessionRow>(sessionAt(lens.measure), { gap_ms: gap_minutes * MINUTE_MS, started_ms });
  if (found === undefined)
    throw new NotFound(`None of your sessions starts at ${startedAt} with this lens and this gap`);
  return found;
}
