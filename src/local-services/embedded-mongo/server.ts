import { chmodSync, rmSync } from 'node:fs';
import { createServer, Server, Socket } from 'node:net';
import { answer } from './commands/table';
import { Engine } from './commands/request';
import { Cursors } from './query/cursors';
import { startExpiry } from './query/expiry';
import { Store } from './storage/store';
import { serveConnection } from './wire/connection';
import { Message } from './wire/message';

/** Where the engine keeps its data and where it listens: on a Unix socket, or else on a port of the loopback address. */
export interface EngineOptions {
  dataDir: string;
  socketPath?: string;
  port?: number;
}

/**
 * Starts a MongoDB-compatible server on a data folder.
 * @returns a handle whose `close` ends the connections and closes the data file
 * @throws StorageUnusableError with a sentence for the user when the folder is in use, damaged or too new
 */
export async function startEngine(options: EngineOptions): Promise<{ close(): Promise<void> }> {
  const store = await Store.open(options.dataDir);
  const sockets = new Set<Socket>();
  const cursors = new Cursors();
  let isClosing = false;
  const engine: Engine = {
    store,
    cursors,
    startedAt: new Date(),
    connections: () => sockets.size,
    isClosing: () => isClosing,
  };
  const running = new Set<Promise<Buffer[]>>();
  const answerAndKeepTrack = async (message: Message): Promise<Buffer[]> => {
    const reply = answer(message, engine);
    running.add(reply);
    return reply.finally(() => running.delete(reply));
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, answerAndKeepTrack);
  });
  try {
    await listen(server, options);
  } catch (error) {
    cursors.close();
    await store.close();
    throw error;
  }
  const stopExpiry = startExpiry(store);
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
      isClosing = true;
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, stopExpiry(), ...running]);
      cursors.close();
      await store.close();
    },
  };
}

/** The data folder's lock is held, so that a socket file which lies there belongs to nobody. */
function listen(server: Server, { socketPath, port }: EngineOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const ready = (): void => {
      server.off('error', reject);
      if (socketPath !== undefined) chmodSync(socketPath, 0o600);
      resolve();
    };
    if (socketPath === undefined) {
      server.listen(port, '127.0.0.1', ready);
    } else {
      rmSync(socketPath, { force: true });
      server.listen(socketPath, ready);
    }
  });
}
