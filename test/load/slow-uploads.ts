import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthHeaders } from '../support/api-calls';
import { openUpload } from '../support/open-upload';

const RECORDS = 20;

/** Uploads a small file over a line that takes `seconds` for it, in many small pieces. @returns the import job's id */
export async function uploadSlowly(url: string, headers: AuthHeaders, seconds: number): Promise<string> {
  const { upload, body, answered } = openUpload(url, headers, RECORDS);
  const pieces = seconds * 5;
  const size = Math.ceil(body.length / pieces);
  for (let sent = 0; sent < body.length; sent += size) {
    upload.write(body.subarray(sent, sent + size));
    await sleep(1000 / 5);
  }
  upload.end();
  const answer = await answered;
  if (typeof answer.body.job_id !== 'string')
    throw new Error(`A slow upload was refused: ${JSON.stringify(answer.body)}`);
  return answer.body.job_id;
}
