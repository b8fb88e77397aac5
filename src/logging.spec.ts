import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import fastify from 'fastify';
import type { Logger } from 'pino';
import pinoHttp, { type Options } from 'pino-http';
import { runInContext } from './common/request-context';
import { loadSettings } from './config/load-settings';
import { logAnswers, loggerOptions } from './logging';

type Line = Record<string, unknown>;

/** A logger of the service, and the lines that it has written so far. */
function testLogger(env: Record<string, string> = {}): { logger: Logger; lines: Line[] } {
  const lines: Line[] = [];
  const stream = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(JSON.parse(line.toString()) as Line);
      done();
    },
  });
  const [options] = loggerOptions(loadSettings(env)).pinoHttp as [Options];
  return { logger: pinoHttp(options, stream).logger, lines };
}

/** What is logged, line by line. */
function logged(write: (logger: Logger) => void): Line[] {
  const { logger, lines } = testLogger();
  write(logger);
  return lines;
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

  it('has the id of the request', () => {
    const [line] = logged((logger) => {
      runInContext({ requestId: 'a request' }, () => {
        logger.info('works');
      });
    });
    expect(line).toMatchObject({ request_id: 'a request', msg: 'works' });
    expect(line).not.toHaveProperty('job_id');
  });

  describe('of answers', () => {
    /** Answers with the status that is asked for; never where that is 0. */
    async function answering(env: Record<string, string>) {
      const { logger, lines } = testLogger(env);
      const server = fastify({ genReqId: () => 'its-id' });
      logAnswers(server, { logger });
      server.get<{ Params: { status: string } }>('*', async ({ url }, reply) => {
        const status = Number(/\d+/.exec(url)?.[0]);
        if (status === 0) await new Promise(() => undefined);
        return reply.status(status).send('answer');
      });
      await server.listen({ port: 0, host: '127.0.0.1' });
      return { server, lines, port: (server.server.address() as AddressInfo).port };
    }
    const until = async (lines: readonly Line[], count: number): Promise<void> => {
      while (lines.length < count) await new Promise((resolve) => setImmediate(resolve));
    };

    it.each([
      [200, 'debug', 20],
      [404, 'debug', 20],
      [500, 'error', 50],
      [503, 'warn', 40],
    ])('tells %i at the level %s, without its query', async (status, _name, level) => {
      const { server, lines, port } = await answering({ LOG_LEVEL: 'debug' });
      await fetch(`http://127.0.0.1:${port}/${status}?secret`);
      await until(lines, 1);
      await server.close();
      const message = { level, request_id: 'its-id', msg: 'request completed' };
      expect(lines).toMatchObject([{ ...message, req: { method: 'GET', path: `/${status}` }, res: { status } }]);
      expect(JSON.stringify(lines)).not.toMatch('secret');
    });

    it('tells of those that nobody waits for any more', async () => {
      const { server, lines, port } = await answering({ LOG_LEVEL: 'debug' });
      const unanswered = request({ port, path: '/0' }).on('error', () => undefined);
      server.server.once('request', () => unanswered.destroy());
      unanswered.end();
      await until(lines, 1);
      await server.close();
      expect(lines).toMatchObject([{ level: 20, msg: 'request aborted', req: { path: '/0' } }]);
    });

    it('tells of faults alone unless it is asked for more, and of no probe', async () => {
      const { server, lines, port } = await answering({ LOG_LEVEL: 'info' });
      for (const path of ['200', 'api/health/ready?503', 'api/health?500', '502'])
        await fetch(`http://127.0.0.1:${port}/${path}`);
      await until(lines, 1);
      await server.close();
      expect(lines).toMatchObject([{ level: 40, res: { status: 502 } }]);
    });
  });
});
