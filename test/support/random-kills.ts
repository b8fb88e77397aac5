import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../../src/common/durations';
import { BusyListener } from './busy-listener';
import { Random } from './export-generator/random';
import { oldestOf } from './heard-plays';
import { LedgerAudit } from './ledger-audit';
import { type SandboxPlatform, startSandboxPlatform } from './sandbox-platform';
import { patientCaller, ServiceCluster } from './service-cluster';
import type { ServiceProcess } from './service-process';
import type { WorkerProcess } from './worker-process';

const LISTENERS = ['mira', 'otto', 'nell', 'tomas'];
/** Nobody plays more than the feed holds in two hours: 44 at most. In three it is more now and then. */
const ROUND_MS = 2 * HOUR_MS;
const STEPS_A_ROUND = 12;
/** A job whose worker died is missed after ten seconds, its lease on the roll-ups is good for thirty. */
const LONGEST_WORK_MS = 180_000;
const WATCH_MS = 100;

/** How long a round may take on a machine that is busy with other things. */
export const LONGEST_ROUND_MS = 2 * LONGEST_WORK_MS;

/**
 * Four listeners who are busy with the service while its processes are killed (`kill -9`), in an order and at moments that
 * a seed decides.
 */
export class RandomKills {
  private readonly audit: LedgerAudit;
  private readonly listeners: BusyListener[] = [];
  private readonly oldest = new Map<BusyListener, number>();
  private now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 20 * DAY_MS;
  /** When the sandbox' clock was last set, by this machine's. */
  private clockSetAt = 0;
  private loggedOut = { authorization: '' };
  /** What was logged as errors before the api was started again. */
  private readonly errors: string[] = [];
  private readonly kills = { api: 0, worker: 0, engine: 0, redis: 0 };

  private constructor(
    private readonly random: Random,
    private readonly platform: SandboxPlatform,
    private readonly cluster: ServiceCluster,
    private readonly api: ServiceProcess,
    private worker: WorkerProcess,
  ) {
    this.audit = new LedgerAudit(cluster.db);
  }

  /** Starts everything and links the listeners. @param seed of what happens; it is printed, so that it can be repeated */
  static async start(seed: number): Promise<RandomKills> {
    console.log(`FAULT_SEED=${seed}`);
    const platform = await startSandboxPlatform();
    const cluster = await ServiceCluster.start(platform);
    const api = await cluster.startApi();
    const run = new RandomKills(new Random(seed), platform, cluster, api, cluster.startWorker());
    await run.link();
    return run;
  }

  async close(): Promise<void> {
    await this.cluster.close();
    await this.platform.close();
  }

  /** Kills every process once, lets all work come to its end, and looks at everything. @returns what is wrong, in words */
  async round(): Promise<string[]> {
    const stop = new AbortController();
    const watching = this.watchLanes(stop.signal);
    const busy = this.listeners.map((listener) => listener.beBusy(stop.signal));
    await this.liveThrough(this.killEachOnce());
    stop.abort();
    await Promise.all(busy);
    if (!(await this.audit.jobsEnd(LONGEST_WORK_MS)))
      return [...(await this.audit.jobs()), ...this.errors, this.cluster.errors()];
    await Promise.all(this.listeners.map((listener) => listener.syncNow()));
    const found = [...(await watching), ...(await this.problems())];
    return found.length === 0 ? [] : [...found, ...this.errors, this.cluster.errors()];
  }

  /** What was done so far, for the person who runs it. */
  summary(): string {
    const did = this.listeners.map(({ name, done }) => `${name} ${JSON.stringify(done)}`);
    return `Killed: ${JSON.stringify(this.kills)}. Meanwhile: ${did.join(', ')}`;
  }

  private async link(): Promise<void> {
    await this.setClock(this.now);
    const caller = patientCaller(this.api.url);
    for (const name of LISTENERS) {
      const listener = await BusyListener.link(this.platform, caller, name, this.random.between(1, 1_000_000));
      this.listeners.push(listener);
      this.oldest.set(listener, oldestOf(await this.audit.rowsOf(listener.linked.userId)));
    }
    this.loggedOut = (await BusyListener.link(this.platform, caller, 'blanca', 1)).linked.headers;
    await caller.call('/api/v1/auth/logout', { method: 'POST', headers: this.loggedOut });
  }

  private async setClock(at: number): Promise<void> {
    this.clockSetAt = Date.now();
    await this.platform.setWeather({ clock: { at: new Date(at).toISOString() } });
  }

  /** Kills each process once, in any order, while everybody is busy. */
  private async killEachOnce(): Promise<void> {
    const names = Object.keys(this.kills) as (keyof typeof this.kills)[];
    while (names.length > 0) {
      const [name] = names.splice(this.random.between(0, names.length - 1), 1);
      if (name === undefined) break;
      await this.pause(200, 3_000);
      await this.kill(name);
      this.kills[name]++;
    }
  }

  private async kill(name: keyof typeof this.kills): Promise<void> {
    const { api, worker, cluster } = this;
    const victim = { api, worker, engine: cluster.engine, redis: cluster.redis }[name];
    await victim.kill('SIGKILL');
    // The next start forgets what was printed before.
    if (victim === api) this.errors.push(cluster.errors());
    await this.pause(0, 800);
    if ('start' in victim) await victim.start();
    else this.worker = cluster.startWorker();
  }

  private pause(from: number, to: number): Promise<void> {
    return sleep(this.random.between(from, to));
  }

  /** Lets the sandbox' time go by until some work is done. */
  private async liveThrough(work: Promise<void>): Promise<void> {
    const end = this.now + ROUND_MS;
    const done = new AbortController();
    const over = work.finally(() => {
      done.abort();
    });
    while (!done.signal.aborted && this.now < end) {
      await this.setClock((this.now += ROUND_MS / STEPS_A_ROUND));
      await Promise.race([over, sleep(1_000)]);
    }
    await over;
  }

  /** @returns whether whatever has begun comes to its end, with nobody's help */
  private async watchLanes(until: AbortSignal): Promise<string[]> {
    const crowded: string[] = [];
    while (!until.aborted) {
      // While the engine is away there is nothing to see.
      crowded.push(...(await this.audit.crowdedLanes().catch(() => [])));
      await sleep(WATCH_MS);
    }
    return crowded;
  }

  private async problems(): Promise<string[]> {
    const { audit, now } = this;
    // The schedule may have begun one.
    await audit.jobsEnd(LONGEST_WORK_MS);
    const found = [...(await audit.jobs()), ...(await audit.indexes())];
    // The sandbox' clock goes on by itself.
    const latest = now + Date.now() - this.clockSetAt;
    for (const listener of this.listeners) {
      const { userId } = listener.linked;
      const { expected, allowed } = await listener.plays(this.oldest.get(listener) ?? 0, now, latest);
      found.push(...(await audit.plays(userId, expected, allowed)), ...(await audit.rollups(userId)));
      const rows = (await audit.rowsOf(userId)).length;
      const overview = await listener.linked.get<{ total_tracks_played: number }>('/api/v1/analytics/overview');
      if (overview.total_tracks_played !== rows)
        found.push(`the overview of ${listener.name} counts ${overview.total_tracks_played} plays, and not ${rows}`);
      found.push(...listener.surprises);
    }
    const revoked = await patientCaller(this.api.url).call('/api/v1/sync-jobs', { headers: this.loggedOut });
    if (revoked.status !== 401) found.push(`a session that was ended is answered with ${revoked.status}`);
    return found;
  }
}
