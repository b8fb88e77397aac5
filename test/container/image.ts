import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { type BuildContext, copyInto } from './build-context';
import type { Stage } from './dockerfile';

const run = promisify(execFile);

/** How a container of the image is run. */
export interface ImageConfig {
  env: Record<string, string>;
  workdir: string;
  user: string;
  volumes: string[];
  healthcheck: string[];
  entrypoint: string[];
  cmd: string[];
}

/** The account that the base image brings, beside Node and npm. */
const BASE_USER = 'node';

/** What a build takes over from the machine: where programs are, and the way to the package registries. */
const BUILD_VARIABLES = ['PATH', 'NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/**
 * What programs count on to be in /dev, with its minor number. The machine's own /dev is not mounted there: were the
 * mount left behind, who clears the temporary folder would clear that too.
 */
const DEVICES = [
  ['null', '3'],
  ['zero', '5'],
  ['full', '7'],
  ['random', '8'],
  ['urandom', '9'],
] as const;

/**
 * An image built by the instructions of a Dockerfile without a container engine, which takes the rights of root. This
 * machine's own system stands in for the base image: each stage is a layer over it, and what an instruction writes
 * goes into that layer.
 */
export class Image {
  private readonly folder = mkdtempSync(join(tmpdir(), 'playledger-image-'));
  private readonly stageRoots = new Map<string, string>();
  private readonly mounts: string[] = [];
  root = '';
  config: ImageConfig = newConfig();

  static async build(stages: Stage[], context: BuildContext): Promise<Image> {
    const image = new Image();
    image.mount(image.folder, '-t', 'tmpfs', 'tmpfs');
    try {
      for (const stage of stages) await image.buildStage(stage, context);
      return image;
    } catch (error) {
      image.remove();
      throw error;
    }
  }

  remove(): void {
    for (const mount of this.mounts.reverse()) execFileSync('umount', ['-l', mount]);
    rmSync(this.folder, { recursive: true });
  }

  /** Where a path of the image lies on this machine. */
  path(inside: string): string {
    return join(this.root, posix.resolve(this.config.workdir, inside)) + (inside.endsWith('/') ? '/' : '');
  }

  private async buildStage({ name, steps }: Stage, context: BuildContext): Promise<void> {
    this.root = this.layer(`stage-${this.mounts.length}`);
    this.config = newConfig();
    for (const step of steps) {
      switch (step.keyword) {
        case 'RUN':
          await this.runInside(step.command);
          break;
        case 'COPY': {
          const { from } = step;
          const locate = (source: string) => (from === null ? context.locate(source) : this.inStage(from, source));
          for (const source of step.sources) copyInto(locate(source), this.path(step.target));
          break;
        }
        case 'ENV':
          Object.assign(this.config.env, step.variables);
          break;
        case 'WORKDIR':
          this.config.workdir = step.value;
          mkdirSync(this.path('.'), { recursive: true });
          break;
        case 'USER':
          this.config.user = step.value;
          break;
        case 'VOLUME':
          this.config.volumes.push(step.value);
          break;
        case 'ENTRYPOINT':
        case 'CMD':
        case 'HEALTHCHECK':
          this.config[step.keyword.toLowerCase() as 'entrypoint' | 'cmd' | 'healthcheck'] = step.argv;
          break;
        case 'EXPOSE':
      }
    }
    if (name !== null) this.stageRoots.set(name, this.root);
  }

  private inStage(name: string, source: string): string {
    const root = this.stageRoots.get(name);
    if (root === undefined) throw new Error(`COPY --from=${name}: there is no such stage before`);
    return join(root, source);
  }

  private layer(name: string): string {
    const [upper, work, root] = ['upper', 'work', 'root'].map((part) => join(this.folder, name, part)) as [
      string,
      string,
      string,
    ];
    for (const folder of [upper, work, root]) mkdirSync(folder, { recursive: true });
    this.mount(root, '-t', 'overlay', '-o', `lowerdir=/,upperdir=${upper},workdir=${work}`, 'overlay');
    for (const [device, minor] of DEVICES) {
      const path = join(root, 'dev', device);
      if (!existsSync(path)) execFileSync('mknod', ['-m', '666', path, 'c', '1', minor]);
    }
    if (!new RegExp(`^${BASE_USER}:`, 'm').test(readFileSync(join(root, 'etc/passwd'), 'utf8')))
      execFileSync('useradd', ['--root', root, '--create-home', BASE_USER]);
    return root;
  }

  private mount(target: string, ...args: string[]): void {
    execFileSync('mount', [...args, target]);
    this.mounts.push(target);
  }

  /** RUN: by the shell, as the user and in the folder that hold at this point. */
  private async runInside(command: string): Promise<void> {
    const { env, workdir } = this.config;
    const fromMachine = BUILD_VARIABLES.map((name) => [name, process.env[name] ?? ''] as const);
    const variables = [
      ...fromMachine.filter(([, value]) => value !== ''),
      ...Object.entries({ HOME: '/root', ...env }),
    ];
    await run(
      'unshare',
      ['--mount', '--pid', '--fork', `--mount-proc=${this.root}/proc`, 'chroot', this.root, 'env', '-i', '-C', workdir]
        .concat(variables.map(([name, value]) => `${name}=${value}`))
        .concat(['sh', '-c', command]),
      { maxBuffer: 64 * 1024 ** 2 },
    ).catch((error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`RUN ${command} failed:\n${stdout}\n${stderr}`);
    });
  }
}

function newConfig(): ImageConfig {
  return { env: {}, workdir: '/', user: 'root', volumes: [], healthcheck: [], entrypoint: [], cmd: [] };
}
