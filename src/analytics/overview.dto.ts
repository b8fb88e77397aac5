import type { Period } from '../common/periods';
import type { AudioAverages } from './figures/audio-averages';
import type { AnalyticsSnapshot, TopAlbum, TopItem } from './figures/snapshot';

/** How many entries of each list the overview shows. */
const SHOWN_RANKS = 10;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const MS_PER_HOUR = 3_600_000;

export interface OverviewResponse {
  period: Period;
  period_start: Date | null;
  period_end: Date | null;
  total_tracks_played: number;
  total_ms_played: number;
  /** 1 decimal. */
  total_hours: number;
  unique_tracks: number;
  unique_artists: number;
  unique_albums: number;
  unique_genres: number;
  listening_streak_days: number;
  top_artists: TopItem[];
  top_tracks: TopItem[];
  top_albums: TopAlbum[];
  top_genres: TopItem[];
  hourly_distribution: { hour: number; plays: number; total_ms: number }[];
  daily_distribution: { day: string; plays: number; total_ms: number }[];
  avg_audio_features: AudioAverages | null;
  computed_at: Date;
}

export function toOverviewResponse(snapshot: AnalyticsSnapshot): OverviewResponse {
  return {
    period: snapshot.period,
    period_start: snapshot.period_start,
    period_end: snapshot.period_end,
    total_tracks_played: snapshot.total_tracks_played,
    total_ms_played: snapshot.total_ms_played,
    total_hours: hoursOf(snapshot.total_ms_played, 1),
    unique_tracks: snapshot.unique_tracks,
    unique_artists: snapshot.unique_artists,
    unique_albums: snapshot.unique_albums,
    unique_genres: snapshot.unique_genres,
    listening_streak_days: snapshot.listening_streak_days,
    top_artists: snapshot.top_artists.slice(0, SHOWN_RANKS),
    top_tracks: snapshot.top_tracks.slice(0, SHOWN_RANKS),
    top_albums: snapshot.top_albums.slice(0, SHOWN_RANKS),
    top_genres: snapshot.top_genres.slice(0, SHOWN_RANKS),
    hourly_distribution: snapshot.hourly_distribution.map(({ hour, count, total_ms }) => ({
      hour,
      plays: count,
      total_ms,
    })),
    daily_distribution: snapshot.daily_distribution.map(({ day, count, total_ms }) => ({
      day: WEEKDAYS[day] ?? '',
      plays: count,
      total_ms,
    })),
    avg_audio_features: snapshot.avg_audio_features,
    computed_at: snapshot.computed_at,
  };
}

/** Milliseconds as hours, rounded to so many decimals. */
export function hoursOf(ms: number, decimals: number): number {
  return Math.round((ms / MS_PER_HOUR) * 10 ** decimals) / 10 ** decimals;
}
