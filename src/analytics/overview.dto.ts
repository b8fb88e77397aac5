import { ApiProperty } from '@nestjs/swagger';
import { COUNT, NULLABLE_DATE, RANK, SHARE } from '../common/openapi';
import { type Period, PERIODS } from '../common/periods';
import type { AudioAverages } from './figures/audio-averages';
import type { SnapshotSummary, TopAlbum, TopItem } from './figures/snapshot';

/** How many entries of each list the overview shows. */
export const SHOWN_RANKS = 10;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const MS_PER_HOUR = 3_600_000;

class TopItemResponse implements TopItem {
  @ApiProperty({ description: 'Empty for genres' })
  platform_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty(COUNT)
  play_count: number;

  @ApiProperty(COUNT)
  total_ms: number;

  @ApiProperty()
  image_url: string;

  @ApiProperty(RANK)
  rank: number;
}

class TopTrackItemResponse extends TopItemResponse {
  @ApiProperty({ description: 'The primary artist; empty while it is not known' })
  artist: string;
}

class TopAlbumItemResponse extends TopItemResponse implements TopAlbum {
  @ApiProperty()
  artist_name: string;
}

class HourResponse {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 23 })
  hour: number;

  @ApiProperty(COUNT)
  plays: number;

  @ApiProperty(COUNT)
  total_ms: number;
}

class WeekdayResponse {
  @ApiProperty({ enum: WEEKDAYS })
  day: string;

  @ApiProperty(COUNT)
  plays: number;

  @ApiProperty(COUNT)
  total_ms: number;
}

class AudioAveragesResponse implements AudioAverages {
  @ApiProperty(SHARE)
  danceability: number;

  @ApiProperty(SHARE)
  energy: number;

  @ApiProperty(SHARE)
  valence: number;

  @ApiProperty(SHARE)
  acousticness: number;

  @ApiProperty(SHARE)
  instrumentalness: number;

  @ApiProperty(SHARE)
  liveness: number;

  @ApiProperty(SHARE)
  speechiness: number;

  @ApiProperty({ minimum: 0, description: 'Beats a minute' })
  tempo: number;
}

export class OverviewResponse {
  @ApiProperty({ enum: PERIODS })
  period: Period;

  @ApiProperty({ ...NULLABLE_DATE, description: 'Null for all time without a play' })
  period_start: Date | null;

  @ApiProperty({ ...NULLABLE_DATE, description: 'The instant just after the last day' })
  period_end: Date | null;

  @ApiProperty(COUNT)
  total_tracks_played: number;

  @ApiProperty(COUNT)
  total_ms_played: number;

  @ApiProperty({ minimum: 0, description: '1 decimal' })
  total_hours: number;

  @ApiProperty(COUNT)
  unique_tracks: number;

  @ApiProperty(COUNT)
  unique_artists: number;

  @ApiProperty(COUNT)
  unique_albums: number;

  @ApiProperty(COUNT)
  unique_genres: number;

  @ApiProperty({ ...COUNT, description: 'Days in a row with a play, up to today or yesterday' })
  listening_streak_days: number;

  @ApiProperty({ type: [TopItemResponse], maxItems: SHOWN_RANKS })
  top_artists: TopItemResponse[];

  @ApiProperty({ type: [TopTrackItemResponse], maxItems: SHOWN_RANKS })
  top_tracks: TopTrackItemResponse[];

  @ApiProperty({ type: [TopAlbumItemResponse], maxItems: SHOWN_RANKS })
  top_albums: TopAlbumItemResponse[];

  @ApiProperty({ type: [TopItemResponse], maxItems: SHOWN_RANKS })
  top_genres: TopItemResponse[];

  @ApiProperty({ type: [HourResponse], minItems: 24, maxItems: 24 })
  hourly_distribution: HourResponse[];

  @ApiProperty({ type: [WeekdayResponse], minItems: 7, maxItems: 7, description: 'Monday first' })
  daily_distribution: WeekdayResponse[];

  @ApiProperty({
    type: AudioAveragesResponse,
    nullable: true,
    description: 'Weighted by plays; null when no track has features',
  })
  avg_audio_features: AudioAveragesResponse | null;

  @ApiProperty()
  computed_at: Date;
}

/**
 * @param snapshot whose top lists have SHOWN_RANKS entries at most
 * @param artists names of the top tracks' primary artists, by the track's platform id
 */
export function toOverviewResponse(snapshot: SnapshotSummary, artists: ReadonlyMap<string, string>): OverviewResponse {
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
    top_artists: snapshot.top_artists,
    top_tracks: snapshot.top_tracks.map((item) => ({
      ...item,
      artist: artists.get(item.platform_id) ?? '',
    })),
    top_albums: snapshot.top_albums,
    top_genres: snapshot.top_genres,
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
