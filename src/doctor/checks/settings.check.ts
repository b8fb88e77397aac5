import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Settings } from '../../config/settings';
import { variableName } from '../../config/load-settings';
import { type Check, DoctorCheck, type Finding, ok, warning } from '../check';

const FILE = '.env';
const KNOWN = new Set(Object.keys(new Settings()).map(variableName));

/** The values themselves are checked before any check runs: without them there is nothing to look at. */
@DoctorCheck({ order: 20 })
export class SettingsCheck implements Check {
  readonly name = 'Settings';

  run(): Finding[] {
    if (!existsSync(FILE)) return [ok(`there is no ${FILE} here, so that defaults and the environment hold`)];
    const unknown = Object.keys(parseEnv(readFileSync(FILE, 'utf8'))).filter((name) => !KNOWN.has(name));
    if (unknown.length === 0) return [ok(`${FILE} and all of its values can be used`)];
    return unknown.map((name) =>
      warning(`${name} in ${FILE} is no setting and does nothing. Look its name up in .env.example.`),
    );
  }
}
