import { Types } from 'mongoose';
import { FeedGaps } from '../../../src/history/feed-gaps/feed-gaps.service';
import { createTestApp, type SignedIn, type TestApp } from '../../support/test-app';

const ZONE = 'Europe/Berlin';

describe('where plays came from', () => {
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    api = await createTestApp();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    user = await api.signIn();
    await api.call('/api/v1/users/me', { method: 'PATCH', as: user, json: { timezone: ZONE } });
  });

  const add = async (at: string, others: object = {}): Promise<void> => {
    await api.db.collection('listening_history').insertOne({
      _id: new Types.ObjectId(),
      user_id: user.userId,
      track: {
        platform_id: 'a'.repeat(22),
        name: 'Song',
        artist_name: 'Ann',
        album_name: '',
        album_image_url: '',
        duration_ms: 200_000,
      },
      played_at: new Date(at),
      ms_played: 100_000,
      source: 'import',
      context_type: '',
      context_uri: '',
      artist_key: 'ann',
      track_key: 'song',
      seen: { extended: new Date(at) },
      ...others,
    });
  };
  const synced = (linked: string, last: string): Promise<unknown> =>
    api.db
      .collection('users')
      .updateOne(
        { _id: new Types.ObjectId(user.userId) },
        { $set: { created_at: new Date(linked), last_synced_at: new Date(last) } },
      );
  const ask = async (query: string): Promise<Record<string, unknown>> => {
    const { status, body } = await api.call(`/api/v1/explore/provenance?${query}`, { as: user });
    expect(status).toBe(200);
    return body;
  };
  const gapsOf = async (query: string): Promise<unknown> => (await ask(query)).gaps;
  const notCovered = (from: string, to: string) => ({ from, to, reason: 'not_covered' });

  it('is told by month, with what was reported in two ways and what nobody measured', async () => {
    await add('2024-01-31T22:59:00Z', { seen: { api: new Date(), extended: new Date() } });
    await add('2024-01-31T23:01:00Z', { ms_played: null });
    await add('2024-03-05T12:00:00Z', { seen: {} });
    const { months, gaps } = await ask('from=2024-01-31&to=2024-03-05');
    const none = { play_count: 0, total_ms: 0, origins: [], merged_count: 0, assumed_count: 0 };
    const one = { play_count: 1, origins: [{ origin: 'platform', play_count: 1 }] };
    expect(months).toEqual([
      { ...none, ...one, label: '2024-01', total_ms: 100_000, merged_count: 1 },
      { ...none, ...one, label: '2024-02', total_ms: 200_000, assumed_count: 1 },
      { ...none, ...one, label: '2024-03', total_ms: 100_000 },
    ]);
    expect(gaps).toEqual([]);
    const { months: february } = await ask('period=2024-02&q=nothing');
    expect(february).toEqual([{ ...none, label: '2024-02' }]);
  });

  it('names the days that no origin covers, whatever else the lens leaves out', async () => {
    await add('2024-01-10T12:00:00Z');
    await add('2024-01-20T12:00:00Z');
    const range = 'from=2024-01-05&to=2024-01-31';
    const before = notCovered('2024-01-04T23:00:00.000Z', '2024-01-09T22:59:59.999Z');
    const after = notCovered('2024-01-20T23:00:00.000Z', '2024-01-31T22:59:59.999Z');
    expect(await gapsOf(range)).toEqual([before, after]);
    expect(await gapsOf(`${range}&genre=nothing`)).toEqual([before, after]);
    expect(await gapsOf('from=2024-01-12&to=2024-01-15')).toEqual([]);
    await synced('2024-01-25T12:00:00Z', '2024-01-28T12:00:00Z');
    expect(await gapsOf(range)).toEqual([
      before,
      notCovered('2024-01-20T23:00:00.000Z', '2024-01-24T22:59:59.999Z'),
      notCovered('2024-01-28T23:00:00.000Z', '2024-01-31T22:59:59.999Z'),
    ]);
  });

  it('names the gaps of the feed that touch the range, among the others by time', async () => {
    await add('2024-01-01T12:00:00Z');
    await add('2024-01-30T12:00:00Z');
    const gaps = api.app.get(FeedGaps);
    const noted = { from: new Date('2024-01-10T10:00:00Z'), to: new Date('2024-01-10T14:00:00Z') };
    await gaps.note(user.userId, { ...noted, to: new Date('2024-01-10T13:00:00Z') });
    await gaps.note(user.userId, noted);
    const overflow = {
      from: noted.from.toISOString(),
      to: noted.to.toISOString(),
      reason: 'feed_overflow',
    };
    expect(await gapsOf('period=2024-01')).toEqual([
      overflow,
      notCovered('2024-01-30T23:00:00.000Z', '2024-01-31T22:59:59.999Z'),
    ]);
    expect(await gapsOf('from=2024-01-10T13:59Z&to=2024-01-12')).toEqual([overflow]);
    expect(await gapsOf('from=2024-01-10T14:01Z&to=2024-01-12')).toEqual([]);
    expect(await gapsOf('from=2024-01-05&to=2024-01-10T09:59Z')).toEqual([]);
  });

  it('is nothing of somebody who has played nothing, unless a first day is given', async () => {
    expect(await ask('')).toMatchObject({ months: [], gaps: [] });
    const { months, gaps } = await ask('from=2024-01-30&to=2024-02-01');
    expect(months).toHaveLength(2);
    expect(gaps).toEqual([notCovered('2024-01-29T23:00:00.000Z', '2024-02-01T22:59:59.999Z')]);
    expect((await api.call('/api/v1/explore/provenance?period=2024-13', { as: user })).status).toBe(422);
  });

  it('has a tag that changes with what syncs find, of which the history knows nothing', async () => {
    await add('2024-01-10T12:00:00Z');
    const path = '/api/v1/explore/provenance?period=2024-01';
    const tag = (await api.call(path, { as: user })).headers.get('etag') ?? '';
    expect((await api.call(path, { as: user, headers: { 'if-none-match': tag } })).status).toBe(304);
    await synced('2024-01-01T12:00:00Z', '2024-02-01T12:00:00Z');
    expect((await api.call(path, { as: user, headers: { 'if-none-match': tag } })).status).toBe(200);
  });
});
