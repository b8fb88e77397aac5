import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * What a Dockerfile may COPY out of a folder: what its .dockerignore lets through. Of that file's language this knows
 * what is written there: `*`, and names that are let through all the same.
 */
export class BuildContext {
  private readonly allowed: string[];

  constructor(private readonly folder: string) {
    const [first, ...rest] = readFileSync(join(folder, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    if (first !== '*' || !rest.every((line) => /^![\w./-]+$/.test(line)))
      throw new Error('.dockerignore must exclude * and then list what is let through, each as !name');
    this.allowed = rest.map((line) => line.slice(1));
  }

  /** @throws Error where the source is left out by .dockerignore */
  locate(source: string): string {
    if (!this.allowed.some((name) => source === name || source.startsWith(`${name}/`)))
      throw new Error(`.dockerignore leaves out ${source}, which the Dockerfile copies`);
    return join(this.folder, source);
  }
}

/** COPY: a folder's content goes into the target, a file under its own name when the target ends in a slash. */
export function copyInto(source: string, target: string): void {
  const isFolder = statSync(source).isDirectory();
  const destination = !isFolder && target.endsWith('/') ? join(target, basename(source)) : target;
  mkdirSync(isFolder ? destination : dirname(destination), { recursive: true });
  execFileSync('cp', ['-dR', '--preserve=mode,timestamps', ...(isFolder ? [`${source}/.`] : [source]), destination]);
}
