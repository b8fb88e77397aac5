/**
 * A failure with a meaning for the caller. Each meaning is a class of its own; the error filter turns it into HTTP.
 * The message is written for the person who sees it.
 */
export abstract class AppError extends Error {
  abstract readonly status: number;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

export class BadRequest extends AppError {
  readonly status = 400;
}

export class NotAuthenticated extends AppError {
  readonly status = 401;

  constructor(message = 'Not authenticated') {
    super(message);
  }
}

export class Forbidden extends AppError {
  readonly status = 403;
}

export class NotFound extends AppError {
  readonly status = 404;
}

export class Conflict extends AppError {
  readonly status = 409;
}

export class PayloadTooLarge extends AppError {
  readonly status = 413;
}

export class RateLimitExceeded extends AppError {
  readonly status = 429;

  constructor(override readonly retryAfterSeconds: number) {
    super('Rate limit exceeded');
  }
}

/** For whoever asked for something that the document database was needed for. */
export const DATABASE_AWAY = 'The document database does not answer. Try again in a few seconds.';

/** The document database, the cache or the queue does not answer. */
export class ServiceUnavailable extends AppError {
  readonly status = 503;
  override readonly retryAfterSeconds = 3;
}

export class RequestTimedOut extends AppError {
  readonly status = 504;

  constructor(seconds: number) {
    super(`The request took longer than ${seconds} seconds and was given up`);
  }
}

/** One thing wrong with a request, in the shape of the contract's 422 answer. */
export interface FieldProblem {
  /** `query`, `path` or `body`, then the name of the field, then positions inside it. */
  loc: (string | number)[];
  msg: string;
  /** One of Pydantic 2's error types, such as `missing` or `int_parsing`. */
  type: string;
}

/** The request was understood and does not fit its schema. */
export class InvalidRequest extends AppError {
  readonly status = 422;

  constructor(readonly problems: FieldProblem[]) {
    super(problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '));
  }
}
