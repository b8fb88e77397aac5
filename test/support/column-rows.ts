import { DateTime } from 'luxon';
import { Columns } from '../../src/columns/columns.service';
import type { Play } from '../../src/history/play.schema';
import { rowsOf } from './history-calls';
import type { SignedIn, TestApp } from './test-app';

/** A play with what is known of its track, as columns or the record have it. */
export interface ColumnRow extends Record<string, unknown> {
  id: string;
}

const SQL = `
SELECT lower(printf('%016x%08x', id_high, id_low)) AS id,
       strftime(played_at, '%Y-%m-%dT%H:%M:%S.%gZ') AS played_at, strftime(local_at, '%Y-%m-%dT%H:%M:%S.%g') AS local_at,
       ms, measured, duration_ms, source, context_type, context_uri, track_id, track_name, artist_name, album_name, track_key, artist_key
FROM plays JOIN recordings USING (recording)
ORDER BY plays.played_at, id`;

/** What the columns of a user say of each play, oldest first. */
export function columnRows({ app }: TestApp, { userId }: SignedIn): Promise<ColumnRow[]> {
  return app.get(Columns).rows<ColumnRow>(userId, SQL);
}

/** The same, told from the documents alone. */
export async function recordRows(api: TestApp, user: SignedIn, zone = 'UTC'): Promise<ColumnRow[]> {
  const rows = (await rowsOf(api, user)) as unknown as Play[];
  return rows
    .map(({ _id, played_at, ms_played, track, ...play }) => ({
      id: _id.toHexString(),
      played_at: played_at.toISOString(),
      local_at: DateTime.fromJSDate(played_at).setZone(zone).toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS"),
      ms: ms_played ?? track.duration_ms,
      measured: ms_played !== null,
      duration_ms: track.duration_ms,
      source: play.source,
      context_type: play.context_type,
      context_uri: play.context_uri,
      track_id: track.platform_id,
      track_name: track.name,
      artist_name: track.artist_name,
      album_name: track.album_name,
      track_key: play.track_key,
      artist_key: play.artist_key,
    }))
    .sort((a, b) => (`${a.played_at} ${a.id}` < `${b.played_at} ${b.id}` ? -1 : 1));
}
