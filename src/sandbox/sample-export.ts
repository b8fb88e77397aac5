import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { buildCatalogue } from './catalogue/catalogue';
import { exportArchive } from './export/export-archive';
import { exportFiles } from './export/export-files';
import { planExport } from './export/export-plan';
import { parseFormat, parsePlays } from './export/export.routes';
import { Listening } from './listeners/listening';
import { NAMED_LISTENERS, Roster } from './listeners/roster';
import { DEFAULT_SEED } from './world';

const USAGE = 'npm run sample-export -- --plays 20000 --format extended|account --out export.zip [--user NAME]';

/** Writes an export of an invented listener into a file, for trying the import without waiting for one's own. */
async function writeSampleExport(): Promise<void> {
  const { values } = parseArgs({
    options: {
      plays: { type: 'string', default: '20000' },
      format: { type: 'string', default: 'extended' },
      out: { type: 'string', default: 'export.zip' },
      user: { type: 'string', default: 'mira' },
    },
  });
  const listener = new Roster(DEFAULT_SEED).find(values.user);
  const players = NAMED_LISTENERS.filter(({ playsPerDay }) => playsPerDay > 0).map(({ id }) => id);
  if (!listener || listener.playsPerDay === 0) {
    throw new Error(`"${values.user}" has no plays to export. Choose one of: ${players.join(', ')}.`);
  }
  const format = parseFormat(values.format);
  const listening = new Listening(DEFAULT_SEED, buildCatalogue(DEFAULT_SEED));
  const plan = await planExport(listening, listener, parsePlays(values.plays), Date.now());
  const files = exportFiles(plan, listener, format);
  const out = resolve(values.out);
  try {
    await pipeline(exportArchive(files, format), createWriteStream(out));
  } catch (error) {
    throw new Error(`${out} cannot be written. Choose another place with --out.`, { cause: error });
  }

  const { size } = await stat(out);
  const first = new Date(plan.playAt(0).endedAt).toISOString().slice(0, 10);
  console.log(
    `Wrote ${plan.total} plays of ${listener.displayName} since ${first} into ${files.length} ` +
      `${files.length === 1 ? 'file' : 'files'} of ${out} (${(size / 1024 / 1024).toFixed(1)} MB).`,
  );
  console.log('Next: run "npm start", open http://127.0.0.1:8000/ and choose this file there.');
}

writeSampleExport().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  console.error(`Usage: ${USAGE}`);
  process.exitCode = 1;
});
