import { IsOptional } from 'class-validator';
import type { FieldProblem } from '../../common/errors/errors';
import { QueryEnum, QueryInt } from '../../common/validation/query.decorators';
import {
  QueryBoolean,
  QueryInstant,
  QueryList,
  QueryPeriod,
  QueryRuns,
  QueryWords,
  QueryZone,
} from './lens.decorators';
import type { Clock } from './previous-range';

export const MEASURES = ['plays', 'ms'] as const;
export const SOURCES = ['api', 'import'] as const;
export const MOST_IDS = 50;
const MOST_NAMES = 20;
const LONGEST_MS = 86_400_000;
const LONGEST_SEARCH = 200;
const LONGEST_ID = 100;

/** What every question of explore is asked through. Defaults are filled in when the lens is resolved. */
export class LensQuery {
  @QueryInstant('Plays from this date or date-time on')
  from?: string;

  @QueryInstant('Plays up to this date-time, or to the end of this local date')
  to?: string;

  @QueryPeriod()
  period?: string;

  @QueryList({ max: MOST_IDS, description: 'Ids of artists' })
  artist?: string[];

  @QueryList({ max: MOST_IDS, description: 'Second name of `artist`' })
  artist_id?: string[];

  @QueryList({ max: MOST_IDS, description: 'Ids of albums' })
  album?: string[];

  @QueryList({ max: MOST_IDS, description: 'Ids of tracks' })
  track?: string[];

  @QueryList({ max: MOST_IDS, description: 'Second name of `track`' })
  track_id?: string[];

  @QueryList({ max: MOST_NAMES, description: 'Genres of the primary artist, in any case' })
  genre?: string[];

  @QueryList({ max: MOST_IDS, description: 'Ids of artists to leave out' })
  not_artist?: string[];

  @QueryList({ max: MOST_IDS, description: 'Second name of `not_artist`' })
  not_artist_id?: string[];

  @QueryList({ max: MOST_IDS, description: 'Ids of albums to leave out' })
  not_album?: string[];

  @QueryList({ max: MOST_IDS, description: 'Ids of tracks to leave out' })
  not_track?: string[];

  @QueryList({ max: MOST_IDS, description: 'Second name of `not_track`' })
  not_track_id?: string[];

  @QueryList({ max: MOST_NAMES, description: 'Genres to leave out' })
  not_genre?: string[];

  @QueryBoolean('Count plays for all artists of their track, and not only for the primary one')
  with_features?: boolean;

  @QueryList({ max: SOURCES.length, values: SOURCES, description: 'What first stored the play' })
  source?: string[];

  @QueryList({ max: MOST_NAMES, description: 'Where plays came from, in any case' })
  origin?: string[];

  @QueryList({ max: MOST_NAMES, description: 'What plays were played with, in any case' })
  client?: string[];

  @QueryList({ max: MOST_IDS, description: 'URIs of what plays were played from' })
  context?: string[];

  @QueryRuns({ min: 0, max: 23 }, 'Hours of the local clock, over midnight where the first is the greater')
  hours?: number[];

  @QueryRuns({ min: 1, max: 7 }, 'Local weekdays, 1 being Monday')
  weekdays?: number[];

  @QueryInt({ min: 0, max: LONGEST_MS, description: 'The least counted time, in ms' })
  min_ms?: number;

  @QueryInt({ min: 0, max: LONGEST_MS, description: 'The most counted time, in ms' })
  max_ms?: number;

  @QueryZone()
  timezone?: string;

  @QueryWords(LONGEST_SEARCH, { description: 'Words that all stand in the names of track, album or artist' })
  q?: string;

  @IsOptional()
  @QueryEnum(MEASURES, { default: 'plays' })
  measure?: (typeof MEASURES)[number];

  @QueryWords(LONGEST_ID, { description: 'Id of a saved lens; parameters beside it take the place of its own' })
  lens?: string;

  /** What is wrong with parameters of an operation's own that depend on the time and the zone. */
  problemsAt?(clock: Clock): FieldProblem[];
}
