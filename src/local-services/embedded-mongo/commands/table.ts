import { encode } from '../bson/encode';
import { Doc } from '../bson/value';
import { CommandError } from '../errors';
import { AbortedTransaction, asRefusal } from '../storage/failed-commit';
import { Message } from '../wire/message';
import { aggregate } from './aggregate';
import { collStats, create, dbStats, drop, dropDatabase, listCollections, listDatabases } from './collections';
import { count, distinct } from './count';
import { deleteDocuments } from './delete';
import { connectionStatus, getCmdLineOpts, getLog, getParameter, hostInfo } from './diagnostics';
import { explain } from './explain';
import { findAndModify } from './find-and-modify';
import { find, getMore, killCursors } from './find';
import { buildInfo, endSessions, hello, ping, refuseLogin, refuseTransaction, serverStatus } from './handshake';
import { createIndexes, dropIndexes, listIndexes } from './indexes';
import { insert } from './insert';
import { Command, Engine, Reply, Request } from './request';
import { update } from './update';
import { validate } from './validate';
import { duplicateOf } from './write-steps';

/** How often a command is run whose transaction is given up each time. */
const MOST_RUNS = 5;

/** Every command that the engine knows, by its name in lower case. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>(
  Object.entries({
    hello,
    ismaster: hello,
    ping,
    buildInfo,
    serverStatus,
    endSessions,
    saslStart: refuseLogin,
    saslContinue: refuseLogin,
    authenticate: refuseLogin,
    commitTransaction: refuseTransaction,
    abortTransaction: refuseTransaction,
    find,
    getMore,
    killCursors,
    aggregate,
    count,
    distinct,
    explain,
    insert,
    update,
    delete: deleteDocuments,
    findAndModify,
    createIndexes: alone(createIndexes),
    dropIndexes: alone(dropIndexes),
    listIndexes,
    create: alone(create),
    drop: alone(drop),
    dropDatabase: alone(dropDatabase),
    listCollections,
    listDatabases,
    collStats,
    dbStats,
    validate,
    connectionStatus,
    hostInfo,
    getCmdLineOpts,
    getParameter,
    getLog,
  }).map(([name, command]) => [name.toLowerCase(), command]),
);

/** A command that changes the catalogue, which no transaction may be under way for. */
function alone(command: Command): Command {
  return async (request) => {
    await request.engine.store.settled();
    return command(request);
  };
}

/** Runs the command of a message. What it refuses, and what fails in it, becomes an error document. */
export async function answer(message: Message, engine: Engine): Promise<Buffer[]> {
  try {
    const request = new Request(message, engine);
    const command = COMMANDS.get(request.name.toLowerCase());
    if (!command) throw new CommandError(59, `no such command: '${request.name}'`);
    const reply = await run(command, request);
    return Array.isArray(reply) ? reply : [encode({ ...reply, ok: 1 })];
  } catch (error) {
    return [encode(describe(error))];
  }
}

/** Runs a command, and again when LMDB gave up its transaction. @throws what the client is to be told */
async function run(command: Command, request: Request): Promise<Reply> {
  for (let runs = 1; ; runs++) {
    try {
      return await command(request);
    } catch (error) {
      const refusal = asRefusal(error, request.engine.store.folder);
      if (!(refusal instanceof AbortedTransaction) || runs === MOST_RUNS) throw refusal;
    }
  }
}

function describe(error: unknown): Doc {
  if (error instanceof CommandError) {
    return { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...duplicateOf(error) };
  }
  const errmsg = error instanceof Error ? error.message : String(error);
  return { ok: 0, errmsg, code: 1, codeName: 'InternalError' };
}
