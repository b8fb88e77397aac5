import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { growth } from '../support/growth';
import { ServiceProcess } from '../support/service-process';
import type { BenchOptions, BenchRow } from './report';
import { SandboxProcess } from './sandbox-process';
import { type CycleCost, SyncCycles } from './sync-cycles';

const CYCLE_MS = 15 * 60_000;
const SLOW_DATA_MS = 6 * 3600_000;
const CYCLES = 20;
/** Cycles after which caches and pools are as large as they get. */
const WARM_UP = 5;
const LOGINS_AT_ONCE = 8;
const BAR_SECONDS_FOR_1000 = 120;
/** What memory may seem to grow by over 15 cycles although nothing stays: garbage that waits for its collection. */
const MOST_GROWTH_MB = 15;

/** Sync cycles of many linked users against the sandbox platform, with one worker. */
export async function benchSync({ users, entry }: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-bench-'));
  const sandbox = await SandboxProcess.start(entry);
  const env = { ...sandbox.env, AUTO_LOGIN: 'false', ENCRYPTION_KEY: '0123456789abcdef'.repeat(4) };
  const service = await ServiceProcess.start(join(folder, 'data'), { from: { main: entry }, env });
  const cycles = await SyncCycles.of(service, env);
  try {
    return await measure({ users, sandbox, service, cycles });
  } finally {
    await cycles.close();
    await service.kill('SIGTERM');
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Scene {
  users: number;
  sandbox: SandboxProcess;
  service: ServiceProcess;
  cycles: SyncCycles;
}

async function measure(scene: Scene): Promise<BenchRow[]> {
  const { users, sandbox, cycles } = scene;
  // The listeners live through all cycles, and are in the present at the end.
  let clock = Date.now() - CYCLES * CYCLE_MS - SLOW_DATA_MS;
  await sandbox.setClock(clock);
  const linkSeconds = await linkAll(scene);

  // The first cycle takes the next tick of the service's own clock, which then finds its turns taken.
  let tick = Math.floor(Date.now() / CYCLE_MS) * CYCLE_MS;
  const cycleAfter = async (ms: number): Promise<CycleCost> => {
    await sandbox.setClock((clock += ms));
    await ageStates(cycles, ms);
    const cost = await cycles.run(new Date((tick += CYCLE_MS)), users);
    report(cost, users);
    return cost;
  };
  const slow = await cycleAfter(SLOW_DATA_MS);
  const usual: CycleCost[] = [];
  while (usual.length < CYCLES) usual.push(await cycleAfter(CYCLE_MS));

  const bar = { atMost: (BAR_SECONDS_FOR_1000 * users) / 1000 };
  const longest = Math.max(...usual.map(({ seconds }) => seconds));
  const callsPerUser = usual.reduce((sum, { calls }) => sum + calls, 0) / CYCLES / users;
  const cpuPerUser = (usual.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / CYCLES / users) * 1000;
  const of = `sync cycle, ${users} users`;
  return [
    { what: `${users} logins with their first syncs`, value: linkSeconds, unit: 's' },
    { what: `${of}, playlists and top lists due`, value: slow.seconds, unit: 's', bar },
    { what: `${of}, playlists and top lists due: calls`, value: slow.calls / users, unit: 'per user' },
    { what: `${of}, longest of ${CYCLES}`, value: longest, unit: 's', bar },
    { what: `${of}: calls`, value: callsPerUser, unit: 'per user' },
    { what: `${of}: processor time of the service`, value: cpuPerUser, unit: 'ms per user' },
    { what: `${of}: RssAnon after the last`, value: (usual.at(-1)?.memory ?? 0) / 1e6, unit: 'MB' },
    {
      what: `${of}: growth of RssAnon over the last ${CYCLES - WARM_UP}`,
      value: growth(usual.slice(WARM_UP).map(({ memory }) => memory)) / 1e6,
      unit: 'MB',
      bar: { atMost: MOST_GROWTH_MB },
    },
  ];
}

/** @returns seconds until everybody is logged in and synced for the first time */
async function linkAll({ users, sandbox, service, cycles }: Scene): Promise<number> {
  const start = Date.now();
  let next = 1;
  const logIn = async (): Promise<void> => {
    while (next <= users) await sandbox.logIn(service.url, `synthetic-${next++}`);
  };
  await Promise.all(Array.from({ length: LOGINS_AT_ONCE }, logIn));
  return ((await cycles.jobsEnded(start, users)) - start) / 1000;
}

/** Lets time pass for what the service keeps: playlists and top lists grow old, and access tokens, good for an hour, expire. */
async function ageStates({ db }: SyncCycles, ms: number): Promise<void> {
  if (ms >= SLOW_DATA_MS) {
    const old = new Date(Date.now() - SLOW_DATA_MS);
    await db.collection('sync_states').updateMany({}, { $set: { playlists_at: old, top_items_at: old } });
  }
  const tokens = db.collection('platform_tokens');
  const oldest = await tokens
    .find({}, { sort: { expires_at: 1 }, projection: { _id: 1 } })
    .limit(Math.ceil((await tokens.countDocuments()) * Math.min(1, ms / 3600_000)))
    .toArray();
  await tokens.updateMany({ _id: { $in: oldest.map(({ _id }) => _id) } }, { $set: { expires_at: new Date() } });
}

function report({ seconds, calls, cpuSeconds, memory }: CycleCost, users: number): void {
  const [load = 0] = loadavg();
  console.error(
    `cycle ${seconds.toFixed(1)} s, ${(calls / users).toFixed(2)} calls and ${((cpuSeconds * 1000) / users).toFixed(1)} ms ` +
      `of processor time per user, RssAnon ${(memory / 1e6).toFixed(0)} MB (load ${load.toFixed(1)})`,
  );
}
