import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lies between the app and a server of its, and can be cut or made to hang like a network. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private state: 'open' | 'silent' | 'cut' = 'open';
  private delayMs = 0;
  private trap?: { bytes: Buffer; sprung: () => void };

  private constructor(private readonly target: { path: string } | { host: string; port: number }) {
    this.server = createServer((client) => {
      this.accept(client);
    });
  }

  /** Lies before a document database, that of the end-to-end tests. `mongodb://%2Fpath.sock/db` is no address that URL can read. */
  static toDatabase(uri = process.env.TEST_MONGODB_URI ?? ''): Promise<TcpProxy> {
    const [, host = '', port] = /^mongodb:\/\/([^/?:]+)(?::(\d+))?/.exec(uri) ?? [];
    return TcpProxy.to(
      host.startsWith('%2F') ? { path: decodeURIComponent(host) } : { host, port: Number(port ?? 27017) },
    );
  }

  /** Lies before the Redis of the end-to-end tests. */
  static toRedis(): Promise<TcpProxy> {
    const address = process.env.TEST_REDIS_URL ?? '';
    if (address.startsWith('/')) return TcpProxy.to({ path: address });
    const { hostname, port } = new URL(address);
    return TcpProxy.to({ host: hostname, port: Number(port || 6379) });
  }

  static async to(target: { path: string } | { host: string; port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Connections break, and new ones are closed at once. */
  cut(): void {
    this.state = 'cut';
    for (const socket of this.sockets) socket.destroy();
  }

  /** Connections stay and nothing comes through any more. */
  silence(): void {
    this.state = 'silent';
    for (const socket of this.sockets) socket.pause();
  }

  /**
   * Breaks the connection on which these bytes are the next to be sent to the server, before they come there. The others
   * stay, and new ones are made.
   *
   * @returns when that has happened
   */
  breakAt(bytes: Buffer): Promise<void> {
    return new Promise((sprung) => {
      this.trap = { bytes, sprung };
    });
  }

  /** Everything takes so much longer, each way. */
  slow(delayMs: number): void {
    this.delayMs = delayMs;
  }

  restore(): void {
    this.state = 'open';
    this.delayMs = 0;
    for (const socket of this.sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: Socket): void {
    if (this.state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(this.target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(from);
      let before = Promise.resolve();
      from.on('data', (chunk: Buffer) => {
        if (from === client && this.trap !== undefined && chunk.includes(this.trap.bytes)) {
          const { sprung } = this.trap;
          this.trap = undefined;
          client.destroy();
          sprung();
          return;
        }
        const due = Date.now() + this.delayMs;
        // One after the other, also where the next one is delayed for less.
        before = before.then(async () => {
          if (due > Date.now()) await sleep(due - Date.now());
          to.write(chunk);
        });
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      if (this.state === 'silent') from.pause();
    }
  }
}
