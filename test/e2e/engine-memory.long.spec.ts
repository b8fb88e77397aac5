import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { EngineProcess } from '../support/engine-process';
import { anonymousMemoryOf } from '../support/process-memory';

const MB = 1_000_000;
const DOCUMENTS = 48;

describe('The memory of the embedded engine', () => {
  it('does not hold all documents that a query finds, but the next few', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'playledger-test-'));
    const engine = new EngineProcess(folder);
    await engine.start();
    const client = await MongoClient.connect(engine.uri);
    try {
      const long = client.db('test').collection<{ _id: number; text: string }>('long');
      for (let _id = 0; _id < DOCUMENTS; _id += 1)
        await long.insertOne({ _id, text: randomBytes(MB / 2).toString('hex') });
      const readAll = async (): Promise<number> => {
        let most = 0;
        for await (const { text } of long.find({}, { batchSize: 1 })) {
          expect(text).toHaveLength(MB);
          most = Math.max(most, anonymousMemoryOf(engine.pid));
        }
        return most;
      };
      await long.findOne({ _id: 0 });
      const before = anonymousMemoryOf(engine.pid);
      let most = 0;
      for (let round = 0; round < 4; round += 1) most = Math.max(most, await readAll());
      expect(most - before).toBeLessThan(DOCUMENTS * MB);
    } finally {
      await client.close();
      await engine.kill('SIGTERM');
      rmSync(folder, { recursive: true });
    }
  });
});
