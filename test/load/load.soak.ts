import { type BenchRow, meetsBar, toTable } from '../bench/report';
import { mixedLoad } from './mixed-load';
import { backlog, slowUploads } from './queues';
import { type LoadScene, startScene } from './scene';

// The service runs on local services of its own.
delete process.env.MONGODB_URI;
delete process.env.REDIS_URL;

/** Of what the service has printed, when something went wrong. */
const LOG_TAIL = 5_000;

/** The short form of `npm run load`. Bars are wide: the machine may be busy. */
describe('under load', () => {
  let scene: LoadScene;

  beforeAll(async () => {
    scene = await startScene('source', 1_000);
  }, 180_000);
  afterAll(() => scene.close(), 60_000);

  function expectBars(rows: readonly BenchRow[]): void {
    console.log(toTable([...rows]));
    const missed = rows.filter((row) => !meetsBar(row));
    if (missed.length > 0) console.log(scene.service.printed().slice(-LOG_TAIL));
    expect(missed).toEqual([]);
  }

  it('answers every read on 200 connections, while imports and syncs go on', async () => {
    expectBars(await mixedLoad(scene, { connections: 200, seconds: 10, records: 2_000, mostP99Ms: 15_000 }));
  }, 180_000);

  it('lets nobody wait for uploads that trickle in', async () => {
    expectBars(await slowUploads(scene, { uploads: 30, seconds: 5 }));
  }, 120_000);

  it('works off a backlog of one user’s imports in order, and another user’s beside it', async () => {
    expectBars(await backlog(scene, 25));
  }, 180_000);
});
