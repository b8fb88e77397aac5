import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AuthHeaders } from '../support/api-calls';
import { extendedRecords } from '../support/small-uploads';

const BOUNDARY = 'slow-line';
const RECORDS = 20;

/** Uploads a small file over a line that takes `seconds` for it, in many small pieces. @returns the import job's id */
export async function uploadSlowly(url: string, headers: AuthHeaders, seconds: number): Promise<string> {
  const body = Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="slow.json"\r\n` +
      `content-type: application/json\r\n\r\n${JSON.stringify(extendedRecords(RECORDS))}\r\n--${BOUNDARY}--\r\n`,
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
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  const pieces = seconds * 5;
  const size = Math.ceil(body.length / pieces);
  for (let sent = 0; sent < body.length; sent += size) {
    upload.write(body.subarray(sent, sent + size));
    await sleep(1000 / 5);
  }
  upload.end();
  const [response] = await answered;
  const answer = (await json(response)) as { job_id?: string };
  if (answer.job_id === undefined) throw new Error(`A slow upload was refused: ${JSON.stringify(answer)}`);
  return answer.job_id;
}
