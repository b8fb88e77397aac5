import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request and its answer, as they crossed the wire. */
export interface Exchange {
  method: string;
  /** Without the query string. */
  path: string;
  query: string;
  /** "" without one. */
  contentType: string;
  requestBody: string;
  status: number;
  answerBody: string;
}

/** Lies between the service and the platform, passes everything on and writes it down. */
export class ExchangeRecorder {
  readonly exchanges: Exchange[] = [];
  private readonly server = createServer((incoming, outgoing) => {
    this.passOn(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });

  private constructor(private readonly target: string) {}

  static async before(target: string): Promise<ExchangeRecorder> {
    const recorder = new ExchangeRecorder(target);
    recorder.server.listen(0, '127.0.0.1');
    await once(recorder.server, 'listening');
    return recorder;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async passOn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const requestBody = await buffer(incoming);
    const upstream = request(`${this.target}${url}`, { method, headers }).end(requestBody);
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
    const answerBody = await buffer(answer);
    const status = answer.statusCode ?? 0;
    const [path = '', query = ''] = url.split('?');
    this.exchanges.push({
      method,
      path,
      query,
      contentType: headers['content-type'] ?? '',
      requestBody: requestBody.toString(),
      status,
      answerBody: answerBody.toString(),
    });
    outgoing.writeHead(status, answer.headers).end(answerBody);
  }
}
