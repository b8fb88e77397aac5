import { join } from 'node:path';
import { parseOptions } from '../../src/common/run-command';
import { StartError } from '../../src/common/start-error';
import type { BenchOptions } from './report';

export interface BenchCommand {
  /** Which benches to run; all that the form of the run has, when there are none. */
  names: string[];
  options: BenchOptions;
  engine: 'embedded' | 'uri';
  short: boolean;
  plot: boolean;
}

const USAGE =
  'npm run bench -- [NAME...] [--short] [--plot] [--engine embedded|uri] [--plays N] [--sizes N,N...] [--users N] ' +
  '[--large-bytes N] [--rounds N]';
const BUILD = join(__dirname, '../../dist/main.js');
const EMBEDDED_SYNC_MODE = 'flushed to disk before acknowledged';
const WHOLE = {
  plays: 300_000,
  users: 1_000,
  sizes: [10_000, 100_000, 300_000, 1_000_000],
  largeBytes: 1e9,
  rounds: 5,
};
const SHORT = { plays: 20_000, users: 20, sizes: [10_000, 100_000], largeBytes: 5e7, rounds: 2 };

/** @throws StartError with a sentence for whoever typed it */
export function readCommand(args: string[]): BenchCommand {
  const { values, positionals } = parseOptions(
    {
      args,
      allowPositionals: true,
      options: {
        engine: { type: 'string', default: process.env.MONGODB_URI === undefined ? 'embedded' : 'uri' },
        'sync-mode': { type: 'string' },
        short: { type: 'boolean', default: false },
        plot: { type: 'boolean', default: false },
        plays: { type: 'string' },
        users: { type: 'string' },
        sizes: { type: 'string' },
        'large-bytes': { type: 'string' },
        rounds: { type: 'string' },
        entry: { type: 'string', default: BUILD },
      },
    },
    USAGE,
  );
  const { engine, short, plot, entry } = values;
  if (engine !== 'embedded' && engine !== 'uri') throw new StartError(`--engine is embedded or uri, not "${engine}".`);
  if (engine === 'uri' && process.env.MONGODB_URI === undefined)
    throw new StartError('For --engine uri set MONGODB_URI to the server that is to be measured.');
  const usual = short ? SHORT : WHOLE;
  const number = (name: string, text: string | undefined, fallback: number): number => {
    const given = text === undefined ? fallback : Number(text);
    if (!Number.isSafeInteger(given) || given <= 0) throw new StartError(`--${name} is a whole number above 0.`);
    return given;
  };
  return {
    names: positionals,
    engine,
    short,
    plot,
    options: {
      entry,
      plays: number('plays', values.plays, usual.plays),
      users: number('users', values.users, usual.users),
      sizes:
        values.sizes
          ?.split(',')
          .map((size) => number('sizes', size, NaN))
          .sort((a, b) => a - b) ?? usual.sizes,
      largeBytes: number('large-bytes', values['large-bytes'], usual.largeBytes),
      rounds: number('rounds', values.rounds, usual.rounds),
      syncMode: values['sync-mode'] ?? (engine === 'embedded' ? EMBEDDED_SYNC_MODE : 'as the server is set'),
    },
  };
}
