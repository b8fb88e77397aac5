import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_APP } from '../../src/platform/platform-app';
import { type SandboxPlatform, startSandboxPlatform } from './sandbox-platform';
import { ServiceProcess } from './service-process';
import { link, type LinkedListener } from './sync-jobs';
import { callApi } from './test-app';

const PRELOAD = join(__dirname, 'preload/shift-clock.ts');

/** A service process whose clock a test sets, beside a sandbox platform whose clock is right. */
export class ShiftedClock {
  private constructor(
    readonly folder: string,
    readonly platform: SandboxPlatform,
    readonly service: ServiceProcess,
  ) {}

  static async start(): Promise<ShiftedClock> {
    const folder = mkdtempSync(join(tmpdir(), 'playledger-clock-'));
    const platform = await startSandboxPlatform();
    const service = await ServiceProcess.start(join(folder, 'data'), {
      env: {
        NODE_OPTIONS: `--require ${require.resolve('@swc-node/register')} --require ${PRELOAD}`,
        CLOCK_FILE: join(folder, 'clock'),
        PLATFORM_CLIENT_ID: SANDBOX_APP.clientId,
        PLATFORM_CLIENT_SECRET: SANDBOX_APP.clientSecret,
        PLATFORM_API_URL: platform.url,
        PLATFORM_ACCOUNTS_URL: platform.url,
        AUTO_LOGIN: 'false',
      },
    });
    return new ShiftedClock(folder, platform, service);
  }

  /** Sets the service's clock so far ahead of this machine's, in milliseconds. */
  set(offsetMs: number): void {
    this.prepare(offsetMs);
    process.kill(this.service.pid, 'SIGUSR2');
  }

  /** The same, for the next start of the service. */
  prepare(offsetMs: number): void {
    writeFileSync(join(this.folder, 'clock'), String(offsetMs));
  }

  async reset(): Promise<void> {
    this.set(0);
    await this.platform.clearWeather();
  }

  linkAs(name: string): Promise<LinkedListener> {
    const { url } = this.service;
    return link(this.platform, { url, call: (path, options) => callApi(`${url}${path}`, options) }, name);
  }

  async close(): Promise<void> {
    await this.service.kill('SIGTERM');
    await this.platform.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** How many plays a listener's overview counts. */
export async function playsCounted(listener: LinkedListener): Promise<number> {
  return (await listener.get<{ total_tracks_played: number }>('/api/v1/analytics/overview')).total_tracks_played;
}
