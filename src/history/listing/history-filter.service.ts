import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { UsersService } from '../../users/users.service';
import { type NameKind, PlayedNames } from '../played-names.schema';
import { type DateBound, endBound, startBound } from './date-input';
import type { HistoryQuery } from './history.dto';
import { parseNameFilter } from './name-filter';

type NameTerm = string | { $regex: RegExp };

/** The plays of a user that a query asks for, as the database takes it. */
export interface PlayFilter {
  user_id: string;
  artist_key?: NameTerm;
  track_key?: NameTerm;
  played_at?: Partial<Record<'$gte' | '$lte' | '$lt', Date>>;
}

/** What a query asks for. */
export interface ResolvedFilter {
  filter: PlayFilter;
  /** Where there is no name but with wildcards: a name without is what an index finds the plays by. */
  named?: NamedPlays;
}

/** The names that a pattern takes, whose plays an index finds; it finds none by the pattern itself. */
export interface NamedPlays {
  key: 'artist_key' | 'track_key';
  like: string[];
  /** All other names of the user. */
  unlike: string[];
  /** Tells what is asked for from anything else that this user may ask. */
  question: string;
}

/** Whether a filter meets all plays of its user. */
export function isUnfiltered({ artist_key, track_key, played_at }: PlayFilter): boolean {
  return artist_key === undefined && track_key === undefined && played_at === undefined;
}

/** The filters of a query. */
export type FilterTerms = Pick<HistoryQuery, 'artist' | 'track' | 'start_date' | 'end_date'>;

interface KeyTerm {
  term: NameTerm;
  /** The names of the user, where there is a wildcard. */
  names?: Pick<NamedPlays, 'like' | 'unlike'>;
}

/** Turns the filters of a query into terms that the indexes of the history answer. */
@Injectable()
export class HistoryFilters {
  constructor(
    @InjectModel(PlayedNames.name) private readonly names: Model<PlayedNames>,
    private readonly users: UsersService,
  ) {}

  async resolve(userId: string, { artist, track, start_date, end_date }: FilterTerms): Promise<ResolvedFilter> {
    const [artists, tracks, played_at] = await Promise.all([
      this.keysLike(userId, 'artists', artist),
      this.keysLike(userId, 'tracks', track),
      this.between(userId, start_date, end_date),
    ]);
    const filter: PlayFilter = {
      user_id: userId,
      ...(artists && { artist_key: artists.term }),
      ...(tracks && { track_key: tracks.term }),
      ...(played_at !== undefined && { played_at }),
    };
    const question = JSON.stringify([artist, track, played_at]);
    const patterns: NamedPlays[] = [];
    if (artists?.names) patterns.push({ key: 'artist_key', ...artists.names, question });
    if (tracks?.names) patterns.push({ key: 'track_key', ...tracks.names, question });
    const [fewest] = patterns.sort((a, b) => a.like.length - b.like.length);
    const hasName = [artists, tracks].some((key) => typeof key?.term === 'string');
    return { filter, ...(fewest && !hasName && { named: fewest }) };
  }

  private async keysLike(userId: string, kind: NameKind, text: string | undefined): Promise<KeyTerm | undefined> {
    if (text === undefined || text.trim() === '') return undefined;
    const filter = parseNameFilter(text);
    if (filter.kind === 'exact') return { term: filter.key };
    const records = await this.names
      .find({ user_id: userId })
      .select({ [kind]: 1 })
      .lean<Pick<PlayedNames, NameKind>[]>();
    const names = new Set(records.flatMap((record) => record[kind]));
    const [like, unlike]: [string[], string[]] = [[], []];
    for (const key of names) (filter.pattern.test(key) ? like : unlike).push(key);
    return { term: { $regex: filter.pattern }, names: { like, unlike } };
  }

  private async between(
    userId: string,
    start: string | undefined,
    end: string | undefined,
  ): Promise<PlayFilter['played_at']> {
    if (start === undefined && end === undefined) return undefined;
    const zone = await this.users.timezoneOf(userId);
    const bounds: DateBound[] = [];
    if (start !== undefined) bounds.push(startBound(start, zone));
    if (end !== undefined) bounds.push(endBound(end, zone));
    return Object.assign({}, ...bounds) as PlayFilter['played_at'];
  }
}
