import { type Db, ObjectId } from 'mongodb';
import type { SyncJob } from '../../src/sync-jobs/sync-job.schema';
import { median } from '../support/median';
import { type GrowingHistory, listenerIn } from './growing-history';
import { progress } from './progress';
import { type BenchOptions, type BenchRow, count } from './report';

const LEAST_BESIDE_STREAM = 0.4;

/** A rebuild of all roll-ups beside the driver that only reads the same plays. */
export async function benchRebuild(history: GrowingHistory, { rounds }: BenchOptions): Promise<BenchRow[]> {
  const { plays } = history;
  const streams: number[] = [];
  const rebuilds: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    progress(`rebuild, ${count(plays)} plays: ${round} of ${rounds}`);
    streams.push(await history.withDatabase((db) => secondsToStream(db, plays)));
    const { id } = await history.rebuild();
    rebuilds.push(await history.withDatabase((db) => secondsOfStep(db, id)));
  }
  return [
    {
      what: `roll-up rebuild, ${count(plays)} plays`,
      value: plays / median(rebuilds),
      unit: 'plays/s',
      baseline: plays / median(streams),
      baselineName: 'driver reading',
      bar: { ratioAtLeast: LEAST_BESIDE_STREAM },
    },
  ];
}

/** Without the snapshots, which the job computes from the roll-ups afterwards. */
async function secondsOfStep(db: Db, jobId: string): Promise<number> {
  const job = await db.collection('sync_jobs').findOne<Pick<SyncJob, 'steps'>>({ _id: new ObjectId(jobId) });
  const step = job?.steps.find(({ action }) => action === 'rollup_build');
  return (Number(step?.completed_at) - Number(step?.started_at)) / 1000;
}

async function secondsToStream(db: Db, plays: number): Promise<number> {
  const user_id = await listenerIn(db);
  const start = performance.now();
  let read = 0;
  const cursor = db
    .collection('listening_history')
    .find({ user_id }, { sort: { played_at: 1, _id: 1 }, batchSize: 1_000 });
  for await (const play of cursor) read += Number(play.played_at instanceof Date);
  if (read !== plays) throw new Error(`Of ${plays} plays ${read} were read`);
  return (performance.now() - start) / 1000;
}
