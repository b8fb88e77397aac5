import { useExplore } from '../../support/explore/explore-client';
import { queryOf } from '../../support/explore/random-lenses';
import { artistId, trackId } from '../../support/explore/seeded-history';
import { type OracleLens, resolvedLens } from '../../support/oracle/explore/lens';

interface Page {
  items: { id: string }[];
  total: number;
  page: number;
  limit: number;
  pages: number;
  lens?: Record<string, unknown>;
}

const OWN: Record<string, string>[] = [
  {},
  { artist: '*tac*' },
  { artist: 'sigur rós', end_date: '2026-06-01' },
  { track: 'song 1*', start_date: '2024-06-01' },
  { track: '*été', artist: '*e*' },
  { start_date: '2025-01-01T12:00:00Z', end_date: '2025-12-31' },
  { artist: '*[^a]{2}' },
];

describe('the history through a lens', () => {
  const explore = useExplore(1_000, 14);

  beforeAll(async () => {
    const { db } = explore.api;
    const { userId: user_id } = explore.user;
    // Those who write plays list their names for filters with wildcards.
    const [artists, tracks] = await Promise.all(
      ['artist_key', 'track_key'].map((key) => db.collection('listening_history').distinct(key, { user_id })),
    );
    await db.collection('history_names').insertOne({ user_id, artists, tracks });
  });

  const page = async (query: string | Record<string, string>): Promise<Page> => {
    const path = `/api/v1/history?${new URLSearchParams(query).toString()}`;
    const { status, body } = await explore.api.call(path, { as: explore.user });
    expect({ path, status, detail: body.detail }).toEqual({ path, status: 200, detail: undefined });
    return body as unknown as Page;
  };
  /** The ids of all pages. */
  const idsOf = async (query: Record<string, string>): Promise<string[]> => {
    const ids: string[] = [];
    for (let number = 1; ; number += 1) {
      const { items, total, pages } = await page({ ...query, page: String(number), limit: '100' });
      ids.push(...items.map(({ id }) => id));
      if (number < pages) continue;
      expect(ids).toHaveLength(total);
      return ids;
    }
  };
  /** The lens as the history takes it. */
  const asQuery = (lens: OracleLens): Record<string, string> => {
    const list = (values: string[] = []): string => values.map((value) => value.replaceAll(',', '\\,')).join(',');
    const { artist, track, ...others } = lens;
    delete others.measure;
    return {
      ...Object.fromEntries(new URLSearchParams(queryOf(ownLists(others)))),
      ...(artist && { artist_id: list(artist) }),
      ...(track && { track_id: list(track) }),
    };
  };

  it('has the plays that the oracle sees and that its own filters meet, newest first', async () => {
    for (const [index, lens] of explore.lenses.entries()) {
      const own = OWN[index % OWN.length] ?? {};
      const seen = explore.seenThrough(lens);
      const through = new Set(seen.through.map(({ id }) => id));
      const expected = (await idsOf(own)).filter((id) => through.has(id));
      const query = { ...asQuery(lens), ...own };
      const isAsked = Object.keys(asQuery(lens)).length > 0;
      const first = await page({ ...query, limit: '7' });
      expect({ query, total: first.total, pages: first.pages }).toEqual({
        query,
        total: expected.length,
        pages: Math.ceil(expected.length / 7),
      });
      expect(first.lens).toEqual(isAsked ? { ...resolvedLens(seen), measure: 'plays' } : undefined);
      expect(await idsOf(query)).toEqual(expected);
    }
  });

  it('shows plays as it does without a lens', async () => {
    const { lens: none, ...plain } = await page({ page: '2', limit: '10' });
    const { lens, ...through } = await page({ page: '2', limit: '10', period: 'all_time' });
    expect(none).toBeUndefined();
    expect(lens).toMatchObject({ id: null, period: 'all_time', timezone: 'Europe/Berlin' });
    expect(through).toEqual(plain);
  });

  it('takes a saved lens, whose artists are ids, and ids in the place of its own', async () => {
    const json = { name: 'one', query: { artist: artistId(0), measure: 'ms' } };
    const { body } = await explore.api.call('/api/v1/explore/lenses', { method: 'POST', as: explore.user, json });
    const lens = String(body.id);
    const saved = await page({ lens });
    expect(saved.lens).toMatchObject({ id: lens, artist: [artistId(0)] });
    expect(saved.items).toEqual((await page({ artist_id: artistId(0) })).items);
    const other = await page({ lens, artist_id: artistId(1) });
    expect(other.lens).toMatchObject({ id: lens, artist: [artistId(1)] });
    expect(other.total).toBe((await page({ artist_id: artistId(1) })).total);
    const { status } = await explore.api.call('/api/v1/history?lens=unknown', { as: explore.user });
    expect(status).toBe(404);
  });

  it('is empty past its end, and for ids that nothing has', async () => {
    const past = await page({ period: 'all_time', page: '99999999999' });
    expect(past).toMatchObject({ items: [], total: 1_000, page: 99_999_999_999, pages: 20 });
    expect(await page({ track_id: 'nothing' })).toMatchObject({ items: [], total: 0, pages: 0 });
    expect((await page({ track_id: trackId(0), artist: 'nobody' })).total).toBe(0);
  });

  it.each([
    ['hours=25', 'hours'],
    ['from=2024-01-02&to=2024-01-01', 'to'],
    ['period=year&from=2024-01-02', 'period'],
    ['artist_id=', 'artist_id'],
    ['limit=101&q=%20', 'limit'],
  ])('refuses %s', async (query, name) => {
    const { status, body } = await explore.api.call(`/api/v1/history?${query}`, { as: explore.user });
    expect(status).toBe(422);
    expect((body.detail as { loc: string[] }[])[0]?.loc).toEqual(['query', name]);
  });
});

/** A lens of which no list has three values, which would be repeated parameters. */
function ownLists(lens: OracleLens): OracleLens {
  return Object.fromEntries(
    Object.entries(lens).map(([name, value]: [string, unknown]) => {
      const isTexts = Array.isArray(value) && typeof value[0] === 'string';
      return [name, isTexts && value.length === 3 ? [...(value as string[]), String(value[0])] : value];
    }),
  );
}
