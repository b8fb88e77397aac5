import { type ScriptedPlatform, startScriptedPlatform } from '../scripted-platform';
import { createTestApp, type TestApp } from '../test-app';
import { readCase } from './case';
import { CaseRun } from './case-run';
import { expectAsRight } from './observation';
import { type Subject, SUBJECTS } from './subjects';

const TIMEOUT_MS = 120_000;

/** Has Jest play every run of the cases of a subject, each as a test. */
export function playCases(subject: Subject): void {
  let platform: ScriptedPlatform;
  let api: TestApp;

  beforeAll(async () => {
    platform = await startScriptedPlatform();
    api = await createTestApp({ env: platform.env });
  });
  afterAll(async () => {
    await api.close();
    await platform.close();
  });

  for (const name of SUBJECTS[subject]) {
    const case_ = readCase(name);
    for (const run of case_.runs) {
      it(
        run.label === '' ? name : `${name}: ${run.label}`,
        async () => {
          expectAsRight(await new CaseRun(api, platform, name, case_, run).play());
        },
        TIMEOUT_MS,
      );
    }
  }
}
