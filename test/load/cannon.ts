import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A request that takes longer is a failure, seconds: what the service itself allows one. */
const TIMEOUT_SECONDS = 30;

export interface CannonRequest {
  path: string;
  headers: Record<string, string>;
}

/** What autocannon has measured; latencies in milliseconds. */
export interface CannonReport {
  latency: { p50: number; p99: number; max: number };
  requests: { average: number; total: number };
  /** Connections that broke, requests that timed out included. */
  errors: number;
  timeouts: number;
  non2xx: number;
  statusCodeStats: Record<string, { count: number }>;
}

/** Has autocannon, in a process of its own, send the requests over and over on so many connections at once. */
export async function cannonade(
  url: string,
  requests: readonly CannonRequest[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<CannonReport> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-cannon-'));
  const har = join(folder, 'requests.json');
  writeFileSync(har, JSON.stringify(harOf(url, requests)));
  const program = join(dirname(require.resolve('autocannon')), 'autocannon.js');
  const settings = ['--connections', connections, '--duration', seconds, '--timeout', TIMEOUT_SECONDS, '--har', har];
  const child = spawn(process.execPath, [program, '--json', ...settings.map(String), url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    if (child.exitCode !== 0) throw new Error(`autocannon failed: ${complaint}`);
    return JSON.parse(output) as CannonReport;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Requests as an HTTP archive, the one form in which autocannon's command line takes more than one. */
function harOf(url: string, requests: readonly CannonRequest[]): unknown {
  const entries = requests.map(({ path, headers }) => ({
    request: {
      method: 'GET',
      url: `${url}${path}`,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    },
  }));
  return { log: { version: '1.2', creator: { name: 'playledger', version: '1' }, entries } };
}
