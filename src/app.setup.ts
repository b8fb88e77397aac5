import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { PinoLogger } from 'nestjs-pino';
import { logAnswers, ServiceLogger } from './logging';
import { requestIdFrom, runInContext } from './common/request-context';
import { Settings } from './config/settings';
import { describeApi } from './http/api-docs';
import { lenientBodies } from './http/bodies';
import { conditionalAnswers } from './http/conditional-answers';
import { answerEarlyFailures } from './http/early-failures';
import { redirectFailedLogins } from './http/failed-logins';
import { refuseForeignPages } from './http/foreign-pages';
import { COMPRESSION, keptCompressions } from './http/kept-compressions';
import { decodableUrl, refuseMalformedPaths } from './http/malformed-paths';
import { securityHeaders } from './http/security-headers';
import { ARRIVAL_TIMEOUTS, requestTimeouts } from './http/timeouts';
import { takeTurns } from './http/turns';
import { answerUnreadableRequest, LONGEST_HEAD_KIB } from './http/unreadable-requests';
import { RequestMetrics } from './metrics/request-metrics';
import { AdmissionService } from './rate-limit/admission.service';

/** The Fastify server underneath: what must be known before Nest builds on it. */
export function createAdapter(settings: Settings): FastifyAdapter {
  return new FastifyAdapter({
    genReqId: (request: IncomingMessage) => requestIdFrom(request.headers['x-request-id']),
    ...ARRIVAL_TIMEOUTS,
    // What has come in by the time of a stop is answered as ever: databases are let go after the server has closed.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadableRequest,
    trustProxy: settings.trustProxyHops === 0 ? false : settings.trustProxyHops,
    http: { maxHeaderSize: LONGEST_HEAD_KIB * 1024 },
    // An id of any length is looked for, and not found: Node bounds the whole head of a request.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_HEAD_KIB * 1024 },
    rewriteUrl: decodableUrl,
  });
}

/** Everything done to an application before it listens, in the order in which it acts on a request. */
export async function setUpApp(app: NestFastifyApplication): Promise<void> {
  const settings = app.get(Settings);
  const admission = app.get(AdmissionService);
  const server = app.getHttpAdapter().getInstance();
  app.useLogger(app.get(ServiceLogger));

  answerEarlyFailures(server);
  logAnswers(server, await app.resolve(PinoLogger));
  app.get(RequestMetrics).measure(server);
  takeTurns(server);
  server.addHook('onRequest', (request, reply, next) => {
    void reply.header('x-request-id', request.id);
    // Unless an answer says itself whether it may be kept, as what the API tells and the files of the page do.
    void reply.header('cache-control', 'no-store');
    runInContext({ requestId: request.id }, next);
  });
  await app.register(cookie);
  securityHeaders(server, settings);
  app.enableCors({
    origin: settings.corsOrigins,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'X-Request-ID',
      'Retry-After',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'ETag',
      'Content-Disposition',
    ],
    maxAge: 600,
    // A preflight is a request like any other: it is counted before it is answered.
    preflightContinue: true,
    // Else what is no proper preflight is answered by a bare text, before it is counted.
    strictPreflight: false,
  });
  server.addHook('onRequest', (request, reply) => admission.admit(request, reply));
  redirectFailedLogins(server, settings);
  refuseMalformedPaths(server);
  refuseForeignPages(server, settings);
  requestTimeouts(server);
  conditionalAnswers(server);
  keptCompressions(server);
  await app.register(compress, COMPRESSION);
  await app.register(multipart, { limits: { fileSize: settings.importMaxBytes, files: 100, fields: 20 } });
  lenientBodies(server);
  describeApi(app);
}
