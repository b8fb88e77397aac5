import { parseArgs } from 'node:util';
import { writeAccountData, writeAccountZip, writeExtendedJson, writeExtendedZip, type WrittenFile } from './writers';

const USAGE = `Writes generated listening history.

  node -r @swc-node/register test/support/export-generator/cli.ts KIND OUT... [options]

KIND  extended (one .json or .json.gz), extended-zip, account (one or several files), account-zip
  --records N     records of the extended history (10000)
  --years N       length of the history (8)
  --end DATE      instant that all plays lie before (now)
  --seed N        (1)
  --clean         plain plays only
  --clusters      also the same song twice within a minute
  --files N       history files in a zip (12, account-zip 1)
  --days N        how far account data reaches back (365)
  --indent N  --bom  --crlf
`;

async function run(): Promise<readonly WrittenFile[]> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      records: { type: 'string', default: '10000' },
      years: { type: 'string', default: '8' },
      end: { type: 'string' },
      seed: { type: 'string', default: '1' },
      clean: { type: 'boolean', default: false },
      clusters: { type: 'boolean', default: false },
      files: { type: 'string' },
      days: { type: 'string' },
      indent: { type: 'string', default: '0' },
      bom: { type: 'boolean', default: false },
      crlf: { type: 'boolean', default: false },
    },
  });
  const [kind, ...paths] = positionals;
  const [path] = paths;
  if (path === undefined) throw new Error(USAGE);
  const history = {
    seed: Number(values.seed),
    records: Number(values.records),
    years: Number(values.years),
    endDate: values.end === undefined ? new Date() : new Date(values.end),
    clean: values.clean,
    clusters: values.clusters,
  };
  if (![history.seed, history.records, history.years, history.endDate.getTime()].every(Number.isFinite)) {
    throw new Error(`--seed, --records and --years take numbers, --end a date\n\n${USAGE}`);
  }
  const text = { indent: Number(values.indent), bom: values.bom, crlf: values.crlf };
  const days = values.days === undefined ? {} : { days: Number(values.days) };
  const files = values.files === undefined ? {} : { files: Number(values.files) };
  switch (kind) {
    case 'extended':
      return [await writeExtendedJson(path, history, text)];
    case 'extended-zip':
      return writeExtendedZip(path, history, { ...text, ...files });
    case 'account':
      return writeAccountData(paths, history, { ...text, ...days });
    case 'account-zip':
      return writeAccountZip(path, history, { ...text, ...files, ...days });
    default:
      throw new Error(USAGE);
  }
}

run().then(
  (written) => {
    for (const { name, records } of written) process.stdout.write(`${records}\t${name}\n`);
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
