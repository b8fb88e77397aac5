import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings';
import { type Check, DoctorCheck, type Finding, ok, problem, warning } from '../check';

const MB = 1024 ** 2;
/** Too little for the files of an import and what comes of them. */
const LITTLE_BYTES = 1024 * MB;
/** Too little to go on. */
const TOO_LITTLE_BYTES = 100 * MB;
/** Everybody but the owner. */
const OTHERS = 0o077;

@DoctorCheck({ order: 30 })
@Injectable()
export class DataDirCheck implements Check {
  readonly name = 'DATA_DIR';

  constructor(private readonly settings: Settings) {}

  run(): Finding[] {
    const folder = resolve(this.settings.dataDir);
    const findings = [...this.access(folder), ...this.privacy(folder), ...this.space(folder)];
    return findings.length > 0 ? findings : [ok(`${folder} can be written to`)];
  }

  private access(folder: string): Finding[] {
    try {
      accessSync(nearest(folder), constants.R_OK | constants.W_OK | constants.X_OK);
      return [];
    } catch {
      return [problem(`${folder} cannot be written to by this user. Change its owner, or name another folder.`)];
    }
  }

  private privacy(folder: string): Finding[] {
    const open = (path: string): boolean => existsSync(path) && (statSync(path).mode & OTHERS) !== 0;
    const advice = (path: string): string =>
      `${path} can be opened by other users of this machine. Run: chmod go= ${path}`;
    const secrets = join(folder, 'secrets.json');
    return [...(open(secrets) ? [problem(advice(secrets))] : []), ...(open(folder) ? [warning(advice(folder))] : [])];
  }

  private space(folder: string): Finding[] {
    const { bavail, bsize } = statfsSync(nearest(folder));
    const free = bavail * bsize;
    if (free >= LITTLE_BYTES) return [];
    const text = `only ${Math.floor(free / MB)} MB are free on the disk of ${folder}. Make room on it, or move DATA_DIR.`;
    return [free < TOO_LITTLE_BYTES ? problem(text) : warning(text)];
  }
}

/** The folder itself, or the one in which it would be made. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}
