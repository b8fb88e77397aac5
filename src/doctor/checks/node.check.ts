import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { type Check, DoctorCheck, type Finding, ok, problem } from '../check';

const { engines } = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
  engines: { node: string };
};

@DoctorCheck({ order: 10 })
export class NodeCheck implements Check {
  readonly name = 'Node.js';

  run(): Finding[] {
    return [nodeFinding(process.versions.node)];
  }
}

/** @param version such as 20.19.0 */
export function nodeFinding(version: string): Finding {
  if (satisfies(version, engines.node)) return ok(version);
  return problem(`${version} is not ${engines.node}. Install a newer Node.js.`);
}
