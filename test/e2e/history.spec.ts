import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { UsersService } from '../../src/users/users.service';
import { type Answer, createTestApp, type SignedIn, type TestApp } from '../support/test-app';

let api: TestApp;
let user: SignedIn;

beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await api.signIn();
});

function play(playedAt: string, change: Partial<ReportedPlay> = {}): ReportedPlay {
  return {
    trackId: 'T'.repeat(22),
    trackName: 'Song',
    artistName: 'Band',
    albumName: 'Album',
    playedAt: Date.parse(playedAt),
    msPlayed: 200_000,
    ...change,
  };
}

const write = (plays: ReportedPlay[], source: 'api' | 'extended' | 'account' = 'extended'): Promise<string[]> =>
  api.app.get(HistoryWriter).write(user.userId, source, plays);

const history = (query = ''): Promise<Answer> => api.call(`/api/v1/history${query}`, { as: user });

async function listed(query: string): Promise<string[]> {
  const { status, body } = await history(query);
  expect(status).toBe(200);
  return (body.items as { track: { name: string } }[]).map(({ track }) => track.name);
}

describe('GET /history', () => {
  it('is empty for a new user', async () => {
    expect(await history()).toMatchObject({ status: 200, body: { items: [], total: 0, page: 1, limit: 50, pages: 0 } });
  });

  it('shows a play in the shape of the contract', async () => {
    const context = {
      albumImageUrl: 'https://i/1',
      durationMs: 210_000,
      contextType: 'album',
      contextUri: 'x:album:1',
    };
    await write([play('2024-05-01T10:00:00.123Z', { msPlayed: null, ...context })], 'api');
    const { body } = await history();
    expect(body.items).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/) as unknown,
        user_id: user.userId,
        track: {
          platform_id: 'T'.repeat(22),
          name: 'Song',
          artist_name: 'Band',
          album_name: 'Album',
          album_image_url: 'https://i/1',
          duration_ms: 210_000,
        },
        played_at: '2024-05-01T10:00:00.123Z',
        ms_played: null,
        source: 'api',
        context_type: 'album',
        context_uri: 'x:album:1',
      },
    ]);
  });

  it('lists the newest first, page by page, ties by id and nothing twice', async () => {
    const plays = Array.from({ length: 7 }, (_, i) =>
      play('2024-05-01T10:00:00Z', { trackId: String(i).repeat(22), trackName: `Song ${i}` }),
    );
    await write([...plays, play('2024-05-01T11:00:00Z', { trackName: 'Last' })]);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => listed(`?limit=3&page=${page}`)));
    expect(pages.map((page) => page.length)).toEqual([3, 3, 2, 0]);
    expect(pages.flat()[0]).toBe('Last');
    expect(new Set(pages.flat()).size).toBe(8);
    expect((await history('?limit=3&page=2')).body).toMatchObject({ total: 8, page: 2, limit: 3, pages: 3 });
  });

  it('shows nobody the plays of another', async () => {
    await write([play('2024-05-01T10:00:00Z')]);
    user = await api.signIn();
    expect((await history()).body.total).toBe(0);
    expect((await api.call('/api/v1/history')).status).toBe(401);
  });

  describe('filtered', () => {
    beforeEach(async () => {
      await write(
        [
          ['The Beatles', 'Help!'],
          ['THE BEATLES', 'Let It Be'],
          ['Them', 'Gloria'],
          ['Björk', 'Jóga'],
          ['a.c', 'What (Live)*'],
        ].map(([artistName, trackName], i) =>
          play(`2024-05-0${i + 1}T23:30:00Z`, { artistName, trackName, trackId: String(i).repeat(22) }),
        ),
      );
    });

    it.each([
      ['artist=the beatles', ['Let It Be', 'Help!']],
      ['artist=%20The%20Beatles%20', ['Let It Be', 'Help!']],
      ['artist=the', []],
      ['artist=the*', ['Gloria', 'Let It Be', 'Help!']],
      ['artist=the%20*', ['Let It Be', 'Help!']],
      ['artist=*EAT*', ['Let It Be', 'Help!']],
      ['artist=Bjo%CC%88rk', ['Jóga']],
      ['artist=a.*', ['What (Live)*']],
      ['artist=..c', []],
      ['artist=*', ['What (Live)*', 'Jóga', 'Gloria', 'Let It Be', 'Help!']],
      ['artist=*nobody*', []],
      ['artist=', ['What (Live)*', 'Jóga', 'Gloria', 'Let It Be', 'Help!']],
      ['track=help!', ['Help!']],
      ['track=*(live)*', ['What (Live)*']],
      ['track=*e*&artist=the*', ['Let It Be', 'Help!']],
      ['track=gloria&artist=the*', ['Gloria']],
      ['start_date=2024-05-04', ['What (Live)*', 'Jóga']],
      ['end_date=2024-05-02', ['Let It Be', 'Help!']],
      ['start_date=2024-05-02&end_date=2024-05-02', ['Let It Be']],
      ['start_date=2024-05-02T23:30:00Z&end_date=2024-05-03T23:30:00Z', ['Gloria', 'Let It Be']],
      ['start_date=2024-05-02T23:30:00.001Z&end_date=2024-05-03T23:29:59.999Z', []],
      ['start_date=2024-05-03T01:30:00+02:00&end_date=2024-05-03T00:00', ['Let It Be']],
      ['start_date=2024-05-04&end_date=2024-05-01', []],
      ['artist=the beatles&start_date=2024-05-02', ['Let It Be']],
    ])('by %s', async (query, names) => {
      const { body } = await history(`?${query}`);
      expect(body.total).toBe(names.length);
      expect((body.items as { track: { name: string } }[]).map(({ track }) => track.name)).toEqual(names);
    });

    it('by the days of the user, in their time zone', async () => {
      await api.app.get(UsersService).setTimezone(user.userId, 'Asia/Tokyo');
      expect(await listed('?start_date=2024-05-02&end_date=2024-05-02')).toEqual(['Help!']);
    });
  });

  it('finds the newest of thousands of plays that a wildcard takes', async () => {
    const plays = Array.from({ length: 6_000 }, (_, i) =>
      play(new Date(Date.UTC(2020, 0, 1) + i * 600_000).toISOString(), {
        artistName: `Band ${i % 9}`,
        trackName: `Song ${i}`,
      }),
    );
    await write(plays);
    await write([play('2024-05-01T10:00:00Z', { artistName: 'Other', trackName: 'Last' })]);
    expect(await listed('?artist=band*&limit=2')).toEqual(['Song 5999', 'Song 5998']);
    expect((await history('?artist=band*&page=60&limit=100')).body).toMatchObject({ total: 6_000, pages: 60 });
    expect((await listed('?artist=band*&page=60&limit=100')).at(-1)).toBe('Song 0');
  });

  it.each([
    ['page=0', 'page', 'greater_than_equal'],
    ['limit=101', 'limit', 'less_than_equal'],
    ['limit=ten', 'limit', 'int_parsing'],
    ['start_date=yesterday', 'start_date', 'datetime_parsing'],
    ['end_date=2024-02-30', 'end_date', 'datetime_parsing'],
    ['end_date=', 'end_date', 'datetime_parsing'],
    ['artist=a&artist=b', 'artist', 'string_type'],
  ])('refuses %s', async (query, field, type) => {
    const { status, body } = await history(`?${query}`);
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['query', field], type }]);
  });
});

