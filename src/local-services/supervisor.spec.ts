import { restartDelayMs, supervise, type Log, type ServiceRun } from './supervisor';

const BACK_OFF = { firstMs: 1, maxMs: 4, resetAfterMs: 60_000 };

/** A service whose runs end when the test says so, and whose next starts fail as often as the test says. */
class TestService {
  starts = 0;
  failuresToCome = 0;
  running = 0;
  beforeStart: () => Promise<void> = () => Promise.resolve();
  die: (reason: string) => void = () => undefined;

  readonly start = async (): Promise<ServiceRun> => {
    this.starts += 1;
    await this.beforeStart();
    if (this.failuresToCome > 0) {
      this.failuresToCome -= 1;
      throw new Error('no room');
    }
    let end: (reason: string) => void = () => undefined;
    const ended = new Promise<string>((resolve) => (end = resolve));
    this.running += 1;
    void ended.then(() => (this.running -= 1));
    this.die = end;
    return {
      ended,
      stop: () => {
        end('stopped');
        return Promise.resolve();
      },
    };
  };
}

function recordingLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { lines, log: (level, message) => lines.push(`${level} ${message}`) };
}

describe('restartDelayMs', () => {
  it.each([
    [1, 100],
    [2, 200],
    [5, 1600],
    [9, 25_600],
    [10, 30_000],
    [2000, 30_000],
  ])('waits, after failure %i in a row, %i ms', (failures, expected) => {
    expect(restartDelayMs(failures, { firstMs: 100, maxMs: 30_000, resetAfterMs: 60_000 })).toBe(expected);
  });
});

describe('supervise', () => {
  it('hands a failure of the first start to the caller', async () => {
    const service = new TestService();
    service.failuresToCome = 1;
    await expect(supervise('It', service.start, recordingLog().log, BACK_OFF)).rejects.toThrow('no room');
    expect(service.starts).toBe(1);
  });

  it('starts a service that died again, however often that fails, and says so', async () => {
    const service = new TestService();
    const lines: string[] = [];
    let runsAgain: () => void = () => undefined;
    const restarted = new Promise<void>((resolve) => (runsAgain = resolve));
    const log: Log = (level, message) => {
      lines.push(`${level} ${message}`);
      if (level === 'info') runsAgain();
    };
    const supervised = await supervise('It', service.start, log, BACK_OFF);
    service.failuresToCome = 2;
    service.die('signal SIGKILL');
    await restarted;
    await supervised.stop();
    expect(lines).toEqual([
      'error It ended unexpectedly: signal SIGKILL',
      'error It did not start: no room',
      'error It did not start: no room',
      'info It runs again.',
    ]);
    expect(service.starts).toBe(4);
  });

  it('does not start a stopped service again', async () => {
    const service = new TestService();
    const { log, lines } = recordingLog();
    const supervised = await supervise('It', service.start, log, BACK_OFF);
    await supervised.stop();
    expect(service).toMatchObject({ starts: 1, running: 0 });
    expect(lines).toEqual([]);
  });

  it('ends the pause before a restart when it is stopped', async () => {
    const service = new TestService();
    const supervised = await supervise('It', service.start, recordingLog().log, {
      ...BACK_OFF,
      firstMs: 3_600_000,
      maxMs: 3_600_000,
    });
    service.die('gone');
    await supervised.stop();
    expect(service.starts).toBe(1);
  });

  it('stops a run that comes up while it is being stopped', async () => {
    const service = new TestService();
    const supervised = await supervise('It', service.start, recordingLog().log, BACK_OFF);
    let letStart: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letStart = resolve));
    const starting = new Promise<void>((resolve) => {
      service.beforeStart = () => {
        resolve();
        return gate;
      };
    });
    service.die('gone');
    await starting;
    const stopped = supervised.stop();
    letStart();
    await stopped;
    expect(service).toMatchObject({ starts: 2, running: 0 });
  });
});
