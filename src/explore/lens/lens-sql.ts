import type { Parameters } from '../../columns/user-file';
import { searchText } from '../../common/text';
import type { Lens } from './lens';

/** A lens as SQL: what statements are written over, and its parameters. */
export interface LensSql {
  /** `WITH` and the tables `world` and `through`. */
  ctes: string;
  parameters: Parameters;
}

/**
 * Builds the tables that every statement of explore is written over, beside those of `item-tables.ts`:
 * - `world`: the plays through the lens with its range taken away.
 * - `through`: the plays through the whole lens.
 * Nothing that a request says gets into the text: values are bound as parameters.
 * @param recordings the only ones whose plays are looked at, if they are given
 */
export function lensSql(lens: Lens, recordings?: readonly number[]): LensSql {
  const parameters: Parameters = {};
  const bind = (name: string, value: string | number): string => {
    parameters[name] = value;
    return `$${name}`;
  };
  const bindAll = (name: string, values: readonly (string | number)[]): string =>
    values.map((value, index) => bind(`${name}_${index}`, value)).join(', ');

  const local = lens.isOwnZone
    ? 'local_at'
    : `timezone(${bind('timezone', lens.timezone)}, timezone('UTC', played_at))`;
  const ofRecordings = recordingConditions(lens, bind, bindAll);
  const ofPlays = playConditions(lens, bind, bindAll);
  if (ofRecordings.length > 0) ofPlays.push('recording IN (SELECT recording FROM kept)');
  if (recordings !== undefined) {
    const listed = bind('recordings', JSON.stringify(recordings));
    ofPlays.push(`recording IN (SELECT unnest(from_json(${listed}, '["UINTEGER"]')))`);
  }
  const range = [
    ...(lens.from === null ? [] : [`played_at >= epoch_ms(${bind('from', lens.from)}::BIGINT)`]),
    ...(lens.to === null ? [] : [`played_at <= epoch_ms(${bind('to', lens.to)}::BIGINT)`]),
  ];
  return {
    ctes: `WITH ${[
      ...(lens.q === '' ? [] : [SEARCHED]),
      ...(ofRecordings.length === 0
        ? []
        : [`kept AS MATERIALIZED (SELECT recording FROM things${where(ofRecordings)})`]),
      `here AS NOT MATERIALIZED (SELECT * REPLACE (${local} AS local_at) FROM plays)`,
      `world AS NOT MATERIALIZED (SELECT *, local_at::DATE AS day FROM here${where(ofPlays)})`,
      `through AS NOT MATERIALIZED (SELECT * FROM world${where(range)})`,
    ].join(',\n')}`,
    parameters,
  };
}

/** A statement over the tables of a lens: it may begin with tables of its own. */
export function statementOver(ctes: string, sql: string): string {
  const [, own] = /^\s*WITH\s([\s\S]*)$/.exec(sql) ?? [];
  return own === undefined ? `${ctes}\n${sql}` : `${ctes},\n${own}`;
}

/** The names of the track, the artist and the album of each recording, in the form of searches. */
const SEARCHED = `searched AS (
  SELECT
    recording,
    t.search AS track_text,
    coalesce(a.search, '') AS artist_text,
    coalesce(b.search, '') AS album_text
  FROM things
  JOIN shown_tracks AS t ON t.item = things.track_id
  LEFT JOIN shown_artists AS a ON a.item = things.artist
  LEFT JOIN shown_albums AS b ON b.item = things.album
)`;

type Bind = (name: string, value: string | number) => string;
type BindAll = (name: string, values: readonly (string | number)[]) => string;

function recordingConditions(lens: Lens, bind: Bind, bindAll: BindAll): string[] {
  const ofArtist = (name: string, ids: readonly string[]): string => {
    const carried = `SELECT artist FROM things WHERE artist IS NOT NULL AND carried_artist_id IN (${bindAll(name, ids)})`;
    if (!lens.withFeatures) return `coalesce(artist IN (${carried}), FALSE)`;
    const credited = ids.map((_, index) => `SELECT 'id ' || $${name}_${index}`);
    return `list_has_any(credited, ARRAY(${[carried, ...credited].join(' UNION ')}))`;
  };
  const ofAlbum = (name: string, ids: readonly string[]): string =>
    `coalesce(album IN (SELECT album FROM things WHERE album IS NOT NULL AND carried_album_id IN (${bindAll(name, ids)})), FALSE)`;
  const ofTrack = (name: string, ids: readonly string[]): string => `track_id IN (${bindAll(name, ids)})`;
  const ofGenre = (name: string, genres: readonly string[]): string => {
    const lowered = bindAll(
      name,
      genres.map((genre) => genre.toLowerCase()),
    );
    const artists = `SELECT artist FROM (SELECT artist, unnest(genres) AS genre FROM artists) WHERE lower(genre) IN (${lowered})`;
    return `coalesce(artist IN (${artists}), FALSE)`;
  };
  const filters = [
    { of: ofArtist, name: 'artist', has: lens.artist, hasNot: lens.notArtist },
    { of: ofAlbum, name: 'album', has: lens.album, hasNot: lens.notAlbum },
    { of: ofTrack, name: 'track', has: lens.track, hasNot: lens.notTrack },
    { of: ofGenre, name: 'genre', has: lens.genre, hasNot: lens.notGenre },
  ];
  const words = searchText(lens.q)
    .split(' ')
    .filter((word) => word !== '')
    .map((word, index) => bind(`word_${index}`, word))
    .map(
      (word) => `(contains(track_text, ${word}) OR contains(album_text, ${word}) OR contains(artist_text, ${word}))`,
    );
  return [
    ...filters.flatMap(({ of, name, has, hasNot }) => [
      ...(has.length === 0 ? [] : [of(name, has)]),
      ...(hasNot.length === 0 ? [] : [`NOT ${of(`not_${name}`, hasNot)}`]),
    ]),
    ...(words.length === 0 ? [] : [`recording IN (SELECT recording FROM searched WHERE ${words.join(' AND ')})`]),
  ];
}

function playConditions(lens: Lens, bind: Bind, bindAll: BindAll): string[] {
  const lowered = (values: readonly string[]): string[] => values.map((value) => value.toLowerCase());
  const among = [
    ['source', 'source', lens.source],
    ['lower(origin)', 'origin', lowered(lens.origin)],
    ['lower(client)', 'client', lowered(lens.client)],
    ['context_uri', 'context', lens.context],
    ['hour(local_at)', 'hour', lens.hours],
    ['isodow(local_at)', 'weekday', lens.weekdays],
  ] as const;
  return [
    ...among.flatMap(([column, name, values]) =>
      values.length === 0 ? [] : [`${column} IN (${bindAll(name, values)})`],
    ),
    ...(lens.minMs === null ? [] : [`ms >= ${bind('min_ms', lens.minMs)}`]),
    ...(lens.maxMs === null ? [] : [`ms <= ${bind('max_ms', lens.maxMs)}`]),
  ];
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}
