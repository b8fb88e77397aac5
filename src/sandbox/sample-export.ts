import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseOptions, pathOf, runCommand, usageError } from '../common/run-command';
import { StartError } from '../common/start-error';
import { buildCatalogue } from './catalogue/catalogue';
import { ControlError } from './control-error';
import { exportArchive } from './export/export-archive';
import { exportFiles, type ExportFormat } from './export/export-files';
import { planExport } from './export/export-plan';
import { parseFormat, parsePlays } from './export/export.routes';
import { Listening } from './listeners/listening';
import { NAMED_LISTENERS, Roster } from './listeners/roster';
import { DEFAULT_SEED } from './world';

const USAGE = 'npm run sample-export -- --plays 20000 --format extended|account --out export.zip [--user NAME]';
const OPTIONS = {
  plays: { type: 'string', default: '20000' },
  format: { type: 'string', default: 'extended' },
  out: { type: 'string', default: 'export.zip' },
  user: { type: 'string', default: 'mira' },
} as const;

/** Writes an export of an invented listener into a file, for trying the import without waiting for one's own. */
async function writeSampleExport(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: OPTIONS }, USAGE);
  const listener = new Roster(DEFAULT_SEED).find(values.user);
  const players = NAMED_LISTENERS.filter(({ playsPerDay }) => playsPerDay > 0).map(({ id }) => id);
  if (!listener || listener.playsPerDay === 0) {
    throw usageError(`"${values.user}" has no plays to export. Choose one of: ${players.join(', ')}.`, USAGE);
  }
  const { format, plays } = parseValues(values);
  const listening = new Listening(DEFAULT_SEED, buildCatalogue(DEFAULT_SEED));
  const plan = await planExport(listening, listener, plays, Date.now());
  const files = exportFiles(plan, listener, format);
  const out = pathOf(values.out);
  try {
    await pipeline(exportArchive(files, format), createWriteStream(out));
  } catch (error) {
    throw new StartError(`${out} cannot be written. Choose another place with --out.`, { cause: error });
  }

  const { size } = await stat(out);
  const first = new Date(plan.playAt(0).endedAt).toISOString().slice(0, 10);
  console.log(
    `Wrote ${plan.total} plays of ${listener.displayName} since ${first} into ${files.length} ` +
      `${files.length === 1 ? 'file' : 'files'} of ${out} (${(size / 1024 / 1024).toFixed(1)} MB).`,
  );
  console.log('Next: run "npm start", open http://127.0.0.1:8000/ and choose this file there.');
}

/** @throws StartError for what the sandbox's own route refuses, too */
function parseValues({ format, plays }: { format: string; plays: string }): { format: ExportFormat; plays: number } {
  try {
    return { format: parseFormat(format), plays: parsePlays(plays) };
  } catch (error) {
    if (error instanceof ControlError) throw usageError(error.message, USAGE);
    throw error;
  }
}

runCommand(writeSampleExport);
