import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../common/errors/error.filter';

/** Ten thousand ids, which a parameter refuses in a sentence of its own. */
export const LONGEST_HEAD_KIB = 512;

/** What Node gives up reading a request for, by its error code; anything else is no HTTP. */
const REFUSALS: Record<string, { status: number; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail: `The address and the headers of the request are longer than ${LONGEST_HEAD_KIB} KiB`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long to arrive' },
};
const NO_HTTP = { status: 400, detail: 'This is not a request of HTTP/1.1' };

/** Answers what no route or hook ever sees in the form of every other error, and ends the connection. */
export function answerUnreadableRequest(error: { code?: string }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail } = REFUSALS[error.code ?? ''] ?? NO_HTTP;
  const body = { detail, request_id: randomUUID() } satisfies ErrorBody;
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-ID: ${body.request_id}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}
