import { RollupBuild } from '../../src/analytics/rollups/rollup-build.service';
import { DeletionJobService } from '../../src/history/deletion/deletion-job.service';
import { ImportJobService } from '../../src/history/import/import-job.service';
import type { JobHandler } from '../../src/sync-jobs/job-handler';
import type { SyncJobResponse } from '../../src/sync-jobs/sync-jobs.dto';
import { SyncJobsService } from '../../src/sync-jobs/sync-jobs.service';
import { SyncSchedules } from '../../src/sync/schedules/sync-schedules.service';
import { SyncRun } from '../../src/sync/sync-run.service';
import { deletePlays, rowsOf } from '../support/history-calls';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { extendedRecord, zipOf } from '../support/small-uploads';
import { type LinkedListener, link } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

const ALL_STEPS = ['recently_played', 'audio_features', 'playlists', 'top_items', 'analytics'];
const CYCLE_MS = 15 * 60_000;

/** Whatever its kind, a job's record says the truth about it: when its work begins, and when it is completed. */
describe('the record of a job', () => {
  let platform: SandboxPlatform;
  let api: TestApp;
  let mira: LinkedListener;
  /** What the API shows of each job at the moment at which its handler is called. */
  const begun = new Map<string, SyncJobResponse>();
  let tick = Math.ceil(Date.now() / CYCLE_MS) * CYCLE_MS;

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
    for (const kind of [SyncRun, RollupBuild, ImportJobService, DeletionJobService]) {
      const handler = api.app.get<JobHandler>(kind);
      const run = handler.run.bind(handler);
      jest.spyOn(handler, 'run').mockImplementation(async (job) => {
        begun.set(job.id, await api.app.get(SyncJobsService).get(job.userId, job.id));
        await run(job);
      });
    }
    mira = await link(platform, api, 'mira');
  }, 60_000);
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  const post = async (path: string, body?: FormData): Promise<string> => {
    const answer = await api.call(path, { method: 'POST', headers: mira.headers, body });
    return String(answer.body.job_id);
  };
  const imported = (name: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    return post('/api/v1/history/import', form);
  };
  const deleted = async (what: string): Promise<string> => String((await deletePlays(api, mira, what)).body.job_id);
  const scheduled = async (): Promise<string> => {
    const before = (await mira.jobs())[0]?.id;
    tick += CYCLE_MS;
    await api.app.get(SyncSchedules).syncAllUsers(new Date(tick));
    for (;;) {
      const [newest] = await mira.jobs();
      if (newest !== undefined && newest.id !== before) return newest.id;
    }
  };
  const newestPlay = async (): Promise<string> => String((await rowsOf(api, mira)).at(-1)?._id);
  const file = JSON.stringify([extendedRecord(), extendedRecord({ ts: '2023-05-01T00:00:00Z' })]);

  it.each<[string, () => Promise<string>, string[]]>([
    ['a manual sync', () => mira.beginSync(), ALL_STEPS],
    ['a scheduled sync', scheduled, ['recently_played', 'audio_features', 'analytics']],
    ['a roll-up build', () => post('/api/v1/analytics/rollup-build'), ['rollup_build', 'analytics']],
    ['an import', () => imported('a.json', file), ['a.json', 'analytics']],
    ['an import of nothing', () => imported('b.json', '[]'), ['b.json', 'analytics']],
    [
      'an import of several files',
      async () => imported('c.zip', new Uint8Array(await zipOf({ 'x.json': file, 'y.json': '[]' }))),
      ['c.zip/x.json', 'c.zip/y.json', 'analytics'],
    ],
    ['a deletion of one play', async () => deleted(`/${await newestPlay()}`), ['delete_plays', 'analytics']],
    ['a deletion by a filter', () => deleted('?artist=ann'), ['delete_plays', 'analytics']],
    ['a deletion that finds nothing', () => deleted('?artist=nobody'), ['delete_plays', 'analytics']],
  ])('of %s has its start and steps from the beginning, and none of them open at the end', async (_, start, steps) => {
    const id = await start();
    const job = await mira.jobUntil(id);
    const first = begun.get(id);
    expect(first).toMatchObject({ status: 'running', started_at: expect.any(String) as string });
    expect(first?.steps.map(({ action }) => action)).toEqual(steps);
    expect(job).toMatchObject({ status: 'completed', started_at: first?.started_at, error_message: '' });
    expect(job.steps.map(({ action, status }) => [action, status])).toEqual(steps.map((step) => [step, 'completed']));
    for (const { started_at, completed_at } of job.steps)
      expect([started_at, completed_at]).toEqual([expect.any(String), expect.any(String)]);
    expect(job.items_total).toBe(job.items_processed);
  });

  it('of a deletion of one play counts that play', async () => {
    const id = await deleted(`/${await newestPlay()}`);
    const job = await mira.jobUntil(id);
    expect(job).toMatchObject({ items_processed: 1, items_total: 1 });
    expect(job.steps[0]).toMatchObject({ action: 'delete_plays', items: 1, detail: '1 play deleted' });
  });

  it('of an initial sync lists all five steps', () => {
    const [initial] = [...begun.values()].filter(({ job_type }) => job_type === 'initial');
    expect(initial?.steps.map(({ action }) => action)).toEqual(ALL_STEPS);
  });
});
