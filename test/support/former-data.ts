import type { Connection } from 'mongoose';

/**
 * Stores what the first builds did of an import: one play with its track's id, and one that is known by names alone, and
 * their roll-ups; figures; a top list; sums of months; and a day that had changed. They had no migrations.
 */
export async function storeAsFirstBuilds(db: Connection, user_id: string): Promise<void> {
  await db.collection('migrations').deleteMany({});
  const names = db.collection('history_names');
  await names.createIndexes([{ key: { user_id: 1, kind: 1, key: 1 }, unique: true }]);
  const name = (kind: string, key: string) => ({ user_id, kind, key });
  await names.insertMany([name('artist', 'ann'), name('track', 'old song'), name('track', 'nameless')]);
  const stub = (platform_id: string) => ({ platform_id, name: 'Old Song', genres: [], popularity: 0, stub: true });
  const track = (id: string) => ({ ...stub(id), artists: [], album: null, duration_ms: 0, audio_features: null });
  await db.collection('tracks').insertMany([track('1'.repeat(22)), track('name:one')]);
  await db.collection('artists').insertOne(stub('name:two'));
  await db.collection('albums').insertOne(stub('name:three'));
  const played_at = new Date('2019-05-01T12:00:00Z');
  const played = (platform_id: string, track_key: string) => ({
    user_id,
    track: { platform_id, name: track_key, artist_name: 'Ann', album_name: '', album_image_url: '', duration_ms: 0 },
    played_at,
    ms_played: 100_000,
    source: 'import',
    context_type: '',
    context_uri: '',
    artist_key: 'ann',
    track_key,
    seen: { extended: played_at },
  });
  await db
    .collection('listening_history')
    .insertMany([played('1'.repeat(22), 'old song'), played('name:one', 'nameless')]);
  const hourly = [{ hour: 12, count: 2, ms: 200_000 }];
  const rolledUp = (platform_id: string, named: string) => {
    return { platform_id, name: named, artist_name: 'Ann', album_name: '', count: 1, ms: 100_000 };
  };
  const track_plays = [rolledUp('1'.repeat(22), 'old song'), rolledUp('name:one', 'nameless')];
  await db.collection('daily_rollups').insertOne({ user_id, date: '2019-05-01', hourly, track_plays });
  await db.collection('monthly_rollups').insertOne({ user_id, month: '2019-05', days: [], hourly, recordings: '[]' });
  await db
    .collection('analytics_top_lists')
    .insertOne({ user_id, period: 'week', list: 'tracks', items: [], total: 0 });
  await db.collection('analytics_snapshots').insertOne({ user_id, period: 'week', local_day: '2019-05-02' });
  await db.collection('analytics_breakdowns').insertOne({ user_id, period: 'week', trend: [], genres: [] });
  const sum = { user_id, stretch: 'within_year', part: 0, parts: 1, from: '2019-01', before: '2019-05' };
  await db.collection('summed_months').insertOne({ ...sum, text: '[[],[],0]' });
  await db.collection('history_touched_days').insertOne({ user_id, day: '2019-05-01', revision: 1 });
  await db.collection('history_leases').insertOne({ _id: user_id as never, holder: null, plays: 2 });
  await db.collection('rollup_states').updateOne({ user_id }, { $set: { timezone: 'UTC' } }, { upsert: true });
  await db
    .collection('earlier_rollups')
    .insertOne({ user_id, part: 0, parts: 1, written: '1', through: '2019-05', text: '[[],[],0]' });
}
