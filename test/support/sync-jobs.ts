import { setTimeout as sleep } from 'node:timers/promises';
import type { SyncJobResponse, SyncJobsResponse } from '../../src/sync-jobs/sync-jobs.dto';
import { hasEnded } from './api-calls';
import { type ConsentPlatform, logInWith } from './sandbox-platform';
import type { ApiCaller } from './test-app';

const POLL_MS = 20;
/** Where only the end of a job is waited for: each look is a request, which takes time from the job. */
const END_POLL_MS = 80;

/** A listener of a platform who is logged in at the service. */
export interface LinkedListener {
  userId: string;
  headers: { authorization: string };
  jobs(): Promise<SyncJobResponse[]>;
  /** Waits for a job to get as far as `wanted`, its end unless told otherwise. */
  jobUntil(id: string, wanted?: (job: SyncJobResponse) => boolean): Promise<SyncJobResponse>;
  /** See {@link beginSync}. */
  beginSync(): Promise<string>;
  /** The same, and waits for its end. */
  sync(): Promise<SyncJobResponse>;
  get<Body>(path: string): Promise<Body>;
}

/** Logs a listener in and waits for the end of their initial sync. */
export async function link(platform: ConsentPlatform, api: ApiCaller, name: string): Promise<LinkedListener> {
  const listener = await linkNow(platform, api, name);
  const [initial] = await listener.jobs();
  if (initial === undefined) throw new Error('The login has begun no sync');
  await listener.jobUntil(initial.id);
  return listener;
}

/** Logs a listener in. */
export async function linkNow(platform: ConsentPlatform, api: ApiCaller, name: string): Promise<LinkedListener> {
  const headers = { authorization: `Bearer ${await logInWith(platform, api, name)}` };
  const get = async <Body>(path: string): Promise<Body> => {
    const { status, body } = await api.call(path, { headers });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body as Body;
  };
  const jobUntil = async (
    id: string,
    wanted: (job: SyncJobResponse) => boolean = hasEnded,
  ): Promise<SyncJobResponse> => {
    for (;;) {
      const job = await get<SyncJobResponse>(`/api/v1/sync-jobs/${id}`);
      if (wanted(job)) return job;
      await sleep(wanted === hasEnded ? END_POLL_MS : POLL_MS);
    }
  };
  const { user } = await get<{ user: { id: string } }>('/api/v1/auth/status');
  return {
    userId: user.id,
    headers,
    get,
    jobUntil,
    jobs: async () => (await get<SyncJobsResponse>('/api/v1/sync-jobs?limit=100')).items,
    beginSync: () => beginSync(api, headers),
    sync: async () => jobUntil(await beginSync(api, headers)),
  };
}

/** Asks for a sync until one begins, since one of the schedule may be under way. @returns the job's id */
export async function beginSync(api: ApiCaller, headers: LinkedListener['headers']): Promise<string> {
  for (;;) {
    const { body } = await api.call('/api/v1/sync-jobs/trigger', { method: 'POST', headers });
    if (body.status === 'started') return String(body.job_id);
    if (body.status !== 'already_running') throw new Error(`No sync was started: ${JSON.stringify(body)}`);
    await sleep(POLL_MS);
  }
}

/** Outcome of each step, by its action. */
export function stepsOf(job: SyncJobResponse): Record<string, { status: string; detail: string; error: string }> {
  return Object.fromEntries(job.steps.map(({ action, status, detail, error }) => [action, { status, detail, error }]));
}
