import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether a live process listens on this Unix socket: the file of a dead one refuses connections. */
export function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

/** Resolves to whether the socket accepted a connection within `timeoutMs`. */
export async function waitForConnections(path: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!(await acceptsConnections(path))) {
    if (Date.now() >= deadline) return false;
    await delay(20);
  }
  return true;
}
