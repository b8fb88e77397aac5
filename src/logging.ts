import type { Params } from 'nestjs-pino';
import type { DestinationStream } from 'pino';
import type { Options } from 'pino-http';
import { currentContext } from './common/request-context';
import type { Settings } from './config/settings';

/** JSON logs; every line carries the ids of the request or job that it was written for. */
export function loggerOptions(settings: Settings, stream?: DestinationStream): Params {
  const options: Options = {
    level: settings.logLevel,
    mixin: () => {
      const context = currentContext();
      return context === undefined ? {} : { request_id: context.requestId, job_id: context.jobId };
    },
    // Queries, headers and addresses may tell of persons; the path is enough to find one's way.
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    customLogLevel: (_request, response, error) =>
      error !== undefined || response.statusCode >= 500 ? 'error' : 'debug',
    quietReqLogger: true,
  };
  return { pinoHttp: stream === undefined ? options : [options, stream] };
}
