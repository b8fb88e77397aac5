import { addDays, clockOf, type Day, endOf, isoWeek, startOf, weekday } from './clock';
import type { StoredHistory, StoredPlay } from './stored';

/** The parameters of a lens, as an address has them, lists and runs already apart. */
export interface OracleLens {
  from?: string;
  to?: string;
  period?: string;
  timezone?: string;
  artist?: string[];
  album?: string[];
  track?: string[];
  genre?: string[];
  not_artist?: string[];
  not_album?: string[];
  not_track?: string[];
  not_genre?: string[];
  with_features?: boolean;
  source?: string[];
  origin?: string[];
  client?: string[];
  context?: string[];
  hours?: [number, number][];
  weekdays?: [number, number][];
  min_ms?: number;
  max_ms?: number;
  q?: string;
  measure?: 'plays' | 'ms';
}

/** A play on the clock of a lens. */
export interface SeenPlay extends StoredPlay {
  day: Day;
  hour: number;
  minute: number;
}

/** What a lens shows of a history. */
export interface Seen {
  history: StoredHistory;
  lens: OracleLens;
  measure: 'plays' | 'ms';
  zone: string;
  today: Day;
  now: number;
  /** Milliseconds, null where the range is open. */
  from: number | null;
  to: number | null;
  world: SeenPlay[];
  through: SeenPlay[];
  /** From the first to the end day; empty if there are none. */
  days: Day[];
  endDay: Day;
  previous: { from: number; to: number } | null;
}

/** Text in the form that searches compare. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
}

const clocked = new WeakMap<StoredHistory, Map<string, SeenPlay[]>>();

function onClock(history: StoredHistory, zone: string): SeenPlay[] {
  const zones = clocked.get(history) ?? new Map<string, SeenPlay[]>();
  clocked.set(history, zones);
  const read = clockOf(zone);
  const plays = zones.get(zone) ?? history.plays.map((play) => ({ ...play, ...read(play.at) }));
  zones.set(zone, plays);
  return plays;
}

export function throughLens(history: StoredHistory, lens: OracleLens, ownZone: string, now: number): Seen {
  const zone = lens.timezone ?? ownZone;
  const read = clockOf(zone);
  const today = read(now).day;
  const passes = filterOf(history, lens);
  const world = onClock(history, zone).filter(passes);
  const { from, to } = rangeOf(lens, zone, today);
  const through = world.filter(({ at }) => (from === null || at >= from) && (to === null || at <= to));
  const first = from === null ? through[0]?.day : read(from).day;
  const end = to === null ? today : read(to).day;
  const last = end < today ? end : today;
  const days: Day[] = [];
  if (first !== undefined) for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return {
    ...{ history, lens, zone, today, now, from, to, world, through, days, endDay: last },
    measure: lens.measure ?? 'plays',
    previous: previousOf(lens, { zone, today, now }),
  };
}

const CALENDAR = /^\d{4}/;
const ROLLING: Record<string, number> = { week: 7, month: 30, quarter: 90, year: 365 };
const isDate = (text: string): boolean => text.length === 10;
const instantOf = (text: string): number => Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);

/** The label of the unit that a day lies in, of the kind of a period. */
function labelOf(day: Day, period: string): string {
  if (period.includes('W')) return isoWeek(day);
  if (period.includes('Q')) return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  return day.slice(0, period.length);
}

/** All days of a calendar period, in order. */
function daysOfUnit(period: string): Day[] {
  const year = Number(period.slice(0, 4));
  const days: Day[] = [];
  for (let day = `${year - 1}-12-20`; day <= `${year + 1}-01-12`; day = addDays(day, 1))
    if (labelOf(day, period) === period) days.push(day);
  return days;
}

/** The first and the last millisecond of a range as an address names it. */
export function rangeOf(
  { from, to, period }: OracleLens,
  zone: string,
  today: Day,
): { from: number | null; to: number | null } {
  if (from !== undefined || to !== undefined) {
    const start = from === undefined ? null : isDate(from) ? startOf(from, zone) : instantOf(from);
    const end = to === undefined ? null : isDate(to) ? endOf(to, zone) : instantOf(to);
    return { from: start, to: end };
  }
  if (period === undefined || period === 'all_time') return { from: null, to: null };
  const length = ROLLING[period];
  if (length !== undefined) return { from: startOf(addDays(today, 1 - length), zone), to: endOf(today, zone) };
  const days = daysOfUnit(period);
  return { from: startOf(days[0] ?? '', zone), to: endOf(days.at(-1) ?? '', zone) };
}

function previousOf(
  { from, to, period }: OracleLens,
  { zone, today, now }: { zone: string; today: Day; now: number },
): { from: number; to: number } | null {
  const between = (first: Day, last: Day): { from: number; to: number } => ({
    from: startOf(first, zone),
    to: endOf(last, zone),
  });
  if (from !== undefined) {
    if (isDate(from) ? from > today : clockOf(zone)(instantOf(from)).day > today) return null;
    if (isDate(from) && (to === undefined || isDate(to))) {
      let length = 0;
      for (let day = from; day <= (to ?? today); day = addDays(day, 1)) length += 1;
      return between(addDays(from, -length), addDays(from, -1));
    }
    const { from: start, to: end } = rangeOf({ from, to }, zone, today);
    const [first, last] = [start ?? 0, end ?? now];
    return last < first ? null : { from: first - (last - first) - 1, to: first - 1 };
  }
  if (to !== undefined || period === undefined || period === 'all_time') return null;
  const length = ROLLING[period];
  if (length !== undefined) return between(addDays(today, 1 - 2 * length), addDays(today, -length));
  if (!CALENDAR.test(period)) return null;
  const days = daysOfUnit(period);
  const [first = ''] = days;
  if (first > today) return null;
  const before = daysOfUnit(labelOf(addDays(first, -1), period));
  const begun = days.includes(today) ? days.filter((day) => day <= today).length : before.length;
  const counted = before.slice(0, begun);
  return between(counted[0] ?? '', counted.at(-1) ?? '');
}

