import { StartError } from '../common/start-error';
import type { Settings } from '../config/settings';
import { DatabaseService } from '../database/database.service';
import { SERVICE_NAME } from '../health/version';
import { DataDirInUse } from '../local-services/data-dir-lock';
import { startHttp, startLocal } from '../service';

export interface OpenService {
  /** Of its API, without a path. */
  url: string;
  /** Ends it where it was started here. */
  close(): Promise<void>;
}

const ANSWER_TIMEOUT_MS = 5_000;
const EVERYWHERE: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * The service that runs on this machine by these settings, or else one started in this process, on a free port of the
 * loopback address. That one runs jobs, whatever APP_ROLE is, and says nothing but errors.
 * @throws StartError where neither is possible
 */
export async function openService(settings: Settings): Promise<OpenService> {
  const url = addressOf(settings.host, settings.port);
  if (await isService(url)) return { url, close: () => Promise.resolve() };
  try {
    return await startOwn(settings);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    throw new StartError(
      `${error.message} If that is Playledger itself, it does not answer at ${url}: run this with the PORT and HOST that it runs with.`,
    );
  }
}

async function startOwn(settings: Settings): Promise<OpenService> {
  Object.assign(settings, {
    appRole: 'all',
    host: '127.0.0.1',
    port: 0,
    logLevel: 'error',
  } satisfies Partial<Settings>);
  const local = await startLocal(settings);
  try {
    const app = await startHttp(settings);
    await app.get(DatabaseService).whenReady();
    return {
      url: await app.getUrl(),
      close: async () => {
        await app.close();
        await local.close();
      },
    };
  } catch (error) {
    await local.close();
    throw error;
  }
}

/** Whether it is this service that answers there. */
async function isService(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return ((await response.json()) as { service?: unknown } | null)?.service === SERVICE_NAME;
  } catch {
    // Nobody is there, or somebody who speaks otherwise.
    return false;
  }
}

function addressOf(host: string, port: number): string {
  const reachable = EVERYWHERE[host] ?? host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
