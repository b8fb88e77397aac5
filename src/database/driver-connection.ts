import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';

/** The driver's own class of a connection to a server, which it takes from its options and does not export. */
interface DriverModule {
  Connection: new (socket: Duplex, options: object) => EventEmitter;
}

const driverOfMongoose = createRequire(require.resolve('mongoose'));
const { Connection } = driverOfMongoose('mongodb/lib/cmap/connection.js') as DriverModule;

/**
 * A connection whose commands end with it. A socket that its other end has closed takes no more to write and says that it
 * is full. The driver (7.8) then waits for room, and no failure of the socket ends that wait once the socket has been
 * destroyed: a command sent in the moment between that and the news of it would wait for ever, and a job or the driver's
 * own monitor with it.
 */
export class EndingConnection extends Connection {
  constructor(socket: Duplex, options: object) {
    super(socket, options);
    // Whoever waits for room finds the connection closed then, which the driver checks after every write.
    this.once('close', () => socket.emit('drain'));
  }
}
