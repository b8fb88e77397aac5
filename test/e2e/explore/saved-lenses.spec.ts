import { archiveEntries } from '../../support/archive-entries';
import { artistId, seedCatalogue, seedHistory } from '../../support/explore/seeded-history';
import { type Answer, createTestApp, type SignedIn, type TestApp } from '../../support/test-app';

const LENSES = '/api/v1/explore/lenses';
const UNKNOWN_ID = '0123456789abcdef01234567';

describe('saved lenses', () => {
  let api: TestApp;
  let ann: SignedIn;
  let ben: SignedIn;

  beforeAll(async () => {
    api = await createTestApp();
    [ann, ben] = await Promise.all([api.signIn(), api.signIn()]);
    await seedCatalogue(api);
    await seedHistory(api, ann, 300);
  });
  afterAll(() => api.close());
  afterEach(() => api.db.collection('saved_lenses').deleteMany({}));

  const save = (json: unknown, as = ann): Promise<Answer> => api.call(LENSES, { method: 'POST', as, json });
  const saved = async (query: object, as = ann): Promise<string> => {
    const { status, body } = await save({ name: `Lens ${Math.random()}`, query }, as);
    expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
    return String(body.id);
  };
  const change = (id: string, json: unknown, as = ann): Promise<Answer> =>
    api.call(`${LENSES}/${id}`, { method: 'PATCH', as, json });
  const remove = (id: string, as = ann): Promise<Answer> => api.call(`${LENSES}/${id}`, { method: 'DELETE', as });
  const namesOf = async (as = ann): Promise<unknown[]> => {
    const { body } = await api.call(LENSES, { as });
    const items = body.items as { name: string }[];
    expect(body.total).toBe(items.length);
    return items.map(({ name }) => name);
  };
  const summary = (query: string, headers = {}): Promise<Answer> =>
    api.call(`/api/v1/explore/summary?${query}`, { as: ann, headers });

  it('are saved, listed by name, changed and deleted', async () => {
    const { body: lens } = await save({ name: 'b', query: { period: 'year', genre: 'rock,jazz' } });
    expect(lens).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as unknown,
      name: 'b',
      query: { period: 'year', genre: 'rock,jazz' },
      created_at: expect.stringMatching(/Z$/) as unknown,
      updated_at: lens.created_at,
    });
    for (const name of ['é', 'a', 'B']) await save({ name, query: {} });
    expect(await namesOf()).toEqual(['B', 'a', 'b', 'é']);
    expect(await namesOf(ben)).toEqual([]);

    const id = String(lens.id);
    const { body: renamed } = await change(id, { name: 'z' });
    expect(renamed).toEqual({
      ...lens,
      name: 'z',
      updated_at: expect.not.stringMatching(String(lens.updated_at)) as unknown,
    });
    const { body: other } = await change(id, { query: { min_ms: '30000' } });
    expect(other).toMatchObject({ name: 'z', query: { min_ms: '30000' } });
    expect((await change(id, {})).body).toEqual(other);
    expect(await namesOf()).toEqual(['B', 'a', 'z', 'é']);

    expect(await remove(id)).toMatchObject({ status: 200, body: { status: 'deleted' } });
    expect((await remove(id)).status).toBe(404);
    expect(await namesOf()).toEqual(['B', 'a', 'é']);
  });

  it.each([
    [{}, ['body.name missing', 'body.query missing']],
    [{ name: '', query: [] }, ['body.name value_error', 'body.query value_error']],
    [{ name: 'x'.repeat(101), query: null }, ['body.name value_error', 'body.query missing']],
    [{ name: 5, query: 'period=year' }, ['body.name value_error', 'body.query value_error']],
    [{ name: '', query: { hours: '25' } }, ['body.name value_error', 'body.query.hours value_error']],
    [{ name: 'a', query: { period: 'decade' } }, ['body.query.period enum']],
    [{ name: 'a', query: { from: '2024-01-01', period: 'year' } }, ['body.query.period value_error']],
    [{ name: 'a', query: { from: '2024-01-02', to: '2024-01-01' } }, ['body.query.to greater_than_equal']],
    [
      { name: 'a', query: { min_ms: 5, artist: ['a'] } },
      ['body.query.artist string_type', 'body.query.min_ms string_type'],
    ],
    [{ name: 'a', query: { lens: UNKNOWN_ID } }, ['body.query.lens extra_forbidden']],
    [
      { name: 'a', query: { limit: '5', genre: '' } },
      ['body.query.genre value_error', 'body.query.limit extra_forbidden'],
    ],
  ])('refuse %j', async (json, problems) => {
    const { status, body } = await save(json);
    const detail = body.detail as { loc: string[]; type: string }[];
    expect(status).toBe(422);
    expect(detail.map(({ loc, type }) => `${loc.join('.')} ${type}`).sort()).toEqual(problems);
    expect(await namesOf()).toEqual([]);
  });

  it('take names of 1 to 100 characters, and refuse null for a change', async () => {
    expect((await save({ name: '😀'.repeat(100), query: {} })).status).toBe(200);
    const id = await saved({});
    expect((await change(id, { name: null })).status).toBe(422);
    expect((await change(id, { query: null })).status).toBe(422);
    expect((await change(id, { query: { from: 'x' } })).status).toBe(422);
  });

  it('have a name that none of the user’s others has', async () => {
    const query = {};
    await save({ name: 'a', query });
    const { body: b } = await save({ name: 'b', query });
    expect((await save({ name: 'a', query })).status).toBe(409);
    expect((await change(String(b.id), { name: 'a' })).status).toBe(409);
    expect((await change(String(b.id), { name: 'b' })).status).toBe(200);
    expect((await save({ name: 'a', query }, ben)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 5 }, () => save({ name: 'c', query })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('are at most 100, also of those that are saved at the same time', async () => {
    const saveMany = (count: number): Promise<Answer[]> =>
      Promise.all(Array.from({ length: count }, (_, n) => save({ name: `${count} ${n}`, query: {} })));
    const statuses = (await saveMany(110)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    const [first] = (await api.call(LENSES, { as: ann })).body.items as { id: string }[];
    await remove(first?.id ?? '');
    expect((await saveMany(2)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('belong to their user alone', async () => {
    const id = await saved({ period: 'year' }, ben);
    for (const other of [id, UNKNOWN_ID, 'nothing']) {
      expect((await change(other, { name: 'mine' })).status).toBe(404);
      expect((await remove(other)).status).toBe(404);
      expect((await summary(`lens=${other}`)).status).toBe(404);
    }
    expect((await summary('lens=')).status).toBe(422);
    expect(await namesOf(ben)).toHaveLength(1);
  });

  it('respond as their parameters do in an address, and give their id', async () => {
    const query = { from: '2024-01-01', genre: 'rock,jazz', hours: '22-4', measure: 'ms', with_features: 'true' };
    const id = await saved(query);
    const { body: direct } = await summary(new URLSearchParams(query).toString());
    const { body: through } = await summary(`lens=${id}`);
    expect(direct.lens).toMatchObject({ id: null, measure: 'ms', with_features: true });
    expect(through).toEqual({ ...direct, lens: { ...(direct.lens as object), id } });
  });

  it.each([
    [{ period: 'year' }, { from: '2024-01-01' }, { from: '2024-01-01' }],
    [{ from: '2024-01-01', to: '2024-02-01' }, { to: '2025-02-01' }, { to: '2025-02-01' }],
    [{ from: '2024-01-01', q: 'song' }, { period: '2025' }, { period: '2025', q: 'song' }],
    [{ artist: artistId(1) }, { artist_id: artistId(2) }, { artist: artistId(2) }],
    [{ not_track_id: 'a' }, { not_track: 'b' }, { not_track: 'b' }],
    [{ artist: artistId(1), measure: 'ms' }, { track: 'a' }, { artist: artistId(1), measure: 'ms', track: 'a' }],
    [{ measure: 'ms', with_features: 'true' }, { measure: 'plays', with_features: 'false' }, {}],
  ])('%j with %j beside it is %j', async (query, beside, together) => {
    const id = await saved(query);
    const { body } = await summary(new URLSearchParams({ lens: id, ...(beside as object) }).toString());
    const { body: expected } = await summary(new URLSearchParams(together).toString());
    expect(body).toEqual({ ...expected, lens: { ...(expected.lens as object), id } });
  });

  it('change the tag of what is seen through them when they change', async () => {
    const id = await saved({ period: '2024' });
    const tag = (await summary(`lens=${id}`)).headers.get('etag') ?? '';
    expect((await summary(`lens=${id}`, { 'if-none-match': tag })).status).toBe(304);
    await change(id, { name: 'renamed' });
    expect((await summary(`lens=${id}`, { 'if-none-match': tag })).status).toBe(304);
    await change(id, { query: { period: '2025' } });
    const { status, body } = await summary(`lens=${id}`, { 'if-none-match': tag });
    expect({ status, lens: body.lens }).toMatchObject({ status: 200, lens: { period: '2025' } });
  });

  it('are in their user’s archive, and go with their user', async () => {
    const cid = await api.signIn();
    const id = await saved({ period: 'year' }, cid);
    const response = await fetch(`${api.url}/api/v1/users/me/export`, { headers: cid.headers });
    const entries = await archiveEntries(Buffer.from(await response.arrayBuffer()));
    const file = entries.find(({ name }) => name === 'saved-lenses.jsonl');
    expect(JSON.parse(file?.text ?? '')).toEqual({
      id,
      user_id: cid.userId,
      name: expect.any(String) as unknown,
      query: { period: 'year' },
      created_at: expect.any(String) as unknown,
      updated_at: expect.any(String) as unknown,
    });
    await api.call('/api/v1/users/me', { method: 'DELETE', as: cid });
    expect(await api.db.collection('saved_lenses').countDocuments({ user_id: cid.userId })).toBe(0);
  });
});
