import { types } from 'node:util';
import { Error as MongooseErrors, mongo } from 'mongoose';

const MONGO_FAILURES = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoNotConnectedError,
  // What is under way while a connection is given up and opened anew.
  mongo.MongoTopologyClosedError,
  mongo.MongoServerClosedError,
  mongo.MongoClientClosedError,
];

/** No connection became free, or could be made, in time, or was given up; the driver does not export the classes. */
const NO_CONNECTION = new Set(['MongoWaitQueueTimeoutError', 'MongoPoolClosedError']);

/** MongoDB's code for a write that it gave up for no fault of the writer's, who is to try again. */
const WRITE_CONFLICT = 112;
/** What a server that is made of PostgreSQL, as DocumentDB is, says instead; it has no code of its own for this. */
const DEADLOCK = 'deadlock detected';

const REDIS_MESSAGES =
  /^(Command timed out|Connection is closed\.?|Stream isn't writeable|Reached the max retries per request|LOADING )/;

/** What a broken connection fails with, whatever was under way on it. */
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/**
 * Whether an error means that the document database is out of reach, or for the moment cannot do a command, rather than that
 * it refused one.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (MONGO_FAILURES.some((failure) => error instanceof failure)) return true;
  if (error instanceof mongo.MongoServerError && wasGivenUp(error.code, error.message)) return true;
  if (error instanceof mongo.MongoBulkWriteError) {
    // What breaks off several writes at once is wrapped by the driver as if the server had answered it.
    if (isDatabaseUnavailable(error.errorResponse)) return true;
    return [error.writeErrors].flat().some(({ code, errmsg }) => wasGivenUp(code, errmsg));
  }
  if (error instanceof mongo.MongoDriverError && NO_CONNECTION.has(error.name)) return true;
  if (error instanceof MongooseErrors.MongooseServerSelectionError) return true;
  // Node's refusal to write to a socket that its other end has closed, which the driver passes on as it is.
  if (types.isNativeError(error) && 'code' in error && error.code === 'EPIPE') return true;
  // Mongoose has no class of its own for a query before the first connection.
  return error instanceof MongooseErrors && error.message.includes('before initial connection is complete');
}

/** Whether the database gave a write up because another was in its way. */
function wasGivenUp(code: unknown, message: string | undefined): boolean {
  return code === WRITE_CONFLICT || message === DEADLOCK;
}

/** Whether an error means that Redis is out of reach. ioredis tells most of these by message only. */
export function isRedisUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  if (REDIS_MESSAGES.test(error.message)) return true;
  if (!('syscall' in error && 'code' in error)) return false;
  // ENOENT is a socket that is not there only when connecting; otherwise it is a file.
  return SOCKET_CODES.has(String(error.code)) || (error.syscall === 'connect' && error.code === 'ENOENT');
}
