import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  /** As they came, the status line first. */
  head: string;
  body: string;
}

/** A connection to a test app over which bytes are sent as they are, for what no HTTP client would send. */
export async function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes as they are and reads until the other side closes, so that they should ask for that. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = await openConnection(url);
  socket.write(bytes);
  return readAnswer(socket);
}

/** Reads from a connection until the other side closes it. */
export async function readAnswer(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: rest.join('\r\n\r\n') };
}

/** A request that gets the whole answer in one piece and then closes; `Host` is the caller's to give. */
export function rawGet(url: string, path: string, headers: Record<string, string>): Promise<RawAnswer> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendRaw(url, `GET ${path} HTTP/1.1\r\n${lines.join('')}Connection: close\r\n\r\n`);
}
