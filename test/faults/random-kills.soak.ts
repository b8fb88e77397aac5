import { setTimeout as sleep } from 'node:timers/promises';
import { BusyListener } from '../support/busy-listener';
import { Random } from '../support/export-generator/random';
import { DAY_MS, HOUR_MS, oldestOf } from '../support/heard-plays';
import { LedgerAudit } from '../support/ledger-audit';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { patientCaller, ServiceCluster } from '../support/service-cluster';
import type { ServiceProcess } from '../support/service-process';
import type { WorkerProcess } from '../support/worker-process';

/** A longer run: `FAULT_MINUTES=10 npm run test:soak`; a certain one: `FAULT_SEED=...`. */
const MINUTES = Number(process.env.FAULT_MINUTES ?? 0.5);
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

const LISTENERS = ['mira', 'otto', 'nell', 'tomas'];
/** The feed holds what anybody plays in three hours. */
const ROUND_MS = 3 * HOUR_MS;
const STEPS_A_ROUND = 12;
/** A job whose worker died is missed after ten seconds, its lease on the roll-ups is good for thirty. */
const LONGEST_WORK_MS = 180_000;
const WATCH_MS = 100;

describe('every process of the service, killed at random moments under load', () => {
  const random = new Random(SEED);
  let platform: SandboxPlatform;
  let cluster: ServiceCluster;
  let audit: LedgerAudit;
  let api: ServiceProcess;
  let worker: WorkerProcess;
  const listeners: BusyListener[] = [];
  const oldest = new Map<BusyListener, number>();
  let now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 20 * DAY_MS;
  /** When the sandbox' clock was last set, by this machine's. */
  let clockSetAt = 0;
  let loggedOut: { authorization: string };
  const kills = { api: 0, worker: 0, engine: 0, redis: 0 };

  beforeAll(async () => {
    platform = await startSandboxPlatform();
    await setClock(now);
    cluster = await ServiceCluster.start(platform);
    audit = new LedgerAudit(cluster.db);
    api = await cluster.startApi();
    worker = cluster.startWorker();
    const caller = patientCaller(api.url);
    for (const name of LISTENERS) {
      const listener = await BusyListener.link(platform, caller, name, random.between(1, 1_000_000));
      listeners.push(listener);
      oldest.set(listener, oldestOf(await audit.rowsOf(listener.linked.userId)));
    }
    loggedOut = (await BusyListener.link(platform, caller, 'blanca', 1)).linked.headers;
    await caller.call('/api/v1/auth/logout', { method: 'POST', headers: loggedOut });
  }, 120_000);
  afterAll(async () => {
    await cluster.close();
    await platform.close();
  });

  async function setClock(at: number): Promise<void> {
    clockSetAt = Date.now();
    await platform.setWeather({ clock: { at: new Date(at).toISOString() } });
  }

  const victims: Record<keyof typeof kills, () => Promise<void>> = {
    api: async () => {
      await api.kill('SIGKILL');
      await pause(0, 800);
      await api.start();
    },
    worker: async () => {
      await worker.kill('SIGKILL');
      await pause(0, 800);
      worker = cluster.startWorker();
    },
    engine: async () => {
      await cluster.engine.kill();
      await pause(0, 800);
      await cluster.engine.start();
    },
    redis: async () => {
      await cluster.redis.kill();
      await pause(0, 800);
      await cluster.redis.start();
    },
  };

  const pause = (from: number, to: number): Promise<void> => sleep(random.between(from, to));

  /** Kills each process once, in any order, while everybody is busy and the sandbox' time goes by. */
  async function killEachOnce(): Promise<void> {
    const names = Object.keys(victims) as (keyof typeof kills)[];
    while (names.length > 0) {
      const [name] = names.splice(random.between(0, names.length - 1), 1);
      if (name === undefined) break;
      await pause(200, 3_000);
      await victims[name]();
      kills[name]++;
    }
  }

  /** Lets the sandbox' time go by until some work is done. */
  async function liveThrough(work: Promise<void>): Promise<void> {
    const end = now + ROUND_MS;
    const done = new AbortController();
    const over = work.finally(() => {
      done.abort();
    });
    while (!done.signal.aborted && now < end) {
      await setClock((now += ROUND_MS / STEPS_A_ROUND));
      await Promise.race([over, sleep(1_000)]);
    }
    await over;
  }

  /** Whatever has begun ends, with nobody's help. */
  async function untilAllJobsEnded(): Promise<void> {
    const deadline = Date.now() + LONGEST_WORK_MS;
    const open = { status: { $in: ['pending', 'running'] } };
    while ((await cluster.db.collection('sync_jobs').countDocuments(open)) > 0) {
      if (Date.now() > deadline) return;
      await sleep(WATCH_MS);
    }
  }

  async function watchLanes(until: AbortSignal): Promise<string[]> {
    const crowded: string[] = [];
    while (!until.aborted) {
      // While the engine is away there is nothing to see.
      crowded.push(...(await audit.crowdedLanes().catch(() => [])));
      await sleep(WATCH_MS);
    }
    return crowded;
  }

  async function problems(): Promise<string[]> {
    const found = [...(await audit.jobs()), ...(await audit.indexes())];
    for (const listener of listeners) {
      const { userId } = listener.linked;
      const { expected, allowed } = await listener.plays(oldest.get(listener) ?? 0, now, now + Date.now() - clockSetAt);
      found.push(...(await audit.plays(userId, expected, allowed)), ...(await audit.rollups(userId)));
      const rows = (await audit.rowsOf(userId)).length;
      const overview = await listener.linked.get<{ total_tracks_played: number }>('/api/v1/analytics/overview');
      if (overview.total_tracks_played !== rows)
        found.push(`the overview of ${listener.name} counts ${overview.total_tracks_played} plays, and not ${rows}`);
      found.push(...listener.surprises);
    }
    const revoked = await patientCaller(api.url).call('/api/v1/sync-jobs', { headers: loggedOut });
    if (revoked.status !== 401) found.push(`a session that was ended is answered with ${revoked.status}`);
    return found;
  }

  it(
    'loses nothing, stores nothing twice, and leaves nothing undone',
    async () => {
      console.log(`FAULT_SEED=${SEED}, ${MINUTES} minutes`);
      const end = Date.now() + MINUTES * 60_000;
      do {
        const stop = new AbortController();
        const watching = watchLanes(stop.signal);
        const busy = listeners.map((listener) => listener.beBusy(stop.signal));
        await liveThrough(killEachOnce());
        stop.abort();
        await Promise.all(busy);
        await untilAllJobsEnded();
        await Promise.all(listeners.map((listener) => listener.syncNow()));
        expect(await watching).toEqual([]);
        const found = await problems();
        if (found.length > 0) console.log(cluster.errors());
        expect(found).toEqual([]);
      } while (Date.now() < end);
      const did = listeners.map(({ name, done }) => `${name} ${JSON.stringify(done)}`);
      console.log(`Killed: ${JSON.stringify(kills)}. Meanwhile: ${did.join(', ')}`);
    },
    MINUTES * 60_000 + 2 * LONGEST_WORK_MS + 60_000,
  );
});
