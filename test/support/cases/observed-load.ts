import type { Loaded } from '../scripted-listener';
import type { RightLoad, RightRefusal } from './case';
import { observedJob } from './observed-job';
import type { Observation } from './observation';

interface Report {
  records: number;
  stored: number;
  merged: number;
  joined?: number;
  skipped: Record<string, number>;
  entries?: Entry[];
}

interface Entry {
  name: string;
  state: string;
  reason: string;
  records: number;
}

/** Figures of a report that a right.json can name. */
const FIGURES: Record<'stored' | 'duplicate' | 'not_a_track' | 'invalid' | 'known', (report: Report) => number> = {
  stored: ({ stored }) => stored,
  duplicate: ({ skipped }) => skipped.duplicate ?? 0,
  not_a_track: ({ skipped }) => skipped.not_a_track ?? 0,
  invalid: ({ skipped }) => skipped.invalid ?? 0,
  known: ({ merged, skipped }) => merged + (skipped.duplicate ?? 0),
};

export function observedLoad(right: RightLoad | RightRefusal, loaded: Loaded): Observation {
  if ('refused' in right) return refusal(right, loaded);
  const { job, response, gained } = loaded;
  if (job === null) {
    const { status, body } = response;
    return { right: { ...right }, came: { refused: status, detail: body.detail } };
  }
  const report = job.report as unknown as Report;
  const observed = observedJob(job, right.status);
  const figures = Object.entries(FIGURES).filter(([name]) => name in right);
  const skipped = Object.values(report.skipped).reduce((sum, count) => sum + count, 0);
  const joins = right.joins ?? 0;
  return {
    right: {
      ...observed.right,
      ...Object.fromEntries(figures.map(([name]) => [name, right[name as keyof typeof FIGURES]])),
      recordsAccountedFor: report.records,
      joined: joins,
      historyGained: (right.stored ?? report.stored) - joins,
      ...(right.saysOneOf !== undefined && { message: expect.stringMatching(oneOf(right.saysOneOf)) as unknown }),
      ...(right.entries !== undefined && { ...right.entries, recordsOfEntries: report.records, unexplained: [] }),
    },
    came: {
      ...observed.came,
      ...Object.fromEntries(figures.map(([name, read]) => [name, read(report)])),
      recordsAccountedFor: report.stored + report.merged + skipped,
      joined: report.joined ?? 0,
      historyGained: gained,
      ...(right.saysOneOf !== undefined && { message: job.error_message }),
      ...(right.entries !== undefined && statesOf(report.entries ?? [], right.entries)),
    },
  };
}

/** Nothing is begun for what is refused, and nothing is stored of it. */
function refusal({ refused, says = [] }: RightRefusal, { response, job, gained, jobs }: Loaded): Observation {
  const text = JSON.stringify(response.body);
  return {
    right: { status: refused, says, jobs: 0, historyGained: 0 },
    came: {
      status: response.status,
      says: says.every((name) => text.includes(name)) ? says : text,
      jobs,
      historyGained: gained,
      ...(job !== null && { report: job.report }),
    },
  };
}

/** Entries of the report by the names that right.json has for them, which leave out the archive that one lies in. */
function statesOf(entries: readonly Entry[], right: NonNullable<RightLoad['entries']>): Record<string, unknown> {
  const nameOf = (entry: Entry): string =>
    Object.keys(right).find((name) => entry.name === name || entry.name.endsWith(`/${name}`)) ?? entry.name;
  const stateOf = (entry: Entry): string =>
    right[nameOf(entry)] === 'not read' && entry.state !== 'read' ? 'not read' : entry.state;
  return {
    ...Object.fromEntries(entries.map((entry) => [nameOf(entry), stateOf(entry)])),
    recordsOfEntries: entries.reduce((sum, { records }) => sum + records, 0),
    unexplained: entries.filter(({ state, reason }) => state !== 'read' && reason === '').map(({ name }) => name),
  };
}

function oneOf(texts: readonly string[]): RegExp {
  return new RegExp(texts.map((text) => text.replaceAll('.', '\\.')).join('|'));
}
