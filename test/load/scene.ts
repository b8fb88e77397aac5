import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobUntil } from '../support/api-calls';
import { generateHistory, jsonArrayText } from '../support/export-generator';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { SANDBOX_APP } from '../../src/platform/platform-app';
import { ServiceProcess } from '../support/service-process';
import { link, type LinkedListener } from '../support/sync-jobs';
import { callApi } from '../support/test-app';
import type { CannonRequest } from './cannon';

const LISTENERS = ['mira', 'otto', 'nell', 'ferris'];
const HISTORY = { endDate: new Date('2026-01-01T00:00:00Z'), years: 1, artists: 60 };

/** What every listener reads, again and again. */
const READS = [
  '/api/v1/history',
  '/api/v1/history?page=3&limit=100',
  '/api/v1/history?track=*love*',
  '/api/v1/analytics/overview',
  '/api/v1/analytics/overview?period=month',
  '/api/v1/analytics/trend?period=year',
  '/api/v1/analytics/rollup-status',
  '/api/v1/tracks/top',
  '/api/v1/artists/top?period=year',
  '/api/v1/albums/top',
  '/api/v1/genres/distribution',
  '/api/v1/playlists',
  '/api/v1/sync-jobs',
  '/api/v1/sync-jobs/stats',
  '/api/v1/api-logs?limit=50',
  '/api/v1/auth/status',
  '/api/v1/platform/capabilities',
  '/api/health',
  '/api/health/ready',
];

/** The service with local services in a process of its own, the sandbox platform, and listeners with a history. */
export interface LoadScene {
  service: ServiceProcess;
  listeners: LinkedListener[];
  /** Reads of everybody, in an order in which they mix. */
  reads: CannonRequest[];
  /** Uploads a history of so many records, and does not wait for the import. @returns the job's id */
  upload(listener: Pick<LinkedListener, 'headers'>, seed: number, records: number): Promise<string>;
  close(): Promise<void>;
}

/** @param from see ServiceProcess.start; `records` are what each listener has imported before */
export async function startScene(from: 'source' | 'build', records: number): Promise<LoadScene> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-load-'));
  const platform = await startSandboxPlatform();
  const service = await ServiceProcess.start(join(folder, 'data'), { from, env: envOf(platform) });
  const api = { url: service.url, call: (path: string, options = {}) => callApi(`${service.url}${path}`, options) };
  const upload: LoadScene['upload'] = async ({ headers }, seed, count) => {
    const form = new FormData();
    form.append('file', new Blob([...jsonArrayText(generateHistory({ ...HISTORY, seed, records: count }))]), 'a.json');
    const { status, body } = await api.call('/api/v1/history/import', { method: 'POST', headers, body: form });
    if (status !== 200) throw new Error(`An upload was refused: ${status} ${JSON.stringify(body)}`);
    return String(body.job_id);
  };
  const listeners: LinkedListener[] = [];
  for (const name of LISTENERS) {
    const listener = await link(platform, api, name);
    await jobUntil(service.url, listener.headers, await upload(listener, listeners.length + 1, records));
    listeners.push(listener);
  }
  const close = async (): Promise<void> => {
    await service.kill('SIGTERM');
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { service, listeners, reads: mix(listeners), upload, close };
}

function envOf({ url }: SandboxPlatform): Record<string, string> {
  return {
    PLATFORM_CLIENT_ID: SANDBOX_APP.clientId,
    PLATFORM_CLIENT_SECRET: SANDBOX_APP.clientSecret,
    PLATFORM_API_URL: url,
    PLATFORM_ACCOUNTS_URL: url,
    PLATFORM_RATE_LIMIT_MAX: '18000',
    AUTO_LOGIN: 'false',
  };
}

/** Neighbours are of different listeners and different routes. */
function mix(listeners: readonly LinkedListener[]): CannonRequest[] {
  return READS.flatMap((_, turn) =>
    listeners.map(({ headers }, index) => ({
      path: READS[(turn + index * 4) % READS.length] ?? '/api/health',
      headers: { ...headers, 'accept-encoding': 'gzip' },
    })),
  );
}
