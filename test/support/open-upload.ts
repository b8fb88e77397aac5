import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AuthHeaders } from './api-calls';
import { extendedRecords } from './small-uploads';

const BOUNDARY = 'open-line';

/** An upload of a small history whose body is sent as the test wants it. */
export interface OpenUpload {
  upload: ClientRequest;
  body: Buffer;
  answered: Promise<{ status: number; body: Record<string, unknown> }>;
}

export function openUpload(url: string, headers: AuthHeaders, records: number): OpenUpload {
  const body = Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="history.json"\r\n` +
      `content-type: application/json\r\n\r\n${JSON.stringify(extendedRecords(records))}\r\n--${BOUNDARY}--\r\n`,
  );
  const upload = request(`${url}/api/v1/history/import`, {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': String(body.length),
    },
  });
  return { upload, body, answered: answerTo(upload) };
}

async function answerTo(upload: ClientRequest): Promise<{ status: number; body: Record<string, unknown> }> {
  const [response] = (await once(upload, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: (await json(response)) as Record<string, unknown> };
}
