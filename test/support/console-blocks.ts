import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** A command of a page, and what the page shows that it prints. */
export interface ShownCommand {
  command: string;
  output: string;
}

/** The commands in a page's blocks of ```console: lines that begin with `$ `, with their output below. */
export function commandsOf(page: string): ShownCommand[] {
  const blocks = [...page.matchAll(/^```console\n([^]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [command = '', ...output] = text.split('\n');
        return { command, output: output.join('\n') };
      }),
  );
}

/** A shell in which one command sees what the one before has left, such as variables and files. */
export class ShellSession {
  private static readonly END = '--- end of command ---';
  private readonly shell: ChildProcessByStdio<Writable, Readable, null>;
  private output = '';

  constructor(folder: string, env: Record<string, string | undefined>) {
    this.shell = spawn('bash', [], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.shell.stdout.on('data', (chunk: Buffer) => {
      this.output += chunk.toString();
    });
    // A refusal is a failure, and so is a failure before a pipe.
    this.shell.stdin.write('set -o pipefail\ncurl() { command curl --fail-with-body "$@"; }\n');
  }

  async run(command: string): Promise<{ code: number; output: string }> {
    this.output = '';
    this.shell.stdin.write(`${command}\necho "${ShellSession.END}$?"\n`);
    for (;;) {
      const [output = '', code] = this.output.split(ShellSession.END);
      if (code?.endsWith('\n') === true) return { code: Number(code), output };
      await once(this.shell.stdout, 'data');
    }
  }

  async close(): Promise<void> {
    this.shell.stdin.end();
    if (this.shell.exitCode === null) await once(this.shell, 'exit');
  }
}
