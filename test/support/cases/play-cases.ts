import { scriptedApp } from '../scripted-app';
import { readCase } from './case';
import { CaseRun } from './case-run';
import { expectAsRight } from './observation';
import { type Subject, SUBJECTS } from './subjects';

const TIMEOUT_MS = 120_000;

/** Has Jest play every run of the cases of a subject, each as a test. */
export function playCases(subject: Subject): void {
  const app = scriptedApp();

  for (const name of SUBJECTS[subject]) {
    const case_ = readCase(name);
    for (const run of case_.runs) {
      it(
        run.label === '' ? name : `${name}: ${run.label}`,
        async () => {
          expectAsRight(await new CaseRun(app, name, case_, run).play());
        },
        TIMEOUT_MS,
      );
    }
  }
}
