import autocannon from 'autocannon';
import { obey } from '../helper-process';
import { median } from '../report';

/** Requests of one kind on one connection, one after the other. */
export interface Load {
  url: string;
  headers: Record<string, string>;
  seconds: number;
}

const SAMPLE_MS = 50;
const TIMEOUT_SECONDS = 30;

/** @returns the median time to an answer in milliseconds; autocannon's own tells whole ones only */
function load({ url, headers, seconds }: Load): Promise<number> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    const options = { url, headers, duration: seconds, connections: 1, sampleInt: SAMPLE_MS, timeout: TIMEOUT_SECONDS };
    const running = autocannon(options, (error, { errors, non2xx, statusCodeStats }) => {
      if (error !== null) reject(error);
      else if (errors + non2xx > 0)
        reject(new Error(`${url}: ${errors} errors, answers ${JSON.stringify(statusCodeStats)}`));
      else if (latencies.length === 0) reject(new Error(`${url}: no answer in ${seconds} s`));
      else resolve(median(latencies));
    });
    running.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
      latencies.push(ms);
    });
  });
}

obey(load);