describe('the writer', () => {
  it('stores each play once, however many write at the same time', async () => {
    const plays = Array.from({ length: 200 }, (_, i) => play(new Date(1.7e12 + i * 240_000).toISOString()));
    const toTheMinute = plays.map((one) => ({
      ...one,
      trackId: null,
      playedAt: one.playedAt - (one.playedAt % 60_000),
    }));
    const outcomes = await Promise.all([
      write(plays, 'api'),
      write(plays),
      write(toTheMinute, 'account'),
      write(plays),
    ]);
    const count = (outcome: string): number => outcomes.flat().filter((one) => one === outcome).length;
    expect([count('stored'), count('merged'), count('duplicate')]).toEqual([200, 400, 200]);
    expect((await history()).body.total).toBe(200);
  });

  it('keeps its list of names short, however many batches bring new ones', async () => {
    const records = api.db.collection('history_names');
    const loose = Array.from({ length: 251 }, (_, i) => ({
      user_id: user.userId,
      artists: [`band ${i}`],
      tracks: ['song'],
    }));
    await records.insertMany(loose);
    await write([play('2024-05-01T10:00:00Z', { artistName: 'Band 7', trackName: 'New' })]);
    const kept = await records.find({ user_id: user.userId }).toArray();
    expect(kept).toHaveLength(2);
    expect(kept.flatMap((record) => record.artists as string[]).sort()).toEqual(
      loose.flatMap(({ artists }) => artists).sort(),
    );
    expect(await listed('?artist=*7&track=ne*')).toEqual(['New']);
  });

  it('marks the days that change, and those that a play leaves', async () => {
    const touched = async (): Promise<Record<string, number>> => {
      const days = await api.db.collection('history_changed_days').find({ user_id: user.userId }).toArray();
      return Object.fromEntries(days.map(({ day, revision }) => [String(day), Number(revision)]));
    };
    await write([play('2024-05-01T23:59:00Z', { trackId: null })], 'account');
    const first = await touched();
    expect(Object.keys(first)).toEqual(['2024-05-01']);
    await write([play('2024-05-01T23:59:00Z', { trackId: null })], 'account');
    expect(await touched()).toEqual(first);
    await write([play('2024-05-01T23:59:50Z')]);
    await write([play('2024-05-02T00:00:20.500Z', { msPlayed: null })], 'api');
    expect((await history()).body).toMatchObject({ total: 1, items: [{ played_at: '2024-05-02T00:00:20.500Z' }] });
    const last = await touched();
    expect(Object.keys(last).sort()).toEqual(['2024-05-01', '2024-05-02']);
    expect(last['2024-05-01']).toBeGreaterThan(first['2024-05-01'] ?? Infinity);
  });

  it('knows its own records again when a lost batch is written once more', async () => {
    const plays = [play('2024-05-01T10:00:00Z'), play('2024-05-01T10:10:00Z'), play('2024-05-01T10:10:00Z')];
    await write([play('2024-05-01T10:10:00.300Z')], 'api');
    const origin = { jobId: '65f000000000000000000001', ordinals: [1, 2, 3] };
    const session = await api.app.get(HistoryWriter).open(user.userId);
    const first = await session.store(await session.match('extended', plays, origin));
    expect(first).toEqual({ outcomes: ['stored', 'merged', 'duplicate'], joined: 0 });
    expect(await session.store(await session.match('extended', plays, origin))).toEqual(first);
    const other = { ...origin, jobId: '65f000000000000000000002' };
    const again = await session.store(await session.match('extended', plays, other));
    expect(again).toEqual({ outcomes: ['duplicate', 'duplicate', 'duplicate'], joined: 0 });
    await session.close();
    expect((await history()).body.total).toBe(2);
  });

  it('counts what is on its way to the database as being there', async () => {
    await write([play('2024-05-01T10:10:00.300Z')], 'api');
    const session = await api.app.get(HistoryWriter).open(user.userId);
    const first = session.store(await session.match('extended', [play('2024-05-01T10:10:00Z')]));
    const second = await session.match('extended', [play('2024-05-01T10:10:20Z')]);
    expect(await first).toEqual({ outcomes: ['merged'], joined: 0 });
    expect(await session.store(second)).toEqual({ outcomes: ['stored'], joined: 0 });
    await session.close();
    expect((await history()).body.total).toBe(2);
  });

  it('ends a session when nothing of it is under way any more', async () => {
    const session = await api.app.get(HistoryWriter).open(user.userId);
    const storing = session.store(await session.match('extended', [play('2024-05-01T10:10:00Z')]));
    await session.close();
    expect(await api.db.collection('listening_history').countDocuments({ user_id: user.userId })).toBe(1);
    expect(await storing).toEqual({ outcomes: ['stored'], joined: 0 });
  });

  it('lets others write between the batches of a long session', async () => {
    const writer = api.app.get(HistoryWriter);
    const session = await writer.open(user.userId);
    let outcomes: string[] = [];
    const other = writer.write(user.userId, 'api', [play('2024-05-01T10:00:00Z')]).then((written) => {
      outcomes = written;
    });
    for (let minute = 10; outcomes.length === 0; minute += 1) {
      await session.store(
        await session.match('extended', [play(new Date(Date.UTC(2024, 5, 1, 0, minute)).toISOString())]),
      );
    }
    await session.close();
    await other;
    expect(outcomes).toEqual(['stored']);
  });
});
