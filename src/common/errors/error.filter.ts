import { ArgumentsHost, Catch, ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DISK_FULL, InsufficientStorage, isDiskFull } from './disk-full';
import { AppError, DATABASE_AWAY, FieldProblem, InvalidRequest, PayloadTooLarge, ServiceUnavailable } from './errors';
import { isDatabaseUnavailable, isRedisUnavailable } from './unavailable';

/** Body of every error answer. */
export interface ErrorBody {
  detail: string | FieldProblem[];
  request_id: string;
}

/** The one place where failures become HTTP answers. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { status, detail, retryAfterSeconds } = this.describe(error);
    // A time-out has answered already, or the caller has gone.
    if (reply.sent || reply.raw.headersSent) return;
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
    void reply.status(status).send({ detail, request_id: request.id } satisfies ErrorBody);
  }

  /** What a failure is to the caller. One that nobody has foreseen is logged. */
  protected describe(error: unknown): { status: number; detail: ErrorBody['detail']; retryAfterSeconds?: number } {
    const known = asAppError(error);
    if (known !== undefined)
      return {
        status: known.status,
        detail: known instanceof InvalidRequest ? known.problems : known.message,
        retryAfterSeconds: known.retryAfterSeconds,
      };
    if (error instanceof HttpException) {
      const status = error.getStatus();
      // Nest's own 404 names the method and path; the contract's wording is plain.
      return { status, detail: status === 404 ? 'Not Found' : error.message };
    }
    const refusal = fastifyRefusal(error);
    if (refusal !== undefined) return refusal;
    this.logger.error(error);
    return { status: 500, detail: 'Internal error. The log of the service has the cause under this request_id.' };
  }
}

function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return new ServiceUnavailable(DATABASE_AWAY);
  if (isRedisUnavailable(error))
    return new ServiceUnavailable('The cache does not answer. Try again in a few seconds.');
  if (isDiskFull(error)) return new InsufficientStorage(DISK_FULL);
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error.code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
      return new InvalidRequest([{ loc: ['body'], msg: 'The body is not valid JSON', type: 'json_invalid' }]);
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      return new InvalidRequest([
        { loc: ['header', 'content-type'], msg: 'The content type is not valid', type: 'value_error' },
      ]);
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new PayloadTooLarge('The request body is too large');
  }
  return undefined;
}

/** Requests that Fastify itself turns away, such as a malformed path. */
function fastifyRefusal(error: unknown): { status: number; detail: string } | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  return error.statusCode < 500 ? { status: error.statusCode, detail: error.message } : undefined;
}
