import { goBefore } from '../../common/own-turn';
import { loadSettings } from '../../config/load-settings';
import { JOBS_OPTIONS } from '../../database/connection-options';
import { ENGINE_SOCKET } from '../../local-services/data-dir';
import { socketMongodbUri } from '../../local-services/mongodb-uri';
import { BatchLimit } from './batch-limit.service';

const limitAt = (mongodbUri: string): BatchLimit => new BatchLimit(Object.assign(loadSettings({}), { mongodbUri }));

describe('the number of batches on their way to the database', () => {
  it.each([
    [
      'the embedded engine',
      socketMongodbUri(`/data/run/${ENGINE_SOCKET}`, 'playledger'),
      { quiet: { batches: 5, inserts: 4 }, read: { batches: 2, inserts: 4 } },
      1_000,
    ],
    [
      'a server',
      'mongodb://db.example/%7Bodd%',
      { quiet: { batches: 2, inserts: 4 }, read: { batches: 1, inserts: 2 } },
      100_000,
    ],
  ])('leaves room for those who read from %s', (_name, uri, expected, instant) => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(instant);
    const limit = limitAt(uri);
    const quiet = limit.now();
    for (let requests = 0; requests < 4; requests += 1) goBefore()();
    const read = limit.now();
    clock.mockReturnValue(instant + 60_000);
    expect([{ quiet, read }, limit.now()]).toEqual([expected, expected.quiet]);
    // What waits for a connection keeps the engine waiting.
    expect(quiet.batches * quiet.inserts).toBeLessThan(JOBS_OPTIONS.maxPoolSize ?? 0);
    clock.mockRestore();
  });
});
