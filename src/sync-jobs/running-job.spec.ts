import fc from 'fast-check';
import { type Model, Types } from 'mongoose';
import { JobInterrupted } from './job-errors';
import { RunningJob } from './running-job';
import { type JobStep, pendingStep, type SyncJob } from './sync-job.schema';

/** A job whose writes fail as often as the test says, which a database cannot be made to do one by one. */
function jobWithFailures(failures: number, steps: JobStep[] = []): { job: RunningJob; stored: Partial<SyncJob> } {
  const stored: Partial<SyncJob> = {};
  const lean = (changes: Partial<SyncJob>): Promise<Partial<SyncJob>> => {
    if (failures-- > 0) return Promise.reject(new Error('away'));
    return Promise.resolve(Object.assign(stored, changes));
  };
  const jobs = {
    findOneAndUpdate: (_filter: object, { $set }: { $set: Partial<SyncJob> }) => ({
      select: () => ({ lean: () => lean($set) }),
    }),
  };
  const record = {
    _id: new Types.ObjectId(),
    steps,
    items_processed: 0,
    runs: 0,
    lane: 'sync',
  } as unknown as SyncJob;
  return { job: new RunningJob(record, jobs as unknown as Model<SyncJob>, () => undefined), stored };
}

describe('a running job', () => {
  it('takes what a write that failed has not stored along with the next', async () => {
    const { job, stored } = jobWithFailures(2);
    const commits = [job.commit({ batch: 1 }), job.commit({ batch: 2 })];
    job.setProgress({ itemsProcessed: 7 });
    expect((await Promise.allSettled(commits)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await job.putBack();
    expect(stored).toMatchObject({ status: 'pending', checkpoint: { batch: 2 }, items_processed: 7 });
  });

  it('stores the newer of what failed and what came since', async () => {
    const { job, stored } = jobWithFailures(1);
    const failed = job.commit({ batch: 1 });
    const stands = expect(failed).rejects.toThrow('away');
    await new Promise(setImmediate);
    await job.commit({ batch: 2 });
    await stands;
    expect(stored).toMatchObject({ checkpoint: { batch: 2 } });
    await job.complete();
    expect(stored).toMatchObject({ status: 'completed' });
  });

  it('has no open step once it is completed, and has processed all that there was', async () => {
    const status = fc.constantFrom('planned', 'begun', 'ended', 'failed');
    const count = fc.nat(1_000);
    await fc.assert(
      fc.asyncProperty(fc.array(status), count, count, async (steps, itemsProcessed, itemsTotal) => {
        const { job, stored } = jobWithFailures(0);
        job.planSteps(steps.map((_, index) => `step ${index}`));
        for (const [index, step] of steps.entries()) {
          if (step !== 'planned') job.beginStep(`step ${index}`);
          if (step === 'ended') job.endStep(`step ${index}`);
          if (step === 'failed') job.endStep(`step ${index}`, { error: 'It failed.' });
        }
        job.setProgress({ itemsProcessed, itemsTotal });
        await job.complete();
        expect(stored).toMatchObject({
          status: 'completed',
          items_processed: itemsProcessed,
          items_total: itemsProcessed,
        });
        expect(stored.steps?.map((step) => step.status)).toEqual(
          steps.map((step) => (step === 'failed' ? 'failed' : 'completed')),
        );
        for (const { started_at, completed_at } of stored.steps ?? [])
          expect([started_at, completed_at]).toEqual([expect.any(Date), expect.any(Date)]);
      }),
    );
  });

  it('has no end of a step that has begun again', async () => {
    const { job, stored } = jobWithFailures(0);
    job.beginStep('playlists');
    job.endStep('playlists', { error: 'It failed.' });
    job.beginStep('playlists');
    await job.commit({});
    expect(stored.steps).toMatchObject([{ status: 'running', completed_at: null, error: '' }]);
    await job.putBack();
  });

  it.each(['putBack', 'postpone'] as const)('has no step under way when it waits again (%s)', async (way) => {
    const { job, stored } = jobWithFailures(0);
    job.planSteps(['recently_played', 'playlists', 'analytics']);
    job.beginStep('recently_played');
    job.endStep('recently_played');
    job.beginStep('playlists');
    job.updateStep('playlists', { items: 3, detail: '3 of 9 playlists' });
    await job[way](new Date());
    expect(stored.status).toBe('pending');
    expect(stored.steps).toMatchObject([
      { status: 'completed' },
      { status: 'pending', items: 3, detail: '3 of 9 playlists', started_at: expect.any(Date) as Date },
      { status: 'pending' },
    ]);
  });

  it('fails with the step that has begun, though it waited to be gone on with', async () => {
    const { job, stored } = jobWithFailures(0, [
      { ...pendingStep('recently_played'), started_at: new Date() },
      pendingStep('playlists'),
    ]);
    await job.fail('cancelled');
    expect(stored.steps).toMatchObject([
      { status: 'failed', error: 'cancelled', completed_at: expect.any(Date) as Date },
      { status: 'pending', error: '' },
    ]);
  });

  it('hears of a stop after it was cancelled, by the signal of what a cancel does not end', async () => {
    const { job } = jobWithFailures(0);
    const [cancelled, stopping] = [new JobInterrupted('cancelled'), new JobInterrupted('stopping')];
    job.interrupt(cancelled);
    expect([job.signal.reason, job.signalUnlessCancelled.aborted]).toEqual([cancelled, false]);
    job.interrupt(stopping);
    expect([job.signal.reason, job.signalUnlessCancelled.reason]).toEqual([cancelled, stopping]);
    await job.putBack();
  });

  it.each(['stopping', 'lost'] as const)('hears of %s by both signals', async (reason) => {
    const { job } = jobWithFailures(0);
    const interrupted = new JobInterrupted(reason);
    job.interrupt(interrupted);
    expect([job.signal.reason, job.signalUnlessCancelled.reason]).toEqual([interrupted, interrupted]);
    await job.putBack();
  });
});