function filterOf(history: StoredHistory, lens: OracleLens): (play: SeenPlay) => boolean {
  const isOf = (keys: Set<string>, own: readonly string[]): boolean => own.some((key) => keys.has(key));
  const artistsOf = (play: StoredPlay): string[] =>
    lens.with_features === true ? play.credited : play.artist === '' ? [] : [play.artist];
  const artistKeys = (ids: readonly string[] = []): Set<string> => {
    const keys = history.plays.filter(({ artistCarries }) => ids.includes(artistCarries)).map(({ artist }) => artist);
    return new Set([
      ...keys.filter((key) => key !== ''),
      ...(lens.with_features === true ? ids.map((id) => `id ${id}`) : []),
    ]);
  };
  const albumKeys = (ids: readonly string[] = []): Set<string> =>
    new Set(history.plays.filter(({ albumCarries }) => ids.includes(albumCarries)).map(({ album }) => album));
  const lower = (texts: readonly string[] = []): Set<string> => new Set(texts.map((text) => text.toLowerCase()));
  const sets = {
    artist: artistKeys(lens.artist),
    notArtist: artistKeys(lens.not_artist),
    album: albumKeys(lens.album),
    notAlbum: albumKeys(lens.not_album),
    genre: lower(lens.genre),
    notGenre: lower(lens.not_genre),
    origin: lower(lens.origin),
    client: lower(lens.client),
  };
  const genresOf = ({ genres }: StoredPlay): string[] => genres.map((genre) => genre.toLowerCase());
  const inRuns = (runs: [number, number][] | undefined, value: number): boolean =>
    runs === undefined ||
    runs.some(([first, last]) => (first <= last ? value >= first && value <= last : value >= first || value <= last));
  const words = folded(lens.q ?? '')
    .split(' ')
    .filter((word) => word !== '');
  const texts = new Map<string, string[]>();
  const textsOf = ({ track, album, artist }: StoredPlay): string[] => {
    const key = JSON.stringify([track, album, artist]);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const names = [history.tracks.get(track), history.albums.get(album), history.artists.get(artist)];
    const made = names.map((item) => folded(item?.name ?? ''));
    texts.set(key, made);
    return made;
  };
  return (play) =>
    (lens.artist === undefined || isOf(sets.artist, artistsOf(play))) &&
    (lens.not_artist === undefined || !isOf(sets.notArtist, artistsOf(play))) &&
    (lens.album === undefined || (play.album !== '' && sets.album.has(play.album))) &&
    (lens.not_album === undefined || play.album === '' || !sets.notAlbum.has(play.album)) &&
    (lens.track?.includes(play.track) ?? true) &&
    lens.not_track?.includes(play.track) !== true &&
    (lens.genre === undefined || isOf(sets.genre, genresOf(play))) &&
    (lens.not_genre === undefined || !isOf(sets.notGenre, genresOf(play))) &&
    (lens.source?.includes(play.source) ?? true) &&
    (lens.origin === undefined || sets.origin.has(play.origin.toLowerCase())) &&
    (lens.client === undefined || sets.client.has(play.client.toLowerCase())) &&
    (lens.context?.includes(play.context) ?? true) &&
    inRuns(lens.hours, play.hour) &&
    inRuns(lens.weekdays, weekday(play.day) + 1) &&
    play.ms >= (lens.min_ms ?? 0) &&
    play.ms <= (lens.max_ms ?? Infinity) &&
    words.every((word) => textsOf(play).some((text) => text.includes(word)));
}

/** The whole of a lens as its response repeats it. */
export function resolvedLens({ lens, from, to, zone, measure }: Seen): Record<string, unknown> {
  const isoOf = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());
  const numbers = (runs: [number, number][] | undefined, low: number, high: number): number[] => {
    const all: number[] = [];
    for (let number = low; number <= high; number += 1)
      if (
        runs?.some(([first, last]) =>
          first <= last ? number >= first && number <= last : number >= first || number <= last,
        )
      )
        all.push(number);
    return all.length === high - low + 1 ? [] : all;
  };
  const list = (values: string[] | undefined): string[] => [...new Set(values ?? [])];
  return {
    id: null,
    from: isoOf(from),
    to: isoOf(to),
    period: lens.from === undefined && lens.to === undefined ? (lens.period ?? 'all_time') : null,
    timezone: zone,
    measure,
    with_features: lens.with_features ?? false,
    artist: list(lens.artist),
    album: list(lens.album),
    track: list(lens.track),
    genre: list(lens.genre),
    not_artist: list(lens.not_artist),
    not_album: list(lens.not_album),
    not_track: list(lens.not_track),
    not_genre: list(lens.not_genre),
    source: list(lens.source),
    origin: list(lens.origin),
    client: list(lens.client),
    context: list(lens.context),
    hours: numbers(lens.hours, 0, 23),
    weekdays: numbers(lens.weekdays, 1, 7),
    min_ms: lens.min_ms ?? null,
    max_ms: lens.max_ms ?? null,
    q: lens.q ?? '',
  };
}
