import type { CatalogueStubs } from '../../catalogue/catalogue-stubs.service';
import type { WritingSession } from '../writing/writing-session';
import { BatchPipeline, type PipelinedImport } from './batch-pipeline';
import type { ImportJob, ImportPayload } from './import-job.types';
import type { ImportMetrics } from './import.metrics';
import { ImportProgress } from './import-progress';
import type { RecordLog } from './record-log';

const FILES = [{ name: 'a.json' }] as ImportPayload['files'];

describe('the batches of an import', () => {
  it('fail it when their records could not be logged, whatever can be committed after that', async () => {
    const flush = jest.fn<Promise<number>, []>().mockResolvedValue(0).mockRejectedValueOnce(new Error('no room'));
    const job = { id: 'job', updateStep: jest.fn(), beginStep: jest.fn(), endStep: jest.fn(), setProgress: jest.fn() };
    const target = {
      job: { ...job, commit: () => Promise.resolve() } as unknown as ImportJob,
      progress: new ImportProgress({ files: FILES } as ImportPayload, null),
      log: { flush } as unknown as RecordLog,
    } satisfies PipelinedImport;
    const session = {
      match: () => Promise.resolve([]),
      roomForAnother: () => Promise.resolve(),
      store: () => Promise.resolve([]),
    } as unknown as WritingSession;
    const catalogue = { addStubs: () => Promise.resolve() } as unknown as CatalogueStubs;
    const metrics = { count: () => undefined } as unknown as ImportMetrics;
    const pipeline = new BatchPipeline(session, catalogue, metrics, target);
    await pipeline.add(
      { records: [], next: { byte: 2, record: 0 } },
      {
        source: 'import' as never,
        recordsBefore: 0,
      },
    );
    // The end of the file is committed after the batch, by a commit of its own.
    while (flush.mock.calls.length === 0) await new Promise(setImmediate);
    pipeline.endFile(null);
    await expect(pipeline.end()).rejects.toThrow('no room');
    expect(flush).toHaveBeenCalledTimes(2);
  });
});
