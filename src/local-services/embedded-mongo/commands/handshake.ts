import { ObjectId } from 'bson';
import { MAX_DOCUMENT_BYTES } from '../bson/encode';
import { Doc } from '../bson/value';
import { CommandError } from '../errors';
import { MAX_MESSAGE_BYTES } from '../wire/message';
import { Command } from './request';

/** The wire version of MongoDB 7.0. */
const MAX_WIRE_VERSION = 21;
/** Drivers cut bulk writes at this many: enough to fill transactions, and no more than a few MB of plays at a time. */
const MAX_WRITE_BATCH_SIZE = 5000;
const VERSION = '7.0.0';

const processId = new ObjectId();

/** Without `logicalSessionTimeoutMinutes`, so that drivers send no sessions. */
export const hello: Command = ({ name }): Doc => ({
  ...(name === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
  helloOk: true,
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  maxWriteBatchSize: MAX_WRITE_BATCH_SIZE,
  localTime: new Date(),
  minWireVersion: 0,
  maxWireVersion: MAX_WIRE_VERSION,
  readOnly: false,
});

export const ping: Command = () => ({});

export const buildInfo: Command = () => ({
  version: VERSION,
  versionArray: [7, 0, 0, 0],
  bits: 64,
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  modules: [],
  storageEngines: ['lmdb'],
});

export const serverStatus: Command = ({ engine }): Doc => ({
  host: 'localhost',
  version: VERSION,
  process: 'playledger-embedded-mongo',
  processId,
  pid: process.pid,
  uptime: Math.floor((Date.now() - engine.startedAt.getTime()) / 1000),
  localTime: new Date(),
  connections: { current: engine.connections() },
  metrics: { cursor: { open: { total: engine.cursors.size } } },
  mem: { resident: Math.round(process.memoryUsage.rss() / 2 ** 20) },
  storageEngine: { name: 'lmdb', persistent: true },
});

export const endSessions: Command = () => ({});

export const refuseLogin: Command = () => {
  throw new CommandError(18, 'the embedded engine has no users: leave user and password out of the URI');
};

export const refuseTransaction: Command = () => {
  throw new CommandError(20, 'transactions are not supported by the embedded engine');
};
