import { shownItems } from '../sql/items';
import { csvField, csvLine } from './csv';

/** The columns of an export and of what type each is, in order. */
export const EXPORTED = {
  played_at: 'instant',
  local_at: 'local',
  track_id: 'text',
  track_name: 'text',
  artist_id: 'text',
  artist_name: 'text',
  album_id: 'text',
  album_name: 'text',
  duration_ms: 'count',
  ms_played: 'count',
  counted_ms: 'count',
  source: 'text',
  origin: 'text',
  client: 'text',
  context_type: 'text',
  context_uri: 'text',
} as const;

type ExportedType = (typeof EXPORTED)[keyof typeof EXPORTED];

/** `exported`: the plays through the lens, with the items that they are of; beside the columns it has their ids. */
const TABLES = `WITH ${shownItems('tracks')},
named AS (
  SELECT
    recording,
    things.track_id,
    t.name AS track_name,
    coalesce(a.id, '') AS artist_id,
    coalesce(a.name, '') AS artist_name,
    coalesce(b.id, '') AS album_id,
    coalesce(b.name, '') AS album_name
  FROM things
  JOIN shown_tracks AS t ON t.item = things.track_id
  LEFT JOIN shown_artists AS a ON a.item = things.artist
  LEFT JOIN shown_albums AS b ON b.item = things.album
),
exported AS (
  SELECT named.* EXCLUDE (recording), through.*, CASE WHEN measured THEN ms END AS ms_played, ms AS counted_ms
  FROM through JOIN named USING (recording)
)`;

const IN_ORDER = `
FROM exported
ORDER BY played_at, id_high, id_low`;

const AS_TEXT: Record<ExportedType, (column: string) => string> = {
  instant: (column) => `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%gZ')`,
  local: (column) => `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%g')`,
  text: (column) => column,
  count: (column) => column,
};

const AS_FIELD: Record<ExportedType, (column: string) => string> = {
  ...AS_TEXT,
  text: csvField,
  count: (column) => `coalesce(${column}::VARCHAR, '')`,
};

const AS_PARQUET: Record<ExportedType, (column: string) => string> = {
  instant: (column) => `${column}::TIMESTAMP_MS`,
  local: (column) => `${column}::TIMESTAMP_MS`,
  text: (column) => column,
  count: (column) => `${column}::BIGINT`,
};

function columnsAs(written: Record<ExportedType, (column: string) => string>): [name: string, sql: string][] {
  return Object.entries(EXPORTED).map(([name, type]) => [name, written[type](`exported.${name}`)]);
}

/** Lines of CSV without their header. */
export const CSV_LINES = `${TABLES}
SELECT ${csvLine(columnsAs(AS_FIELD).map(([, sql]) => sql))} AS line${IN_ORDER}`;

/** An object of JSON a line. */
export const JSON_LINES = `${TABLES}
SELECT to_json({${columnsAs(AS_TEXT)
  .map(([name, sql]) => `${name}: ${sql}`)
  .join(', ')}})::VARCHAR || chr(10) AS line${IN_ORDER}`;

export const PARQUET_ROWS = `${TABLES}
SELECT ${columnsAs(AS_PARQUET)
  .map(([name, sql]) => `${sql} AS ${name}`)
  .join(', ')}${IN_ORDER}`;
