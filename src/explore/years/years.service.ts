import { Injectable } from '@nestjs/common';
import { type Counts, countsOf, NO_PLAYS } from '../counts';
import { DiscoveryService } from '../discovery/discovery.service';
import { Explorer, type LensReader } from '../explorer.service';
import { ObsessionsService } from '../habits/obsessions.service';
import { StreaksService } from '../habits/streaks.service';
import { type BucketItem, ItemImages } from '../item-images.service';
import type { LensQuery } from '../lens/lens.query';
import { bucketsOf } from '../lens/steps';
import { PlaysReader } from '../plays-reader.service';
import { SessionsService } from '../sessions/sessions.service';
import type { ItemKind, ItemRow } from '../sql/items';
import { DEFAULT_GAP_MINUTES } from '../sql/sessions';
import { TimeService } from '../time/time.service';
import { bucketSums } from '../time/time.sql';
import type { RankedTopItemResponse } from '../tops/top-lists.dto';
import { TopListsService } from '../tops/top-lists.service';
import type { TotalsResponse } from '../totals/summary.dto';
import { changesOf, TotalsService } from '../totals/totals.service';
import type { MonthlyDiscoveriesResponse, MonthResponse, NewArtistResponse, YearReviewResponse } from './years.dto';
import { overYear } from './years.query';
import { bestDay, dailyBest, EDGE_PLAYS, monthlyBest, newArtists } from './years.sql';

const FIRST = { limit: 1, offset: 0 };

interface YearRows {
  today: string;
  months: (Counts & { label: string })[];
  artists: BucketItem[];
  genres: BucketItem[];
  newArtists: (ItemRow & Counts & { first_played_at: Date })[];
  day: (Counts & { date: string }) | null;
  dayArtist: BucketItem[];
  edges: { first_play: string; last_play: string }[];
}

const NO_TOTALS: TotalsResponse = {
  play_count: 0,
  total_ms: 0,
  unique_tracks: 0,
  unique_artists: 0,
  unique_albums: 0,
  unique_genres: 0,
  listening_days: 0,
};

