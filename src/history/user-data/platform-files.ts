import type { ExportFile } from '../../database/user-data/user-data';
import type { Play } from '../play.schema';
import { isAccountPlay, toAccountRecord, toExtendedRecord } from './platform-records';
import { PlayRun } from './play-run';

const FOLDER = 'platform-format';
/** About as many as the platform puts into one file. */
const PLAYS_A_FILE = 15_000;

/**
 * A history in the platform's own formats, which this service's import and other programs read: the extended history,
 * and account data for what nothing else has told.
 *
 * @param readPlays the plays, oldest first; called for each format
 */
export async function* platformFiles(readPlays: () => AsyncGenerator<Play[], void>): AsyncGenerator<ExportFile, void> {
  yield* filesOf(readPlays(), {
    belongs: (play) => !isAccountPlay(play),
    toRecord: toExtendedRecord,
    nameOf: (year, number) => `Streaming_History_Audio_${year}_${number}.json`,
    about:
      'Your plays in the form of the music platform’s extended streaming history. Load them into another Playledger, ' +
      'or the whole archive, to have the same history there.',
  });
  yield* filesOf(readPlays(), {
    belongs: isAccountPlay,
    toRecord: toAccountRecord,
    nameOf: (_year, number) => `StreamingHistory_music_${number}.json`,
    about: 'The same for plays that only your account data has told, by name and to the minute, in its form.',
  });
}

interface PlatformFormat {
  belongs: (play: Play) => boolean;
  toRecord: (play: Play) => object;
  nameOf: (year: number, number: number) => string;
  about: string;
}

/** As many files as it takes; one begins with every year. */
async function* filesOf(
  plays: AsyncGenerator<Play[], void>,
  { belongs, toRecord, nameOf, about }: PlatformFormat,
): AsyncGenerator<ExportFile, void> {
  const run = new PlayRun(plays, belongs);
  try {
    for (let number = 0; ; number += 1) {
      const first = await run.peek();
      if (first === undefined) return;
      const year = yearOf(first);
      const ofThisYear = run.take(PLAYS_A_FILE, (play) => yearOf(play) === year);
      yield { name: `${FOLDER}/${nameOf(year, number)}`, about, content: jsonArray(ofThisYear, toRecord) };
    }
  } finally {
    await run.close();
  }
}

function yearOf({ played_at }: Play): number {
  return played_at.getUTCFullYear();
}

async function* jsonArray(
  batches: AsyncIterable<Play[]>,
  toRecord: (play: Play) => object,
): AsyncGenerator<string, void> {
  let before = '[\n';
  for await (const plays of batches) {
    yield before + plays.map((play) => JSON.stringify(toRecord(play))).join(',\n');
    before = ',\n';
  }
  yield '\n]\n';
}
