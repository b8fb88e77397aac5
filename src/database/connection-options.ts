import type { ConnectOptions } from 'mongoose';
import { EndingConnection } from './driver-connection';

const COMMON_OPTIONS: ConnectOptions & { connectionType: typeof EndingConnection } = {
  connectionType: EndingConnection,
  serverSelectionTimeoutMS: 2_000,
  retryReads: false,
  retryWrites: false,
  autoCreate: false,
  autoIndex: false,
  // A query while the database is away fails at once, and is answered with 503, rather than waiting in a buffer.
  bufferCommands: false,
  // Drivers write nothing else, and looking at each character of what is read takes a tenth of computing the figures.
  enableUtf8Validation: false,
};

export const REQUEST_OPTIONS: ConnectOptions = {
  ...COMMON_OPTIONS,
  socketTimeoutMS: 2_500,
  // A server that hangs accepts connections and says nothing on them.
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 2_500,
};

/** An import keeps up to twenty inserts on their way: what else it writes, and other jobs, need not wait for these. */
export const JOBS_OPTIONS: ConnectOptions = { ...COMMON_OPTIONS, maxPoolSize: 32 };