/** A year of plays: what the operations say of it, and what only a year has. */
@Injectable()
export class YearsService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
    private readonly plays: PlaysReader,
    private readonly totals: TotalsService,
    private readonly tops: TopListsService,
    private readonly time: TimeService,
    private readonly discovery: DiscoveryService,
    private readonly sessions: SessionsService,
    private readonly streaks: StreaksService,
    private readonly obsessions: ObsessionsService,
  ) {}

  /**
   * @param year `YYYY`
   * @throws InvalidRequest where the lens has a range of its own
   */
  async year(userId: string, year: string, asked: LensQuery): Promise<YearReviewResponse> {
    const query = overYear(asked, year);
    const rows = await this.explorer.read(userId, query, (reader) => readYear(reader, year));
    const { lens, clock } = await this.clockOf(userId, query);
    return {
      lens,
      year: Number(year),
      is_complete: rows.today > `${year}-12-31`,
      ...(await this.totalsOf(userId, query)),
      top_artists: await this.topOf(userId, 'artists', query),
      top_albums: await this.topOf(userId, 'albums', query),
      top_tracks: await this.topOf(userId, 'tracks', query),
      top_genres: await this.topOf(userId, 'genres', query),
      clock,
      months: await this.monthsOf(year, rows),
      discoveries: await this.discoveriesOf(userId, year, query),
      new_artists: await this.newArtistsOf(rows),
      biggest_day: rows.day && {
        date: rows.day.date,
        ...countsOf(rows.day),
        top_artist: (await this.images.itemsByBucket('artists', rows.dayArtist)).get(rows.day.date) ?? null,
      },
      ...(await this.highlightsOf(userId, query)),
      ...(await this.edgesOf(userId, rows)),
    };
  }

  private async clockOf(userId: string, query: LensQuery) {
    const { lens, play_count, total_ms } = await this.time.clock(userId, query);
    return { lens, clock: { play_count, total_ms } };
  }

  private async totalsOf(userId: string, query: LensQuery) {
    const { previous, change, ...summary } = await this.totals.summary(userId, query);
    return {
      totals: onlyTotals(summary),
      // A year to come has none before it that it could be compared with.
      previous_totals: onlyTotals(previous ?? NO_TOTALS),
      change: change ?? changesOf(NO_TOTALS, NO_TOTALS),
    };
  }

  private async topOf(userId: string, kind: ItemKind, query: LensQuery): Promise<RankedTopItemResponse[]> {
    const { items } = await this.tops.topItems(userId, kind, Object.assign({}, query, { limit: 10, offset: 0 }));
    return items;
  }

  private async monthsOf(year: string, { months, artists, genres }: YearRows): Promise<MonthResponse[]> {
    const counts = new Map(months.map((month) => [month.label, month]));
    const [topArtists, topGenres] = [
      await this.images.itemsByBucket('artists', artists),
      await this.images.itemsByBucket('genres', genres),
    ];
    return monthsIn(year).map((label) => ({
      label,
      ...countsOf(counts.get(label) ?? NO_PLAYS),
      top_artist: topArtists.get(label) ?? null,
      top_genre: topGenres.get(label) ?? null,
    }));
  }

  private async discoveriesOf(userId: string, year: string, query: LensQuery): Promise<MonthlyDiscoveriesResponse> {
    const byMonth = async (of: 'artists' | 'albums' | 'tracks'): Promise<number[]> => {
      const asked = { of, step: 'month' as const, ...FIRST };
      const { steps } = await this.discovery.discoveries(userId, Object.assign({}, query, asked));
      const counts = new Map(steps.map(({ label, discovered_count }) => [label, discovered_count]));
      return monthsIn(year).map((label) => counts.get(label) ?? 0);
    };
    return { artists: await byMonth('artists'), albums: await byMonth('albums'), tracks: await byMonth('tracks') };
  }

  private async newArtistsOf({ newArtists: rows }: YearRows): Promise<NewArtistResponse[]> {
    const items = await this.images.countedItems('artists', rows);
    return Array.from(items, ([{ first_played_at }, item]) => ({ ...item, first_played_at }));
  }

  private async highlightsOf(userId: string, query: LensQuery) {
    const sessions = { sort: 'longest' as const, gap_minutes: DEFAULT_GAP_MINUTES, ...FIRST };
    const [longest_session = null] = (await this.sessions.list(userId, Object.assign({}, query, sessions))).items;
    const streaks = { of: 'days' as const, ...FIRST };
    const [longest_streak = null] = (await this.streaks.streaks(userId, Object.assign({}, query, streaks))).items;
    const obsessions = { of: 'tracks' as const, ...FIRST };
    const [obsession = null] = (await this.obsessions.obsessions(userId, Object.assign({}, query, obsessions))).items;
    const mixed = { step: 'year' as const };
    const { effective_artists } = await this.discovery.diversity(userId, Object.assign({}, query, mixed));
    return { longest_session, longest_streak, obsession, effective_artists };
  }

  private async edgesOf(userId: string, { edges: [edge] }: YearRows) {
    const plays = await this.plays.byId(userId, edge === undefined ? [] : [edge.first_play, edge.last_play]);
    return {
      first_play: plays.get(edge?.first_play ?? '') ?? null,
      last_play: plays.get(edge?.last_play ?? '') ?? null,
    };
  }
}

async function readYear({ lens, rows }: LensReader, year: string): Promise<YearRows> {
  const { measure, withFeatures, today } = lens;
  const [day = null] = await rows<Counts & { date: string }>(bestDay(measure));
  return {
    today,
    months: await rows<Counts & { label: string }>(bucketSums('month'), {
      first: `${year}-01-01`,
      last: `${year}-12-31`,
    }),
    artists: await rows<BucketItem>(monthlyBest('artists', measure)),
    genres: await rows<BucketItem>(monthlyBest('genres', measure)),
    newArtists: await rows<YearRows['newArtists'][number]>(newArtists(measure, withFeatures)),
    day,
    dayArtist: day === null ? [] : await rows<BucketItem>(dailyBest(measure), { day: day.date }),
    edges: await rows<YearRows['edges'][number]>(EDGE_PLAYS),
  };
}

function onlyTotals(of: TotalsResponse): TotalsResponse {
  const names = Object.keys(NO_TOTALS) as (keyof TotalsResponse)[];
  return Object.fromEntries(names.map((name) => [name, of[name]])) as unknown as TotalsResponse;
}

function monthsIn(year: string): string[] {
  return bucketsOf({ first: `${year}-01-01`, last: `${year}-12-31` }, 'month');
}
