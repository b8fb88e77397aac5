import { join } from 'node:path';
import type { AuthHeaders } from '../../support/api-calls';
import { median } from '../../support/median';
import { HelperProcess } from '../helper-process';
import type { Load } from './load.process';

const SHORTEST_ROUND_SECONDS = 0.5;
/** A round is long enough for so many answers. */
const FEWEST_ANSWERS = 5;
/** A round that takes less than this much of the best one before shows that code is still being compiled. */
const STEADY = 0.95;
/** One alone may be slow for another reason. */
const STEADY_ROUNDS = 2;
const MOST_WARM_UP_ROUNDS = 10;

/** What is asked for, and by whom. */
export interface Asked {
  url: string;
  user: AuthHeaders;
}

/** Measures how long answers take on one connection, the load coming from another process. */
export class Latencies {
  private readonly process = new HelperProcess<Load, number>(join(__dirname, 'load.process'));

  constructor(private readonly rounds: number) {}

  /**
   * Asks for each in turn, and so again and again, so that what else the machine does meets all of them.
   * @returns for each the median of its rounds' medians, in milliseconds
   */
  async of(asked: readonly Asked[]): Promise<number[]> {
    const loads: Load[] = [];
    for (const { url, user } of asked) {
      const headers = { ...user, 'accept-encoding': 'gzip' };
      loads.push({ url, headers, seconds: await roundSeconds(url, headers) });
    }
    for (const load of loads) await this.warmUp(load);
    const medians = loads.map((): number[] => []);
    for (let round = 0; round < this.rounds; round += 1) {
      for (const [i, load] of loads.entries()) medians[i]?.push(await this.process.do(load));
    }
    return medians.map(median);
  }

  stop(): Promise<void> {
    return this.process.stop();
  }

  /** As many rounds as make it faster. */
  private async warmUp(load: Load): Promise<void> {
    let [best, steady] = [Infinity, 0];
    for (let round = 0; round < MOST_WARM_UP_ROUNDS && steady < STEADY_ROUNDS; round += 1) {
      const ms = await this.process.do(load);
      steady = ms > best * STEADY ? steady + 1 : 0;
      best = Math.min(best, ms);
    }
  }
}

async function roundSeconds(url: string, headers: Record<string, string>): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return Math.max(SHORTEST_ROUND_SECONDS, (FEWEST_ANSWERS * (performance.now() - start)) / 1000);
}
