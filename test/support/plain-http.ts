import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface PlainAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Unpacked. */
  body: string;
}

/** Sends the headers that are given and no others, where fetch adds its own when a request is conditional. */
export async function send(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<PlainAnswer> {
  const [answer] = (await once(request(url, { method, headers }).end(), 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  const isPacked = answer.headers['content-encoding'] === 'gzip' && bytes.length > 0;
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: (isPacked ? gunzipSync(bytes) : bytes).toString(),
  };
}
