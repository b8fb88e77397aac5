import { EventEmitter, once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

const CHECK_MS = 100;

/**
 * A reverse proxy before several replicas, as people run them: one after the other of those gets a request that are
 * ready, over a connection of its own. One that takes no connection is left out until it says that it is ready again, and
 * the next one gets the request; so it does where a connection breaks before the answer to a read has begun.
 */
export class RoundRobinProxy {
  /** Connections that were refused or broke, and were tried elsewhere. */
  retries = 0;
  private next = 0;
  private readonly away = new Set<number>();
  private readonly events = new EventEmitter<{ back: [] }>();
  private readonly server: Server;
  private readonly checks: NodeJS.Timeout;

  private constructor(private readonly ports: readonly number[]) {
    this.checks = setInterval(() => {
      for (const port of this.away) void this.takeBack(port);
    }, CHECK_MS);
    this.server = createServer((incoming, outgoing) => {
      this.pass(incoming, outgoing).catch((error: unknown) => {
        if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify({ detail: String(error) }));
      });
    });
  }

  static async to(ports: readonly number[]): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy(ports);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves when no replica is left out: only then may the next one be stopped. */
  async allBack(): Promise<void> {
    while (this.away.size > 0) await once(this.events, 'back');
  }

  async close(): Promise<void> {
    clearInterval(this.checks);
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    for (;;) {
      const socket = await this.connectToAny();
      try {
        const answer = await exchange(incoming, socket);
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      } catch (error) {
        if (incoming.method !== 'GET') throw error;
        this.retries++;
      }
    }
  }

  private async connectToAny(): Promise<Socket> {
    for (;;) {
      const ready = this.ports.filter((port) => !this.away.has(port));
      const port = ready[this.next++ % ready.length];
      if (port === undefined) throw new Error('No replica is ready');
      const socket = connect({ host: '127.0.0.1', port });
      try {
        await once(socket, 'connect');
        return socket;
      } catch {
        this.away.add(port);
        this.retries++;
      }
    }
  }

  private async takeBack(port: number): Promise<void> {
    const ready = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
    if (ready?.status === 200 && this.away.delete(port)) this.events.emit('back');
  }
}

async function exchange(incoming: IncomingMessage, socket: Socket): Promise<IncomingMessage> {
  const { method, url, headers } = incoming;
  const upstream = request({ method, path: url, headers, createConnection: () => socket });
  incoming.pipe(upstream);
  const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
  return answer;
}
