/** A line of Prometheus' text format. */
export interface MetricSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const SAMPLE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads an answer of /metrics. @throws Error at a line that is none */
export function readMetrics(text: string): MetricSample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) throw new Error(`This is no sample of a metric: ${line}`);
    const pairs = [...labels.matchAll(LABEL)].map(([, label, text]) => [label, text]);
    return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
  });
}

/** The value of the one sample of this name that has these labels, and maybe more. @throws Error unless there is one */
export function valueOf(samples: MetricSample[], name: string, labels: Record<string, string> = {}): number {
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
  );
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} of ${name} ${JSON.stringify(labels)}`);
  return first.value;
}
