import { Logger, type Params } from 'nestjs-pino';
import pino, { type DestinationStream } from 'pino';
import type { Options } from 'pino-http';
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

/** An error as pino hands it to a serializer: with everything else that hangs on it. */
interface LoggedError {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
}

/** JSON logs; every line carries the ids of the request or job that it was written for. */
export function loggerOptions(settings: Settings): Params {
  const options: Options = {
    level: settings.logLevel,
    customAttributeKeys: { reqId: 'request_id' },
    // A request's lines carry its id already; a job's carry its own, and that of the request which asked for it.
    mixin: () => {
      const context = currentContext();
      return context?.jobId === undefined ? {} : { request_id: context.requestId, job_id: context.jobId };
    },
    // Queries, headers and addresses may tell of persons; the path is enough to find one's way.
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      // The errors of clients carry what was sent: commands with their keys, writes with their documents.
      err: ({ type, message, stack, code }: LoggedError) => ({ type, message, stack, code }),
    },
    customLogLevel: (_request, response, error) => levelOf(response.statusCode, error),
    // Probes are told; a log line for each would bury the rest.
    autoLogging: { ignore: (request) => request.url?.startsWith('/api/health') ?? false },
    quietReqLogger: true,
  };
  return { pinoHttp: [options, stdout()] };
}

/** Only a fault of the service itself is an error; what is away (502 to 504) is worth a warning. */
function levelOf(status: number, error: Error | undefined): 'error' | 'warn' | 'debug' {
  if (error !== undefined || status === 500) return 'error';
  return status > 500 ? 'warn' : 'debug';
}
