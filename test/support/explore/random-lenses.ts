import { addDays } from '../oracle/explore/clock';
import type { OracleLens } from '../oracle/explore/lens';
import type { StoredHistory } from '../oracle/explore/stored';
import { ARTISTS, artistId, ZONES } from './seeded-history';
import { seeded } from './seeded';

/** Lenses of every kind over a history, the same ones for the same seed. */
export function randomLenses(history: StoredHistory, today: string, count: number, seed = 1): OracleLens[] {
  const random = seeded(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const some = <T>(values: readonly T[], most = 3): T[] =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(values));
  const often = (chance: number): boolean => random() < chance;
  const dayAgo = (most: number): string => addDays(today, -Math.floor(random() * most));
  const instant = (): string =>
    pick([`${dayAgo(900)}T07:30`, `${dayAgo(900)}T23:59:59.999-05:30`, `${dayAgo(900)}T00:00:00Z`]);
  const ids = {
    artist: [
      ...new Set(history.plays.map(({ artistCarries }) => artistCarries)),
      artistId(ARTISTS + 1),
      'unknown',
    ].filter((id) => id !== ''),
    album: [...new Set(history.plays.map(({ albumCarries }) => albumCarries)), 'unknown'].filter((id) => id !== ''),
    track: [...history.tracks.keys(), 'unknown'],
    genre: ['rock', 'ROCK', 'Indie Pop', 'jazz', 'Hip-Hop, Rap', 'unknown'],
    context: [...new Set(history.plays.map(({ context }) => context)), 'unknown'].filter((context) => context !== ''),
  };
  const year = Number(today.slice(0, 4));
  const ranges: (() => OracleLens)[] = [
    () => ({}),
    () => ({}),
    () => ({ period: pick(['week', 'month', 'quarter', 'year', 'all_time']) }),
    () => ({
      period: pick([
        today.slice(0, 4),
        today.slice(0, 7),
        `${year - 1}`,
        `${year - 2}-Q1`,
        `${year}-Q4`,
        `${year + 1}`,
      ]),
    }),
    () => ({ period: pick([dayAgo(900).slice(0, 7), `${year - 1}-W01`, `${year - 1}-W52`, '2026-W53', '2024-02']) }),
    () => ({ from: dayAgo(800) }),
    () => ({ to: dayAgo(800) }),
    () => {
      const from = dayAgo(800);
      return { from, to: addDays(from, Math.floor(random() * 60)) };
    },
    () => ({ from: instant() }),
    () => ({ to: instant() }),
    () => ({ from: dayAgo(800), to: `${addDays(today, -5)}T10:00Z` }),
    () => ({ from: `${addDays(today, -700)}T10:00:00+02:00`, to: dayAgo(600) }),
    () => ({ from: addDays(today, 3) }),
  ];
  return Array.from({ length: count }, () => ({
    ...pick(ranges)(),
    ...(often(0.4) && { timezone: pick(ZONES) }),
    ...(often(0.25) && { artist: some(ids.artist) }),
    ...(often(0.1) && { not_artist: some(ids.artist) }),
    ...(often(0.1) && { album: some(ids.album, 20) }),
    ...(often(0.1) && { not_album: some(ids.album) }),
    ...(often(0.1) && { track: some(ids.track, 40) }),
    ...(often(0.1) && { not_track: some(ids.track) }),
    ...(often(0.15) && { genre: some(ids.genre) }),
    ...(often(0.1) && { not_genre: some(ids.genre) }),
    ...(often(0.3) && { with_features: often(0.8) }),
    ...(often(0.1) && { source: some(['api', 'import'], 2) }),
    ...(often(0.1) && { origin: [pick(['platform', 'PLATFORM', 'unknown'])] }),
    ...(often(0.03) && { client: ['unknown'] }),
    ...(often(0.1) && { context: some(ids.context) }),
    ...(often(0.15) && {
      hours: [
        pick([
          [7, 7],
          [6, 11],
          [22, 4],
          [0, 23],
        ] as [number, number][]),
        [17, 19] as [number, number],
      ],
    }),
    ...(often(0.15) && {
      weekdays: [
        pick([
          [1, 5],
          [6, 1],
          [3, 3],
        ] as [number, number][]),
      ],
    }),
    ...(often(0.15) && { min_ms: pick([0, 30_000, 200_000]) }),
    ...(often(0.1) && { max_ms: pick([0, 30_000, 200_000]) }),
    ...(often(0.1) && { q: pick(['song', 'CAFE  tacvba', 'ros song', 'fine', 'ete 1', 'istanbul', '東京', 'nobody']) }),
    ...(often(0.4) && { measure: pick(['plays', 'ms'] as const) }),
  }));
}

const SECOND_NAMES: Record<string, string> = { artist: 'artist_id', not_track: 'not_track_id' };

/** The query string of a lens: lists now with commas, now repeated, now under their second names. */
export function queryOf(lens: OracleLens, own: Record<string, string | number | boolean> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...lens, ...own })) {
    if (!Array.isArray(value)) search.append(name, String(value));
    else if (Array.isArray(value[0]))
      search.append(name, (value as [number, number][]).map(([a, b]) => (a === b ? String(a) : `${a}-${b}`)).join(','));
    else {
      const texts = (value as string[]).map((text) => text.replaceAll(',', '\\,'));
      const as = value.length % 2 === 0 ? name : (SECOND_NAMES[name] ?? name);
      if (value.length === 3) for (const text of texts) search.append(as, text);
      else search.append(as, texts.join(','));
    }
  }
  return search.toString();
}
