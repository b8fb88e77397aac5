import { nameId } from '../../catalogue/name-id';
import { rollUpDays, rollUpMonths } from '../testing/roll-up';
import type { CatalogueFacts } from './catalogue-facts';
import { Counter } from './counter';
import { FeatureTable } from './feature-table';
import { Identities, KnownItem } from './identities';
import { PeriodWalk } from './period-walk';
import { computeSnapshot } from './snapshot';

const TODAY = '2024-05-20';
const FEATURES = { danceability: 1, energy: 1, valence: 1, acousticness: 1, instrumentalness: 1, liveness: 1 };

const FACTS: CatalogueFacts = {
  artist: ({ name }) => ({ image_url: `${name}.jpg`, genres: name === 'Ada' ? ['pop'] : [] }),
  albumImage: () => 'cover.jpg',
  trackImage: (id) => `${id}.jpg`,
  features: new FeatureTable(),
};
FACTS.features.add('t1', { ...FEATURES, speechiness: 0, tempo: 120 });

function track(id: string, artist_name: string, at: string) {
  return {
    track: { platform_id: id, name: `Song ${id}`, artist_name, album_name: 'Hits' },
    played_at: new Date(at),
    ms_played: 60_000,
  };
}

function snapshotOfWeek() {
  const walk = new PeriodWalk(['week'], TODAY);
  const plays = [
    track('t1', 'Ada', '2024-05-19T06:30:00Z'),
    track('t2', 'Bo', '2024-05-20T06:00:00Z'),
    track('t1', 'Ada', '2024-05-20T06:10:00Z'),
  ];
  const days = rollUpDays(plays, 'Europe/Berlin');
  for (const month of rollUpMonths(days, 'Europe/Berlin')) walk.addMonth(month);
  const { figures, streak } = walk.finish();
  const now = new Date('2024-05-20T10:00:00Z');
  const about = { userId: 'user', timezone: 'Europe/Berlin', now, today: TODAY };
  const ada = { artist: new KnownItem('artist-ada', 'Ada'), album: new KnownItem('album-ada', 'Hits') };
  const counter = new Counter(new Identities(new Map([['t1', ada]])));
  return figures.map((each) => {
    counter.add(each.recordings);
    return computeSnapshot(each, counter.take(), streak, FACTS, about);
  });
}

describe('computeSnapshot', () => {
  const [week] = snapshotOfWeek();

  it('says the sums of the period and its edges', () => {
    expect(week?.snapshot).toMatchObject({
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
      local_day: TODAY,
    });
  });

  it('ranks from 1, with ids and pictures of the catalogue', () => {
    expect(week?.snapshot.top_tracks).toEqual([
      { platform_id: 't1', name: 'Song t1', play_count: 2, total_ms: 120_000, image_url: 't1.jpg', rank: 1 },
      { platform_id: 't2', name: 'Song t2', play_count: 1, total_ms: 60_000, image_url: 't2.jpg', rank: 2 },
    ]);
    expect(week?.snapshot.top_albums[0]).toMatchObject({
      platform_id: 'album-ada',
      artist_name: 'Ada',
      image_url: 'cover.jpg',
      rank: 1,
    });
    expect(week?.snapshot.top_albums[1]).toMatchObject({ platform_id: nameId('Bo', 'Hits'), artist_name: 'Bo' });
    expect(week?.snapshot.top_artists[0]).toMatchObject({ platform_id: 'artist-ada', image_url: 'Ada.jpg' });
    expect(week?.snapshot.top_artists[1]).toMatchObject({ platform_id: nameId('Bo'), image_url: 'Bo.jpg', rank: 2 });
    expect(week?.snapshot.top_genres).toEqual([
      { platform_id: '', name: 'pop', play_count: 2, total_ms: 120_000, image_url: '', rank: 1 },
    ]);
  });

  it('spreads plays over 24 hours and 7 weekdays', () => {
    expect(week?.snapshot.hourly_distribution).toHaveLength(24);
    expect(week?.snapshot.hourly_distribution[8]).toEqual({ hour: 8, count: 3, total_ms: 180_000 });
    expect(week?.snapshot.daily_distribution.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0, 0, 1]);
  });

  it('breaks the period down by time and genre', () => {
    expect(week?.breakdown.trend.map(({ plays }) => plays)).toEqual([0, 0, 0, 0, 0, 1, 2]);
    expect(week?.breakdown.genres).toEqual([{ name: 'pop', play_count: 2, percentage: 100 }]);
  });
});
