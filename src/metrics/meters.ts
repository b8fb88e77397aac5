import { Logger } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { singleFlight } from '../common/single-flight';
import { withTimeout } from '../common/with-timeout';

/** Begins the name of every metric. */
export const METRIC_PREFIX = 'playledger_';

/** What a gauge may take to be read. A scrape must end within 3 s, whatever hangs. */
const LONGEST_READING_MS = 1_500;

export type { Counter, Gauge, Histogram } from 'prom-client';

/** What a metric tells. Its labels take few values: never an id, a name or a path as it was called. */
export interface Meaning<Label extends string> {
  /** Without the prefix; ends in the unit (`_seconds`), and in `_total` for a counter. */
  name: string;
  help: string;
  labels?: readonly Label[];
}

export interface Sample<Label extends string> {
  labels: Partial<Record<Label, string>>;
  value: number;
}

/** Something that is counted up from the start of the process. */
export function counter<Label extends string = never>(meaning: Meaning<Label>): Counter<Label> {
  return new Counter(configOf(meaning));
}

/** Times, of which it keeps how many were as long as each of `buckets` (seconds) at most. */
export function histogram<Label extends string = never>(
  meaning: Meaning<Label> & { buckets: readonly number[] },
): Histogram<Label> {
  return new Histogram({ ...configOf(meaning), buckets: [...meaning.buckets] });
}

/**
 * Something that is looked up for each scrape. While it cannot be read, or not in time, it is left out of the answer.
 *
 * @param read what there is now, a sample for each combination of labels
 */
export function gauge<Label extends string = never>(
  meaning: Meaning<Label> & { read: () => Promise<Sample<Label>[]> },
): Gauge<Label> {
  const logger = new Logger('Metrics');
  // A reading that hangs is waited for by the next scrape as well, rather than begun once more.
  const read = singleFlight(meaning.read);
  return new Gauge({
    ...configOf(meaning),
    async collect() {
      let samples: Sample<Label>[] = [];
      try {
        samples = await withTimeout(read(), LONGEST_READING_MS);
      } catch (error) {
        logger.debug(`${METRIC_PREFIX}${meaning.name} cannot be read: ${String(error)}`);
      }
      this.reset();
      // A gauge without labels is reset to 0, which would be a reading.
      if (meaning.labels === undefined) this.remove();
      for (const { labels, value } of samples) this.set(labels, value);
    },
  });
}

function configOf<Label extends string>({ name, help, labels = [] }: Meaning<Label>) {
  // No register: an application takes up the metrics of its own sources, see MetricsService.
  return { name: METRIC_PREFIX + name, help, labelNames: [...labels], registers: [] };
}
