import type { CatalogueStubs } from '../../catalogue/catalogue-stubs.service';
import type { WritingSession } from '../writing/writing-session';
import { BatchPipeline, type PipelinedImport } from './batch-pipeline';
import type { ImportJob, ImportPayload } from './import-job.types';
import type { ImportMetrics } from './import.metrics';
import { ImportProgress } from './import-progress';
import type { ImportedPlay } from './reading/imported-play';
import type { RecordLog } from './record-log';

const FILES = [{ name: 'a.json' }] as ImportPayload['files'];
const PLAY: ImportedPlay = {
  trackId: null,
  trackName: 'Song',
  artistName: 'Band',
  albumName: '',
  msPlayed: 1,
  playedAt: 0,
};

describe('the batches of an import', () => {
  const flush = jest.fn<Promise<number>, []>();
  const commit = jest.fn<Promise<void>, []>();
  const addStubs = jest.fn<Promise<void>, [ImportedPlay[]]>();
  let progress: ImportProgress;
  let pipeline: BatchPipeline;

  beforeEach(() => {
    flush.mockReset().mockResolvedValue(0);
    commit.mockReset().mockResolvedValue(undefined);
    addStubs.mockReset().mockResolvedValue(undefined);
    progress = new ImportProgress({ files: FILES } as ImportPayload, null);
    const job = { id: 'job', updateStep: jest.fn(), beginStep: jest.fn(), endStep: jest.fn(), setProgress: jest.fn() };
    const target = {
      job: { ...job, commit } as unknown as ImportJob,
      progress,
      log: { flush } as unknown as RecordLog,
    } satisfies PipelinedImport;
    const session = {
      match: (_: string, plays: unknown[]) => Promise.resolve(plays),
      roomForAnother: () => Promise.resolve(),
      store: (plays: unknown[]) => Promise.resolve({ outcomes: plays.map(() => 'stored'), joined: 0 }),
    } as unknown as WritingSession;
    const metrics = { count: () => undefined } as unknown as ImportMetrics;
    pipeline = new BatchPipeline(session, { addStubs } as unknown as CatalogueStubs, metrics, target);
  });

  /** A batch of one play. */
  const add = (record: number): Promise<void> =>
    pipeline.add(
      { records: [{ record, play: PLAY }], next: { byte: record, record } },
      { source: 'extended', recordsBefore: 0 },
    );

  async function untilCalled(mock: jest.Mock): Promise<void> {
    while (mock.mock.calls.length === 0) await new Promise(setImmediate);
  }

  it('fail it when their records could not be logged, whatever can be committed after that', async () => {
    flush.mockRejectedValueOnce(new Error('no room'));
    await add(1);
    // The end of the file is committed after the batch, by a commit of its own.
    await untilCalled(flush);
    pipeline.endFile(null);
    await expect(pipeline.end()).rejects.toThrow('no room');
    expect(flush).toHaveBeenCalledTimes(2);
  });

  it('are committed together when they come faster than commits do, and at once when they are many', async () => {
    for (let record = 1; record <= 41; record += 1) await add(record);
    await pipeline.end();
    expect(commit.mock.calls.length).toBeGreaterThan(2);
    expect(commit.mock.calls.length).toBeLessThan(15);
    expect(progress.report).toMatchObject({ records: 41, stored: 41 });
  });

  it('keep the next waiting when what is stored cannot be committed as fast', async () => {
    let proceed = (): void => undefined;
    addStubs.mockImplementation(() => new Promise((resolve) => (proceed = resolve)));
    let added = 0;
    const adding = (async () => {
      while (added < 40) await add(++added);
    })();
    for (let turns = 0; turns < 200; turns += 1) await new Promise(setImmediate);
    expect(added).toBeLessThan(25);
    addStubs.mockResolvedValue(undefined);
    proceed();
    await adding;
    await pipeline.end();
    expect(progress.report).toMatchObject({ stored: 40 });
  });

  it('are all counted when a commit has failed while others were being stored', async () => {
    commit.mockImplementationOnce(async () => {
      await add(2);
      await add(3);
      throw new Error('cancelled');
    });
    await add(1);
    await untilCalled(commit);
    await expect(pipeline.end()).rejects.toThrow('cancelled');
    expect(progress.report).toMatchObject({ stored: 3 });
  });

  it('are not counted before the catalogue has what they name', async () => {
    addStubs.mockRejectedValueOnce(new Error('no database'));
    await add(1);
    await untilCalled(addStubs);
    await new Promise(setImmediate);
    expect([progress.report.records, commit.mock.calls.length]).toEqual([0, 0]);
    await expect(pipeline.end()).rejects.toThrow('no database');
    // The end tries again, with what could not be put there.
    expect(addStubs.mock.calls.map(([plays]) => plays)).toEqual([[PLAY], [PLAY]]);
    expect(progress.report.records).toBe(1);
  });
});
