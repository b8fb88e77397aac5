import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { UsersService } from '../../users/users.service';
import { type NameKind, PlayedNames } from '../played-names.schema';
import { type DateBound, endBound, startBound } from './date-input';
import type { HistoryQuery } from './history.dto';
import { parseNameFilter } from './name-filter';

/** The plays of a user that a query asks for, as the database takes it. */
export interface PlayFilter {
  user_id: string;
  artist_key?: string | { $in: string[] };
  track_key?: string | { $in: string[] };
  played_at?: Partial<Record<'$gte' | '$lte' | '$lt', Date>>;
}

/** What a query asks for, and how it is counted best. */
export interface ResolvedFilter {
  filter: PlayFilter;
  /** All other plays of the user, where a pattern takes most of the names: then these are sooner counted. */
  others: PlayFilter | null;
}

/** Whether a filter meets all plays of its user. */
export function isUnfiltered({ artist_key, track_key, played_at }: PlayFilter): boolean {
  return artist_key === undefined && track_key === undefined && played_at === undefined;
}

/** The filters of a query. */
export type FilterTerms = Pick<HistoryQuery, 'artist' | 'track' | 'start_date' | 'end_date'>;

interface KeyTerm {
  like: string | { $in: string[] };
  /** All other names of the user, where they are fewer. */
  unlike?: { $in: string[] };
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
      ...(artists && { artist_key: artists.like }),
      ...(tracks && { track_key: tracks.like }),
      ...(played_at !== undefined && { played_at }),
    };
    let others: PlayFilter | null = null;
    if (artists?.unlike && !tracks && !played_at) others = { user_id: userId, artist_key: artists.unlike };
    if (tracks?.unlike && !artists && !played_at) others = { user_id: userId, track_key: tracks.unlike };
    return { filter, others };
  }

  private async keysLike(userId: string, kind: NameKind, text: string | undefined): Promise<KeyTerm | undefined> {
    if (text === undefined || text.trim() === '') return undefined;
    const filter = parseNameFilter(text);
    if (filter.kind === 'exact') return { like: filter.key };
    const records = await this.names
      .find({ user_id: userId })
      .select({ [kind]: 1 })
      .lean<Pick<PlayedNames, NameKind>[]>();
    const names = new Set(records.flatMap((record) => record[kind]));
    const [like, unlike]: [string[], string[]] = [[], []];
    for (const key of names) (filter.matches(key) ? like : unlike).push(key);
    return { like: { $in: like }, ...(unlike.length < like.length && { unlike: { $in: unlike } }) };
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
