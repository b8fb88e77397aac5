import { nameId } from '../../catalogue/name-id';
import type { Day } from '../../common/days';
import { instantsOf, type Period } from '../../common/periods';
import type { AudioAverages } from './audio-averages';
import type { CatalogueFacts } from './catalogue-facts';
import { countGenres, genreShares, type GenreShare } from './genres';
import type { PeriodFigures } from './read-figures';
import { topRanked, type Rankable } from './rankings';
import type { TrendPoint } from './trend';

/** One entry of a top list. */
export interface TopItem {
  /** Empty for genres. */
  platform_id: string;
  name: string;
  play_count: number;
  total_ms: number;
  image_url: string;
  /** From 1. */
  rank: number;
}

/** An album's entry: albums of one name by two artists are two. */
export interface TopAlbum extends TopItem {
  artist_name: string;
}

/** One user's figures for one period, as stored. */
export interface AnalyticsSnapshot extends SnapshotStamp {
  user_id: string;
  period: Period;
  /** The instants at the period's edges, the end just after its last day; null for all time without a play. */
  period_start: Date | null;
  period_end: Date | null;
  total_tracks_played: number;
  total_ms_played: number;
  unique_tracks: number;
  unique_artists: number;
  unique_albums: number;
  unique_genres: number;
  listening_streak_days: number;
  top_artists: TopItem[];
  top_tracks: TopItem[];
  top_genres: TopItem[];
  top_albums: TopAlbum[];
  /** All 24 hours. */
  hourly_distribution: { hour: number; count: number; total_ms: number }[];
  /** All 7 weekdays, 0 Monday. */
  daily_distribution: { day: number; count: number; total_ms: number }[];
  avg_audio_features: AudioAverages | null;
  trend: TrendPoint[];
  /** Every genre, in rank order. */
  genres: GenreShare[];
  computed_at: Date;
}

/** A snapshot without its longest lists. */
export type SnapshotSummary = Omit<AnalyticsSnapshot, 'trend' | 'genres'>;

/** What figures follow from: those of another stamp are stale. */
export interface SnapshotStamp {
  history_revision: number;
  catalogue_revision: number;
  timezone: string;
  /** The day with which the periods end, in that zone. */
  local_day: Day;
}

/** Whose figures are computed, and when. */
export interface ComputedFor {
  userId: string;
  now: Date;
  stamp: SnapshotStamp;
}

/**
 * A period's snapshot.
 * @param streak days in a row with a play up to today, the same for every period
 */
export function computeSnapshot(
  figures: PeriodFigures,
  streak: number,
  facts: CatalogueFacts,
  { userId, now, stamp }: ComputedFor,
): AnalyticsSnapshot {
  const { period, range, total } = figures;
  const genres = topRanked(
    countGenres(figures.artists, (artist) => facts.artist(artist).genres),
    Infinity,
  );
  const edges = range === null ? null : instantsOf(range, stamp.timezone);
  return {
    user_id: userId,
    period,
    period_start: edges?.start ?? null,
    period_end: edges?.end ?? null,
    total_tracks_played: total.plays,
    total_ms_played: total.ms,
    unique_tracks: figures.tracks,
    unique_artists: figures.artists.length,
    unique_albums: figures.albums,
    unique_genres: genres.length,
    listening_streak_days: streak,
    top_artists: topItems(figures.artists, (artist) => ({
      platform_id: artist.id || nameId(artist.name),
      image_url: facts.artist(artist).image_url,
    })),
    top_tracks: topItems(figures.topTracks, ({ key }) => ({ platform_id: key, image_url: facts.trackImage(key) })),
    top_genres: topItems(genres, () => ({ platform_id: '', image_url: '' })),
    top_albums: topItems(figures.topAlbums, (album) => ({
      platform_id: album.id || nameId(album.artist, album.name),
      image_url: facts.albumImage(album),
      artist_name: album.artist,
    })),
    hourly_distribution: figures.hours.map(({ plays, ms }, hour) => ({ hour, count: plays, total_ms: ms })),
    daily_distribution: figures.weekdays.map(({ plays, ms }, day) => ({ day, count: plays, total_ms: ms })),
    avg_audio_features: figures.features,
    trend: figures.trend,
    genres: genreShares(genres),
    computed_at: now,
    ...stamp,
  };
}

/** @param known what an entry has beside its name and figures */
function topItems<Entry extends Rankable, Known>(entries: readonly Entry[], known: (entry: Entry) => Known) {
  return topRanked(entries).map((entry, index) => ({
    ...known(entry),
    name: entry.name,
    play_count: entry.plays,
    total_ms: entry.ms,
    rank: index + 1,
  }));
}
