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

/** The items that each recording is of: kept as the table `named`, since it takes as long as all else. */
export const NAMED = `
WITH ${shownItems('tracks')}
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
LEFT JOIN shown_albums AS b ON b.item = things.album`;

/** How many plays end on each UTC day, oldest first. */
export const PLAYS_BY_DAY = `
SELECT epoch_ms(played_at::DATE)::DOUBLE AS day, count(*)::DOUBLE AS plays
FROM through
GROUP BY ALL
ORDER BY day`;

/** `exported`: plays through the lens with the items that they are of. */
const exported = (range: string): string => `WITH exported AS (
  SELECT named.* EXCLUDE (recording), through.*, CASE WHEN measured THEN ms END AS ms_played, ms AS counted_ms
  FROM through JOIN named USING (recording)
  ${range}
)`;

const OF_DAYS = exported('WHERE played_at >= epoch_ms($first::BIGINT) AND played_at < epoch_ms($end::BIGINT)');

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

/** Lines of CSV without their header, of the plays from `$first` until before `$end`. */
export const CSV_LINES = `${OF_DAYS}
SELECT ${csvLine(columnsAs(AS_FIELD).map(([, sql]) => sql))} AS line${IN_ORDER}`;

/** An object of JSON a line, likewise. */
export const JSON_LINES = `${OF_DAYS}
SELECT to_json({${columnsAs(AS_TEXT)
  .map(([name, sql]) => `${name}: ${sql}`)
  .join(', ')}})::VARCHAR || chr(10) AS line${IN_ORDER}`;

/** All plays. */
export const PARQUET_ROWS = `${exported('')}
SELECT ${columnsAs(AS_PARQUET)
  .map(([name, sql]) => `${sql} AS ${name}`)
  .join(', ')}${IN_ORDER}`;
