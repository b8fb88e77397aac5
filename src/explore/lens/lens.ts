import { InvalidRequest, type FieldProblem } from '../../common/errors/errors';
import { unique } from '../../common/unique';
import { addDays, canonicalZone, type Day, dayOf, endOfDay, startOfDay } from '../../common/days';
import { ALL_TIME, calendarDays, isRolling, ROLLING } from './calendar-periods';
import { firstMsOf, lastMsOf, parseInstant } from './instants';
import { type LensQuery, type MEASURES, MOST_IDS } from './lens.query';
import { type Clock, type ClosedRange, type GivenRange, previousRange } from './previous-range';

/** Instants, ms since 1970, both included; null where it is open. */
export interface Range {
  from: number | null;
  to: number | null;
}

/** A lens with everything worked out that depends on the zone and on the time. */
export interface Lens extends Range {
  /** Of the saved lens that it was made from. */
  id: string | null;
  period: string | null;
  timezone: string;
  /** Whether the zone is the one that the columns have their local times in. */
  isOwnZone: boolean;
  today: Day;
  now: number;
  measure: (typeof MEASURES)[number];
  withFeatures: boolean;
  artist: string[];
  album: string[];
  track: string[];
  genre: string[];
  notArtist: string[];
  notAlbum: string[];
  notTrack: string[];
  notGenre: string[];
  source: string[];
  origin: string[];
  client: string[];
  context: string[];
  /** Ascending; empty for all. */
  hours: number[];
  /** Ascending, 1 Monday to 7 Sunday; empty for all. */
  weekdays: number[];
  minMs: number | null;
  maxMs: number | null;
  q: string;
  /** What the range is compared with. */
  previous: ClosedRange | null;
}

const HOURS_A_DAY = 24;
const DAYS_A_WEEK = 7;

/**
 * @param ownZone the user's
 * @throws InvalidRequest for parameters that do not go together
 */
export function resolveLens(query: LensQuery, ownZone: string, now: Date): Lens {
  const timezone = query.timezone === undefined ? ownZone : canonicalZone(query.timezone);
  const clock: Clock = { zone: timezone, today: dayOf(now, timezone), now: now.getTime() };
  const { given, range, problems: ofRange } = resolveRange(query, clock);
  const lists = {
    artist: list(query.artist, query.artist_id),
    track: list(query.track, query.track_id),
    notArtist: list(query.not_artist, query.not_artist_id),
    notTrack: list(query.not_track, query.not_track_id),
  };
  const problems = [...ofRange, ...listProblems(lists), ...(query.problemsAt?.(clock) ?? [])];
  if (problems.length > 0) throw new InvalidRequest(problems);
  return {
    ...range,
    ...lists,
    id: query.lens ?? null,
    period: given.period,
    timezone,
    isOwnZone: timezone === ownZone,
    today: clock.today,
    now: clock.now,
    measure: query.measure ?? 'plays',
    withFeatures: query.with_features ?? false,
    album: list(query.album),
    genre: list(query.genre),
    notAlbum: list(query.not_album),
    notGenre: list(query.not_genre),
    source: list(query.source),
    origin: list(query.origin),
    client: list(query.client),
    context: list(query.context),
    hours: query.hours === undefined || query.hours.length === HOURS_A_DAY ? [] : query.hours,
    weekdays: query.weekdays === undefined || query.weekdays.length === DAYS_A_WEEK ? [] : query.weekdays,
    minMs: query.min_ms ?? null,
    maxMs: query.max_ms ?? null,
    q: query.q ?? '',
    previous: previousRange(given, clock),
  };
}

function list(...given: (readonly string[] | undefined)[]): string[] {
  return unique(given.flatMap((values) => values ?? []));
}

/** A range as a query names it. */
export interface RangeTexts {
  from?: string;
  to?: string;
  period?: string;
}

/** @param prefix of the names of the parameters */
export function resolveRange(
  texts: RangeTexts,
  clock: Clock,
  prefix = '',
): { given: GivenRange; range: Range; problems: FieldProblem[] } {
  const given = givenRange(texts);
  const range = rangeOf(given, clock);
  return { given, range, problems: rangeProblems(texts, range, prefix) };
}

function givenRange({ from, to, period }: RangeTexts): GivenRange {
  const [start, end] = [from, to].map((text) => (text === undefined ? null : parseInstant(text)));
  if (from === undefined && to === undefined) return { from: null, to: null, period: period ?? ALL_TIME };
  return { from: start ?? null, to: end ?? null, period: null };
}

/** The instants that a range names. */
function rangeOf({ from, to, period }: GivenRange, { zone, today }: Clock): Range {
  if (period === null) return { from: from && firstMsOf(from, zone), to: to && lastMsOf(to, zone) };
  if (period === ALL_TIME) return { from: null, to: null };
  const unit = isRolling(period) ? { first: addDays(today, 1 - ROLLING[period]), last: today } : calendarDays(period);
  if (unit === null) return { from: null, to: null };
  return { from: startOfDay(unit.first, zone).getTime(), to: endOfDay(unit.last, zone).getTime() - 1 };
}

function rangeProblems(texts: RangeTexts, { from, to }: Range, prefix: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (texts.period !== undefined && (texts.from !== undefined || texts.to !== undefined)) {
    const msg = `Input should be left out beside ${prefix}from or ${prefix}to`;
    problems.push({ loc: ['query', `${prefix}period`], msg, type: 'value_error' });
  }
  if (texts.from !== undefined && texts.to !== undefined && Number(to) < Number(from)) {
    const msg = `Input should be greater than or equal to ${prefix}from`;
    problems.push({ loc: ['query', `${prefix}to`], msg, type: 'greater_than_equal' });
  }
  return problems;
}

const NAMES = { artist: 'artist', track: 'track', notArtist: 'not_artist', notTrack: 'not_track' };

function listProblems(lists: Record<keyof typeof NAMES, string[]>): FieldProblem[] {
  return Object.entries(NAMES)
    .filter(([key]) => lists[key as keyof typeof NAMES].length > MOST_IDS)
    .map(([, name]) => ({
      loc: ['query', name],
      msg: `Input should be at most ${MOST_IDS} values under both names together`,
      type: 'value_error',
    }));
}
