import { StartError } from '../../src/common/start-error';
import { benchEngine } from './engine.bench';
import { benchEngineSize } from './engine-size.bench';
import { benchImport } from './import.bench';
import { benchLargeImport } from './import-large.bench';
import type { BenchCommand } from './command-line';
import type { BenchOptions, BenchRow } from './report';
import { benchSizes, SIZED_BENCHES } from './sized.bench';
import { benchSync } from './sync.bench';

type Bench = (options: BenchOptions) => Promise<BenchRow[]>;

/** A bench by its name. */
type NamedBench = [string, Bench];

const BENCHES: Record<string, Bench> = {
  engine: benchEngine,
  'engine-size': benchEngineSize,
  import: benchImport,
  'import-large': benchLargeImport,
  sync: benchSync,
};
/** Too long for the short form. */
const LONG = ['engine', 'engine-size'];

/**
 * The benches that a command asks for; those of one growing history are one.
 * @throws StartError when there is none of a name
 */
export function benchesOf({ names, short }: BenchCommand): NamedBench[] {
  const all = [...Object.keys(BENCHES), ...Object.keys(SIZED_BENCHES)];
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new StartError(`There is no bench "${unknown.join('", "')}"; there are: ${all.join(', ')}.`);
  }
  const usual = short ? all.filter((name) => !LONG.includes(name)) : all;
  const wanted = names.length > 0 ? names : usual;
  const sized = wanted.filter((name) => name in SIZED_BENCHES);
  const own = Object.entries(BENCHES).filter(([name]) => wanted.includes(name));
  const growing: NamedBench = [sized.join(' '), (options) => benchSizes(sized, options)];
  return sized.length > 0 ? [...own, growing] : own;
}
