import type { FastifyInstance } from 'fastify';
import { Logger, type Params, type PinoLogger } from 'nestjs-pino';
import pino, { type DestinationStream } from 'pino';
import type { Options } from 'pino-http';
import { isHealthPath } from './common/paths';
import { currentContext } from './common/request-context';
import type { Settings } from './config/settings';

/** What Nest tells of its own start: every module, every route. */
const FRAMEWORK_CONTEXTS: unknown[] = [
  'NestFactory',
  'NestApplication',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
];

/** The application's logger; what the framework tells of itself is for debugging only. */
export class ServiceLogger extends Logger {
  override log(message: unknown, ...details: unknown[]): void {
    if (FRAMEWORK_CONTEXTS.includes(details.at(-1))) this.debug(message, ...details);
    else super.log(message, ...details);
  }
}

/** Written at once, so that lines keep their order beside what else is printed, and none is lost by a crash. */
const stdout = (): DestinationStream => pino.destination({ dest: 1, sync: true });

/** JSON logs; every line carries the ids of the request or job that it was written for. */
export function loggerOptions(settings: Settings): Params {
  const options: Options = {
    level: settings.logLevel,
    // A job's lines carry its own id, and that of the request which asked for it.
    mixin: () => {
      const context = currentContext();
      if (context === undefined) return {};
      const { requestId, jobId } = context;
      return jobId === undefined ? { request_id: requestId } : { request_id: requestId, job_id: jobId };
    },
    // The errors of clients carry what was sent: commands with their keys, writes with their documents.
    serializers: { err: pino.stdSerializers.wrapErrorSerializer(toLoggedError) },
    wrapSerializers: false,
  };
  // No routes: answers are logged by logAnswers, without a logger for each request.
  return { pinoHttp: [options, stdout()], forRoutes: [] };
}

/** What is logged of an error. */
interface LoggedError {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
}

function toLoggedError({ type, message, stack, code }: LoggedError): LoggedError {
  return { type, message, stack, code };
}

/** The most characters of a path that a line has. */
const LONGEST_PATH = 1_000;

/**
 * Logs every answer, whether it could be sent or not. Queries, headers and addresses may tell of persons; the path is
 * enough to find one's way.
 */
export function logAnswers(server: FastifyInstance, log: Pick<PinoLogger, 'logger'>): void {
  server.addHook('onRequest', (request, reply, next) => {
    reply.raw.once('close', () => {
      const { logger } = log;
      const level = levelOf(reply.statusCode);
      // Probes are told; a log line for each would bury the rest.
      if (!logger.isLevelEnabled(level) || isHealthPath(request.url)) return;
      const line = {
        request_id: request.id,
        req: { method: request.method, path: request.url.split('?', 1)[0]?.slice(0, LONGEST_PATH) },
        res: { status: reply.statusCode },
        responseTime: Math.round(reply.elapsedTime),
      };
      logger[level](line, reply.raw.writableFinished ? 'request completed' : 'request aborted');
    });
    next();
  });
}

/** Only a fault of the service itself is an error; what is away (502 to 504) is worth a warning. */
function levelOf(status: number): 'error' | 'warn' | 'debug' {
  if (status === 500) return 'error';
  return status > 500 ? 'warn' : 'debug';
}
