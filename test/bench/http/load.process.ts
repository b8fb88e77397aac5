import autocannon from 'autocannon';
import { median } from '../../support/median';
import { obey } from '../helper-process';

/** Requests of one kind on one connection, one after the other. */
export interface Load {
  url: string;
  headers: Record<string, string>;
  seconds: number;
}

const SAMPLE_MS = 50;
/** What the service itself allows a request. */
const TIMEOUT_SECONDS = 30;

/**
 * A round of requests; a longer one, where none was answered in its time.
 * @returns the median time to an answer in milliseconds; autocannon's own tells whole ones only
 */
async function load(order: Load): Promise<number> {
  let { seconds } = order;
  for (; seconds <= TIMEOUT_SECONDS; seconds *= 2) {
    const latencies = await round({ ...order, seconds });
    if (latencies.length > 0) return median(latencies);
  }
  throw new Error(`${order.url}: no answer in ${seconds} s`);
}

/** @throws Error when an answer is not 2xx */
function round({ url, headers, seconds }: Load): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    const options = { url, headers, duration: seconds, connections: 1, sampleInt: SAMPLE_MS, timeout: TIMEOUT_SECONDS };
    const running = autocannon(options, (error, { errors, non2xx, statusCodeStats }) => {
      if (error !== null) reject(error);
      else if (errors + non2xx > 0)
        reject(new Error(`${url}: ${errors} errors, answers ${JSON.stringify(statusCodeStats)}`));
      else resolve(latencies);
    });
    running.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
      latencies.push(ms);
    });
  });
}

obey(load);
