import 'reflect-metadata';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartError } from './start-error';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** Somebody asks how a command is used, and for nothing else. */
class UsageAsked extends Error {}

/**
 * Runs a command as this process, which ends with it, with `process.exitCode` if the command has set it. What it throws
 * is printed and makes the exit code 1: of a StartError the sentence alone.
 * @param command does the work with the arguments after the command's name
 */
export function runCommand(command: (args: string[]) => Promise<void>): void {
  command(process.argv.slice(2)).then(
    () => process.exit(),
    (error: unknown) => {
      if (error instanceof UsageAsked) {
        console.log(error.message);
        process.exit();
      }
      console.error(error instanceof StartError ? error.message : error);
      process.exit(1);
    },
  );
}

/**
 * The options and file names that a command was given; with `--help` it ends by saying how it is used.
 * @param config as for `parseArgs`
 * @throws StartError that says what is wrong, and how the command is used
 */
export function parseOptions<Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  let parsed: ReturnType<typeof parseArgs<Config>>;
  try {
    parsed = parseArgs({ ...config, options: { ...config.options, ...HELP } }) as typeof parsed;
  } catch (error) {
    throw usageError((error as Error).message, usage);
  }
  if ('help' in parsed.values) throw new UsageAsked(`Usage: ${usage}`);
  return parsed;
}

/** The path of a file as a person names it, who may be elsewhere: npm itself runs a script in the package's folder. */
export function pathOf(name: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), name);
}

/** What a command says of arguments that it cannot work with. */
export function usageError(problem: string, usage: string): StartError {
  return new StartError(`${problem}\nUsage: ${usage}`);
}
