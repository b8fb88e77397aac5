import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type AuthHeaders = { authorization: string };

export interface ImportJob {
  id: string;
  status: 'pending' | 'running' | 'completed' | 'failed';
  items_processed: number;
  items_total: number;
  error_message: string;
  started_at: string;
  completed_at: string;
  report: Record<string, unknown> | null;
  steps: {
    action: string;
    status: string;
    detail: string;
    items: number;
    started_at: string | null;
    completed_at: string | null;
    error: string;
  }[];
}

/** Uploads files, streamed from disk; returns the id of the import job. */
export async function uploadFiles(url: string, headers: AuthHeaders, paths: string[]): Promise<string> {
  const form = new FormData();
  for (const path of paths) form.append('file', await openAsBlob(path), basename(path));
  const response = await fetch(`${url}/api/v1/history/import`, { method: 'POST', headers, body: form });
  const body = (await response.json()) as { job_id?: string };
  if (body.job_id === undefined) throw new Error(`The upload was refused: ${response.status} ${JSON.stringify(body)}`);
  return body.job_id;
}

/** Whether a job, as the API shows it or as it is stored, works no more. */
export function hasEnded({ status }: { status: string }): boolean {
  return status === 'completed' || status === 'failed';
}

/** Waits for a job to get as far as `wanted`, its end unless told otherwise. */
export async function jobUntil(
  url: string,
  headers: AuthHeaders,
  id: string,
  wanted: (job: ImportJob) => boolean = hasEnded,
  pollMs = 50,
): Promise<ImportJob> {
  for (;;) {
    const job = await getJson<ImportJob>(url, headers, `/api/v1/sync-jobs/${id}`);
    if (wanted(job)) return job;
    await sleep(pollMs);
  }
}

export async function getJson<T>(url: string, headers: AuthHeaders, path: string): Promise<T> {
  const response = await fetch(`${url}${path}`, { headers });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
