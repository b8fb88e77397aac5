import { HistoryWriter } from '../../src/history/history-writer.service';
import { deletePlays, playNamed, playsDeleted, recordsLoaded, rowsOf, type StoredPlay } from '../support/history-calls';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { extendedRecord } from '../support/small-uploads';
import { link } from '../support/sync-jobs';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

describe('a deletion of plays', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let user: SignedIn;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });
  beforeEach(async () => {
    user = await api.signIn();
  });

  const forgetWhatWasTold = (userId: string): Promise<unknown> =>
    api.db.collection('sync_states').updateOne({ user_id: userId }, { $set: { told_plays: [], last_played_at: null } });

  it('is not undone by the feed, which goes on telling of the plays', async () => {
    const mira = await link(platform, api, 'mira');
    const before = await rowsOf(api, mira);
    expect(before).toHaveLength(50);
    const gone = before.slice(10, 13);
    for (const { _id } of gone) await deletePlays(api, mira, `/${String(_id)}`);
    await playsDeleted(api, mira, `?end_date=${before[4]?.played_at.toISOString()}`);
    // As after a look that died before it noted what it was told, or plays of a phone that come late.
    await forgetWhatWasTold(mira.userId);
    expect(await mira.sync()).toMatchObject({ status: 'completed' });
    const ids = (rows: readonly StoredPlay[]): string[] => rows.map(({ _id }) => String(_id));
    const left = ids(before.slice(5)).filter((id) => !ids(gone).includes(id));
    // Whatever Mira has played since is new.
    expect(ids(await rowsOf(api, mira)).slice(0, left.length)).toEqual(left);
  });

  it('is not undone by a feed that tells of the plays for the first time', async () => {
    const otto = await link(platform, api, 'otto');
    const fed = await rowsOf(api, otto);
    await playsDeleted(api, otto, '?all=true');
    await api.db.collection('history_deleted_plays').deleteMany({});
    const records = fed.map(({ track, played_at }) =>
      extendedRecord({
        ts: `${played_at.toISOString().slice(0, 19)}Z`,
        master_metadata_track_name: track.name,
        master_metadata_album_artist_name: track.artist_name,
        spotify_track_uri: `spotify:track:${track.platform_id}`,
      }),
    );
    await recordsLoaded(api, otto, records);
    expect(await rowsOf(api, otto)).toHaveLength(50);
    await playsDeleted(api, otto, '?all=true');
    await forgetWhatWasTold(otto.userId);
    await otto.sync();
    const told = new Set(fed.map(({ played_at }) => played_at.getTime()));
    expect((await rowsOf(api, otto)).filter(({ played_at }) => told.has(played_at.getTime()))).toEqual([]);
  });

  it('is undone by loading a file again, which is known again then', async () => {
    const records = [extendedRecord(), extendedRecord({ ts: '2023-05-01T00:00:00Z' })];
    await recordsLoaded(api, user, records);
    await playsDeleted(api, user, '?start_date=2023-05-01');
    const again = await recordsLoaded(api, user, records);
    expect(again.report).toMatchObject({ stored: 1, skipped: { duplicate: 1 } });
    const onceMore = await recordsLoaded(api, user, records);
    expect(onceMore.report).toMatchObject({ stored: 0, skipped: { duplicate: 2 } });
    const found = await api.call('/api/v1/history?track=son*', { as: user });
    expect(found.body.total).toBe(2);
  });

  it('lets a name be found that comes again, by another process too', async () => {
    const other = await createTestApp({ beside: api, env: { ...platform.env, APP_ROLE: 'api' } });
    const writers = { here: api.app.get(HistoryWriter), there: other.app.get(HistoryWriter) };
    const [rain, snow] = [
      playNamed('Ann', 'Rain', '2024-03-01T10:00:00Z'),
      playNamed('Ann', 'Snow', '2024-03-01T11:00:00Z'),
    ];
    await writers.here.write(user.userId, 'api', [rain, snow]);
    // Now both processes know the list.
    await writers.there.write(user.userId, 'api', [playNamed('Ann', 'Hail', '2024-03-01T12:00:00Z')]);
    await playsDeleted(api, user, '?track=rain');
    await writers.there.write(user.userId, 'api', [playNamed('Ann', 'Rain', '2024-04-01T10:00:00Z')]);
    await other.close();
    expect((await api.call('/api/v1/history?track=ra*', { as: user })).body.total).toBe(1);
  });
});
