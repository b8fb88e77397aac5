import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MetricSample } from './prometheus-text';

const ROOT = join(__dirname, '../..');
const NAME = /\bplayledger_\w+/g;
const SELECTOR = /\b(playledger_\w+)(?:\{([^}]*)\})?/g;
const GROUPING = /\b(?:by|without) \(([^)]*)\)/g;
/** Labels that Prometheus adds as it scrapes. */
const SCRAPED = ['instance', 'job'];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Every expression of the Grafana dashboard. */
export function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(read('docker/grafana-dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

/** Every expression of the alerting rules, each of which stands on one line. */
export function alertExpressions(): string[] {
  const text = read('docker/alerts.yml');
  const expressions = [...text.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression);
  const alerts = text.match(/^ +- alert: /gm)?.length;
  if (expressions.length !== alerts) throw new Error(`${alerts} alerts have ${expressions.length} expressions`);
  return expressions;
}

/** What an expression names that no answer of /metrics has: metrics, and labels of them. */
export function unknownIn(expression: string, samples: MetricSample[]): string[] {
  const labelsOf = (name: string): string[] | undefined => {
    const found = samples.filter((sample) => sample.name === name);
    return found.length === 0 ? undefined : [...new Set(found.flatMap(({ labels }) => Object.keys(labels)))];
  };
  const known = [...SCRAPED];
  const unknown: string[] = [];
  for (const [, name = '', selector = ''] of expression.matchAll(SELECTOR)) {
    const labels = labelsOf(name);
    if (labels === undefined) unknown.push(name);
    known.push(...(labels ?? []));
    for (const [, label = ''] of selector.matchAll(/(\w+)(?:=|!)/g))
      if (labels?.includes(label) === false) unknown.push(`${name}{${label}}`);
  }
  const grouped = [...expression.matchAll(GROUPING)].flatMap(([, list = '']) => list.split(', '));
  return [...unknown, ...grouped.filter((label) => !known.includes(label))];
}

/** The metrics that docs/monitoring.md names. */
export function documentedMetrics(): Set<string> {
  return new Set(read('docs/monitoring.md').match(NAME));
}

/** The names of the metrics of an answer, each once, without the suffixes of a histogram's samples. */
export function metricNames(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
}
