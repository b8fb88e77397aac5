import { nameId } from '../../catalogue/name-id';
import type { CatalogueFacts } from './catalogue-facts';
import type { PeriodFigures } from './read-figures';
import { computeSnapshot } from './snapshot';
import { emptyTally } from './tally';
import { trendOf } from './trend';

const TODAY = '2024-05-20';
const FEATURES = { danceability: 1, energy: 1, valence: 1, acousticness: 1, instrumentalness: 1, liveness: 1 };

const FACTS: CatalogueFacts = {
  artist: ({ name }) => ({ image_url: `${name}.jpg`, genres: name === 'Ada' ? ['pop'] : [] }),
  albumImage: () => 'cover.jpg',
  trackImage: (id) => `${id}.jpg`,
};

const STAMP = {
  history_revision: 7,
  catalogue_revision: 3,
  timezone: 'Europe/Berlin',
  local_day: TODAY,
};

/** Two plays of Ada's song, on Sunday and on Monday at eight, and one of Bo's on Monday at eight. */
function snapshotOfWeek() {
  const range = { first: '2024-05-14', last: TODAY };
  const [ofAda, ofBo] = [
    { plays: 2, ms: 120_000 },
    { plays: 1, ms: 60_000 },
  ];
  const total = { plays: 3, ms: 180_000 };
  const spread = (length: number, at: Record<number, { plays: number; ms: number }>) =>
    Array.from({ length }, (_, index) => at[index] ?? emptyTally());
  const figures: PeriodFigures = {
    period: 'week',
    range,
    total,
    hours: spread(24, { 8: total }),
    weekdays: spread(7, { 0: ofAda, 6: ofBo }),
    trend: trendOf('week', range, [
      { date: TODAY, ...ofAda },
      { date: '2024-05-19', ...ofBo },
    ]),
    topTracks: [
      { key: 't1', name: 'Song t1', ...ofAda },
      { key: 't2', name: 'Song t2', ...ofBo },
    ],
    tracks: 2,
    artists: [
      { id: '', key: '', name: 'Bo', ...ofBo },
      { id: 'artist-ada', key: 'artist-ada', name: 'Ada', ...ofAda },
    ],
    topAlbums: [
      { id: 'album-ada', key: 'Ada\nalbum-ada', name: 'Hits', artist: 'Ada', ...ofAda },
      { id: '', key: 'Bo\n', name: 'Hits', artist: 'Bo', ...ofBo },
    ],
    albums: 2,
    features: { ...FEATURES, speechiness: 0, tempo: 120 },
  };
  const now = new Date('2024-05-20T10:00:00Z');
  return computeSnapshot(figures, 2, FACTS, { userId: 'user', now, stamp: STAMP });
}

describe('computeSnapshot', () => {
  const week = snapshotOfWeek();

  it('says the sums of the period and its edges', () => {
    expect(week).toMatchObject({
      user_id: 'user',
      period: 'week',
      period_start: new Date('2024-05-13T22:00:00Z'),
      period_end: new Date('2024-05-20T22:00:00Z'),
      total_tracks_played: 3,
      total_ms_played: 180_000,
      unique_tracks: 2,
      unique_artists: 2,
      unique_albums: 2,
      unique_genres: 1,
      listening_streak_days: 2,
      avg_audio_features: { ...FEATURES, speechiness: 0, tempo: 120 },
      ...STAMP,
    });
  });

  it('ranks from 1, with ids and pictures of the catalogue', () => {
    expect(week.top_tracks).toEqual([
      { platform_id: 't1', name: 'Song t1', play_count: 2, total_ms: 120_000, image_url: 't1.jpg', rank: 1 },
      { platform_id: 't2', name: 'Song t2', play_count: 1, total_ms: 60_000, image_url: 't2.jpg', rank: 2 },
    ]);
    expect(week.top_albums[0]).toMatchObject({
      platform_id: 'album-ada',
      artist_name: 'Ada',
      image_url: 'cover.jpg',
      rank: 1,
    });
    expect(week.top_albums[1]).toMatchObject({ platform_id: nameId('Bo', 'Hits'), artist_name: 'Bo' });
    expect(week.top_artists[0]).toMatchObject({ platform_id: 'artist-ada', image_url: 'Ada.jpg' });
    expect(week.top_artists[1]).toMatchObject({ platform_id: nameId('Bo'), image_url: 'Bo.jpg', rank: 2 });
    expect(week.top_genres).toEqual([
      { platform_id: '', name: 'pop', play_count: 2, total_ms: 120_000, image_url: '', rank: 1 },
    ]);
  });

  it('spreads plays over 24 hours and 7 weekdays', () => {
    expect(week.hourly_distribution).toHaveLength(24);
    expect(week.hourly_distribution[8]).toEqual({ hour: 8, count: 3, total_ms: 180_000 });
    expect(week.daily_distribution.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0, 0, 1]);
  });

  it('breaks the period down by time and genre', () => {
    expect(week.trend.map(({ plays }) => plays)).toEqual([0, 0, 0, 0, 0, 1, 2]);
    expect(week.genres).toEqual([{ name: 'pop', play_count: 2, percentage: 100 }]);
  });
});
