import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '../support/service-process';
import { TcpProxy } from '../support/tcp-proxy';

describe('a service that is told to stop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stop-'));
  let redis: TcpProxy;

  beforeAll(async () => {
    redis = await TcpProxy.toRedis();
  });
  afterAll(async () => {
    await redis.close();
    rmSync(folder, { recursive: true });
  });

  test('ends in order, however often and by which signal it is told', async () => {
    const service = await ServiceProcess.start(join(folder, 'twice'), { env: { LOG_LEVEL: 'info' } });
    process.kill(service.pid, 'SIGINT');
    const exitCode = await service.kill('SIGTERM');
    expect({ exitCode, printed: service.printed() }).toEqual({
      exitCode: 0,
      printed: expect.not.stringMatching(/unhandled|While stopping|Redis:|"level":[56]0/) as string,
    });
  });

  test('ends while Redis is away, and with a sentence while it hangs, and keeps its data', async () => {
    const env = { REDIS_URL: `redis://127.0.0.1:${redis.port}/${process.env.JEST_WORKER_ID ?? '1'}` };
    const service = await ServiceProcess.start(folder, { env });
    await service.signIn('listener');
    redis.cut();
    await service.kill('SIGTERM');
    redis.restore();
    await service.start();
    redis.silence();
    await service.kill('SIGTERM');
    expect(service.printed()).toContain('What was under way is taken up at the next start.');
    redis.restore();
    await service.start();
    const users = await service.withDatabase((db) =>
      db.collection('users').countDocuments({ platform_id: 'listener' }),
    );
    expect(users).toBe(1);
    await service.kill('SIGTERM');
  }, 150_000);
});
