import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartError } from '../common/start-error';
import { loadSettings } from '../config/load-settings';
import type { Settings } from '../config/settings';

/**
 * Runs a command as this process, which ends with it, with `process.exitCode` if the command has set it. What it throws
 * is printed and makes the exit code 1: of a StartError the sentence alone.
 * @param command does the work with the arguments after the command's name
 */
export function runCommand(command: (args: string[]) => Promise<void>): void {
  command(process.argv.slice(2)).then(
    () => process.exit(),
    (error: unknown) => {
      console.error(error instanceof StartError ? error.message : error);
      process.exit(1);
    },
  );
}

/**
 * The options and file names that a command was given.
 * @param config as for `parseArgs`
 * @throws StartError that says what is wrong, and how the command is used
 */
export function parseOptions<Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new StartError(`${(error as Error).message}\nUsage: ${usage}`);
  }
}

/** The service's settings, from the environment and `.env`. @throws StartError that lists their problems */
export function readSettings(): Settings {
  if (existsSync('.env')) loadEnvFile('.env');
  return loadSettings(process.env);
}
