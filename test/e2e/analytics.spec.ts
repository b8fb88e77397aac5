import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Artist } from '../../src/catalogue/artist.schema';
import { Track } from '../../src/catalogue/track.schema';
import { addDays } from '../../src/common/days';
import { PERIODS } from '../../src/common/periods';
import { DAY, isoDay, MINUTE, play, useFigures } from '../support/figures-client';

describe('analytics', () => {
  const figures = useFigures();

  it('is all zeros and empty lists for a user without a play', async () => {
    expect(await figures.get('analytics/overview')).toMatchObject({
      period: 'all_time',
      period_start: null,
      total_tracks_played: 0,
      total_hours: 0,
      listening_streak_days: 0,
      top_tracks: [],
      avg_audio_features: null,
    });
    expect(await figures.get('analytics/trend')).toEqual({ period: 'all_time', granularity: '%Y-%m', points: [] });
    expect(await figures.get('genres/distribution')).toEqual({ genres: [], period: 'all_time', total_genres: 0 });
    for (const list of ['tracks', 'artists', 'albums']) {
      expect(await figures.get(`${list}/top?period=week`)).toEqual({ items: [], period: 'week', total: 0 });
    }
    expect(await figures.get('analytics/rollup-status')).toMatchObject({
      last_date: '',
      total_days: 0,
      complete: true,
      coverage: 100,
      is_building: false,
    });
  });

  it.each(['analytics/overview', 'analytics/trend', 'genres/distribution', 'tracks/top', 'artists/top', 'albums/top'])(
    'refuses a period that there is not, at %s',
    async (path) => {
      const { status, body } = await figures.api.call(`/api/v1/${path}?period=decade`, { as: figures.user });
      expect(status).toBe(422);
      expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', 'period'], type: 'enum' })]);
    },
  );

  it('refuses a limit out of bounds, and a caller without a session', async () => {
    expect((await figures.api.call('/api/v1/tracks/top?limit=101', { as: figures.user })).status).toBe(422);
    expect((await figures.api.call('/api/v1/tracks/top?limit=0', { as: figures.user })).status).toBe(422);
    for (const path of ['analytics/overview', 'tracks/top', 'genres/distribution', 'analytics/rollup-status']) {
      expect((await figures.api.call(`/api/v1/${path}`)).status).toBe(401);
    }
  });

  it('shows the plays of a history that has changed', async () => {
    const now = Date.now();
    await figures.write(play(1, now - 3 * MINUTE), play(2, now - 2 * MINUTE), play(1, now - MINUTE));
    await figures.announce();
    expect(await figures.get('analytics/overview?period=week')).toMatchObject({
      total_tracks_played: 3,
      total_ms_played: 300_000,
      total_hours: 0.1,
      unique_tracks: 2,
      top_tracks: [
        { rank: 1, name: 'Song 1', artist: 'Artist 1', play_count: 2, platform_id: '0000000000000000000001' },
        { rank: 2, name: 'Song 2', artist: 'Artist 2', play_count: 1, platform_id: '0000000000000000000002' },
      ],
    });
    const overview = await figures.get('analytics/overview');
    expect(overview.hourly_distribution).toHaveLength(24);
    expect((overview.daily_distribution as { day: string }[]).map(({ day }) => day)).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ]);
    await figures.write(play(2, now - 20 * DAY));
    await figures.announce();
    expect(await figures.get('analytics/overview?period=week')).toMatchObject({ total_tracks_played: 3 });
    expect(await figures.get('analytics/overview?period=month')).toMatchObject({ total_tracks_played: 4 });
  });

  it('fills top lists, limited but counted whole, from the catalogue', async () => {
    const now = Date.now();
    await figures.write(
      ...[1, 2, 3].flatMap((n) => Array.from({ length: n }, (_, i) => play(n, now - (n * 10 + i) * MINUTE))),
    );
    await figures.announce();
    expect(await figures.get('tracks/top?limit=2')).toMatchObject({
      items: [
        { platform_id: '0000000000000000000003', name: 'Song 3', album: { name: 'Album 3' }, play_count: 3 },
        { platform_id: '0000000000000000000002', name: 'Song 2', artists: [{ name: 'Artist 2' }], rank: 2 },
      ],
      period: 'all_time',
      total: 3,
    });
    const artists = (await figures.get('artists/top?limit=1')).items as {
      id: string;
      platform_id: string;
      name: string;
    }[];
    expect(artists).toMatchObject([{ name: 'Artist 3', genres: [], followers: 0 }]);
    expect(await figures.get(`artists/${artists[0]?.platform_id ?? ''}`)).toMatchObject({ id: artists[0]?.id });
    expect(await figures.get('albums/top')).toMatchObject({
      items: [
        { name: 'Album 3', artists: ['Artist 3'], type: '', total_tracks: 0 },
        { name: 'Album 2' },
        { name: 'Album 1' },
      ],
      total: 3,
    });
  });

  it('gives entries of top lists the picture that the catalogue has, and none for those without', async () => {
    const now = Date.now();
    await figures.write(play(51, now - MINUTE), play(51, now - 2 * MINUTE), play(52, now - 3 * MINUTE));
    const url = 'http://pictures.invalid/cover';
    const tracks = figures.api.app.get<Model<Track>>(getModelToken(Track.name));
    const artists = figures.api.app.get<Model<Artist>>(getModelToken(Artist.name));
    await tracks.updateOne({ platform_id: String(51).padStart(22, '0') }, { $set: { 'album.image_url': url } });
    await artists.updateOne({ name: 'Artist 51' }, { images: [{ url, height: 64, width: 64 }] });
    await figures.announce();
    expect(await figures.get('tracks/top?period=week')).toMatchObject({
      items: [{ image_url: url }, { image_url: '' }],
    });
    const expected = [
      { image_url: url, images: [{ url }] },
      { image_url: '', images: [] },
    ];
    const { items } = (await figures.get('artists/top?period=week')) as { items: { platform_id: string }[] };
    expect(items).toMatchObject(expected);
    for (const [place, { platform_id }] of items.entries())
      expect(await figures.get(`artists/${platform_id}`)).toMatchObject(expected[place] ?? {});
  });

  it('weighs genres and audio features by plays', async () => {
    const now = Date.now();
    await figures.write(play(71, now - MINUTE), play(72, now - 2 * MINUTE), play(72, now - 3 * MINUTE));
    const tracks = figures.api.app.get<Model<Track>>(getModelToken(Track.name));
    const artists = figures.api.app.get<Model<Artist>>(getModelToken(Artist.name));
    await artists.updateOne({ name: 'Artist 71' }, { genres: ['pop', 'indie'] });
    await artists.updateOne({ name: 'Artist 72' }, { genres: ['pop'] });
    const features = {
      danceability: 0.5,
      energy: 0.5,
      valence: 0.5,
      acousticness: 0,
      instrumentalness: 0,
      liveness: 0,
    };
    for (const [number, tempo] of [
      [71, 90],
      [72, 120],
    ] as const) {
      const audio_features = { ...features, speechiness: 0, tempo };
      await tracks.updateOne({ platform_id: String(number).padStart(22, '0') }, { audio_features });
    }
    await figures.announce();
    expect(await figures.get('genres/distribution?period=week')).toEqual({
      genres: [
        { name: 'pop', play_count: 3, percentage: 75 },
        { name: 'indie', play_count: 1, percentage: 25 },
      ],
      period: 'week',
      total_genres: 2,
    });
    expect(await figures.get('analytics/overview?period=week')).toMatchObject({
      unique_genres: 2,
      top_genres: [
        { rank: 1, name: 'pop', play_count: 3 },
        { rank: 2, name: 'indie', play_count: 1 },
      ],
      avg_audio_features: { ...features, speechiness: 0, tempo: 110 },
    });
  });

  it('refreshes one period, or all with all time', async () => {
    const refresh = (period: string) =>
      figures.api.call(`/api/v1/analytics/refresh?period=${period}`, { method: 'POST', as: figures.user });
    expect(await refresh('month')).toMatchObject({ status: 200, body: { status: 'refreshed', periods: ['month'] } });
    expect((await figures.stored('analytics_snapshots')).map(({ period }) => period)).toEqual(['month']);
    expect(await refresh('all_time')).toMatchObject({ status: 200, body: { periods: [...PERIODS] } });
    expect(await figures.stored('analytics_snapshots')).toHaveLength(5);
  });

  it('moves a period on when the day has changed', async () => {
    await figures.write(play(1, Date.now() - MINUTE));
    await figures.announce();
    const filter = { user_id: figures.user.userId };
    const yesterday = { local_day: addDays(isoDay(Date.now()), -1), computed_at: new Date(Date.now() - DAY) };
    await figures.api.db
      .collection('analytics_snapshots')
      .updateMany(filter, { $set: { ...yesterday, total_tracks_played: 9, trend: [] } });
    const [overview, trend] = await Promise.all([
      figures.get('analytics/overview?period=week'),
      figures.get('analytics/trend?period=week'),
    ]);
    expect(overview).toMatchObject({ total_tracks_played: 1 });
    expect(trend.points).toHaveLength(7);
  });

  it('shows each user their own figures', async () => {
    await figures.write(play(1, Date.now() - MINUTE));
    await figures.announce();
    await figures.signIn();
    expect(await figures.get('analytics/overview')).toMatchObject({ total_tracks_played: 0, top_tracks: [] });
  });
});
