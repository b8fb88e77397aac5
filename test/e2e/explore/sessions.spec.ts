import { MINUTE, useHandmadeHistory } from '../../support/explore/handmade-history';
import { useExplore, ZONE } from '../../support/explore/explore-client';
import { queryOf } from '../../support/explore/random-lenses';
import { sessionsOf, shownSession } from '../../support/oracle/explore/sessions';
import { throughLens } from '../../support/oracle/explore/lens';

interface Session {
  started_at: string;
  ended_at: string;
  length_ms: number;
  play_count: number;
  top_artist: { name: string; play_count: number } | null;
}

interface Sessions {
  items: Session[];
  total: number;
  mean_session_ms: number;
  longest_session_ms: number;
  histogram: { from_minutes: number; to_minutes: number | null; session_count: number }[];
}

const NOON = Date.parse('2024-05-01T12:00:00Z');

describe('sessions', () => {
  const history = useHandmadeHistory();

  it('of nobody are none', async () => {
    const body = await history.get<Sessions>('sessions');
    expect(body).toMatchObject({ items: [], total: 0, mean_session_ms: 0, longest_session_ms: 0 });
    expect(body.histogram.map(({ session_count }) => session_count)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(body.histogram.at(-1)).toEqual({ from_minutes: 240, to_minutes: null, session_count: 0 });
  });

  it('are one across a pause of the whole gap, and two where it is a millisecond longer', async () => {
    const ms = MINUTE;
    const second = NOON + 20 * MINUTE + ms;
    await history.store(
      { at: NOON, ms, track: 1 },
      { at: second, ms, track: 2 },
      { at: second + 20 * MINUTE + ms + 1, ms },
    );
    const { items, ...all } = await history.get<Sessions>('sessions');
    expect(items).toMatchObject([
      { play_count: 1, length_ms: ms },
      // Two artists with as many plays and ms: the name decides.
      { play_count: 2, length_ms: 22 * MINUTE, top_artist: { name: 'Artist 1', play_count: 1 } },
    ]);
    expect(all).toMatchObject({ total: 2, mean_session_ms: 11.5 * MINUTE, longest_session_ms: 22 * MINUTE });
    expect(all.histogram.map(({ session_count }) => session_count)).toEqual([1, 1, 0, 0, 0, 0]);
    expect(await history.get('sessions?gap_minutes=21')).toMatchObject({ total: 1, items: [{ play_count: 3 }] });
  });

  it('take in a play that starts before them, and start with it', async () => {
    await history.store({ at: NOON, ms: MINUTE }, { at: NOON + MINUTE, ms: 15 * MINUTE, artist: '' });
    const { items } = await history.get<Sessions>('sessions');
    expect(items).toMatchObject([
      { started_at: '2024-05-01T11:46:00.000Z', ended_at: '2024-05-01T12:01:00.000Z', length_ms: 15 * MINUTE },
    ]);
  });

  it('have no top artist where no play has one', async () => {
    await history.store({ at: NOON, artist: '' });
    expect(await history.get('sessions')).toMatchObject({ items: [{ top_artist: null }] });
    expect(await history.get(`sessions/${new Date(NOON - 100_000).toISOString()}`)).toMatchObject({
      session: { top_artist: null },
      total: 1,
    });
  });

  it('are counted by length, from the lower end on', async () => {
    const lengths = [1, 15, 30, 60, 120, 240, 500].map((minutes) => minutes * MINUTE);
    await history.store(...lengths.map((ms, index) => ({ at: NOON + index * 1_000 * MINUTE, ms })));
    const { histogram } = await history.get<Sessions>('sessions');
    expect(histogram.map(({ session_count }) => session_count)).toEqual([1, 1, 1, 1, 1, 2]);
  });

  it('of one length go newest first', async () => {
    await history.store(...[0, 1, 2, 3].map((hour) => ({ at: NOON + hour * 60 * MINUTE, ms: MINUTE })));
    for (const sort of ['newest', 'longest', 'most_plays']) {
      const { items } = await history.get<Sessions>(`sessions?sort=${sort}&limit=2&offset=1`);
      expect(items.map(({ ended_at }) => ended_at)).toEqual(['2024-05-01T14:00:00.000Z', '2024-05-01T13:00:00.000Z']);
    }
    expect(await history.get('sessions?offset=4')).toMatchObject({ items: [], total: 4, longest_session_ms: MINUTE });
  });

  it('show their plays page by page, oldest first', async () => {
    await history.store(...[0, 1, 2].map((track) => ({ at: NOON + track * MINUTE, ms: MINUTE, track })));
    const path = 'sessions/2024-05-01T13:59:00%2B02:00';
    expect(await history.get(`${path}?offset=1`)).toMatchObject({
      gap_minutes: 20,
      session: { started_at: '2024-05-01T11:59:00.000Z', play_count: 3 },
      items: [{ track: { name: 'Song 1' }, origin: 'platform' }, { track: { name: 'Song 2' } }],
      ...{ total: 3, limit: 50, offset: 1 },
    });
    expect(await history.get(`${path}?limit=1&offset=3`)).toMatchObject({ items: [], total: 3 });
  });

  it('that there are not are not found, and what is no date-time is refused', async () => {
    await history.store({ at: NOON, ms: MINUTE }, { at: NOON + MINUTE, ms: MINUTE });
    for (const path of ['2024-05-01T12:00:00Z', '2024-05-01T11:59:00.001Z', '2024-05-01T11:59:00Z?track=1'])
      expect((await history.call(`sessions/${path}`)).status).toBe(404);
    for (const path of ['2024-05-01', 'yesterday', '2024-05-01T25:00Z'])
      expect(await history.problemsOf(`sessions/${path}`)).toEqual(['path started_at datetime_parsing']);
  });

  it.each([
    ['gap_minutes=0', 'gap_minutes greater_than_equal'],
    ['gap_minutes=1441', 'gap_minutes less_than_equal'],
    ['gap_minutes=1.5', 'gap_minutes int_parsing'],
    ['sort=oldest', 'sort enum'],
    ['limit=101', 'limit less_than_equal'],
    ['offset=1000001', 'offset less_than_equal'],
    ['offset=-1', 'offset greater_than_equal'],
  ])('refuse %s', async (query, problem) => {
    expect(await history.problemsOf(`sessions?${query}`)).toEqual([`query ${problem}`]);
  });

  it('are sent with a tag, by which one who has them is sent nothing', async () => {
    await history.store({ at: NOON, ms: MINUTE });
    for (const path of ['sessions', 'sessions/2024-05-01T11:59:00Z']) {
      const { headers } = await history.call(path);
      const tag = headers.get('etag') ?? '';
      expect(headers.get('cache-control')).toBe('private, no-cache');
      const asked = (query: string) =>
        history.api.call(`/api/v1/explore/${path}${query}`, { as: history.user, headers: { 'if-none-match': tag } });
      expect((await asked('')).status).toBe(304);
      expect((await asked('?gap_minutes=20')).status).toBe(304);
      expect((await asked('?gap_minutes=21')).status).toBe(200);
    }
  });
});

describe('one session', () => {
  const explore = useExplore(1_500, 12);

  it('has the plays that the oracle says, through any lens', async () => {
    for (const [index, lens] of explore.lenses.entries()) {
      const seen = throughLens(explore.history, lens, ZONE, Date.now());
      const gap_minutes = [20, 1, 180][index % 3] ?? 20;
      const sessions = sessionsOf(seen.through, gap_minutes);
      const session = sessions[(index * 7) % Math.max(1, sessions.length)];
      if (session === undefined) continue;
      const shown = shownSession(seen, session);
      const path = `sessions/${String(shown.started_at)}?${queryOf(lens, { gap_minutes, limit: 5, offset: 1 })}`;
      const body = await explore.get(path);
      expect(body).toMatchObject({ gap_minutes, session: shown, total: session.length, limit: 5, offset: 1 });
      expect((body.items as { id: string }[]).map(({ id }) => id)).toEqual(session.slice(1, 6).map(({ id }) => id));
    }
  }, 60_000);
});
