import { Writable } from 'node:stream';
import type { Logger } from 'pino';
import pinoHttp, { type Options } from 'pino-http';
import { runInContext } from './common/request-context';
import { loadSettings } from './config/load-settings';
import { loggerOptions } from './logging';

/** What is logged, line by line. */
function logged(write: (logger: Logger) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  const stream = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(line.toString());
      done();
    },
  });
  const [options] = loggerOptions(loadSettings({})).pinoHttp as [Options];
  write(pinoHttp(options, stream).logger);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('has of an error its message and where it came from, and nothing that hangs on it', () => {
    const error = Object.assign(new RangeError('refused', { cause: new Error('the cause') }), {
      code: 11000,
      command: { name: 'set', args: ['secret'] },
      writeErrors: [{ op: { name: 'Song of Ann' } }],
    });
    const [line] = logged((logger) => {
      logger.error({ err: error }, 'a job failed');
    });
    expect(line).toMatchObject({
      msg: 'a job failed',
      err: {
        type: 'RangeError',
        message: expect.stringContaining('refused') as string,
        stack: expect.stringMatching(/logging\.spec[^]+the cause/) as string,
        code: 11000,
      },
    });
    expect(JSON.stringify(line)).not.toMatch(/secret|Ann/);
  });

  it('has the ids of the job, and of the request that asked for it', () => {
    const [line] = logged((logger) => {
      runInContext({ requestId: 'a request', jobId: 'a job' }, () => {
        logger.info('works');
      });
    });
    expect(line).toMatchObject({ request_id: 'a request', job_id: 'a job', msg: 'works' });
  });
});
