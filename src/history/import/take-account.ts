import type { Outcome } from '../matching/reported-play';
import type { ImportProgress } from './import-progress';
import type { ReadRecord } from './reading/imported-play';
import type { RecordLog } from './record-log';

const DETAILS: Record<Exclude<Outcome, 'stored'>, string> = {
  merged: 'another source had reported this play: its record was completed with what this one tells',
  duplicate: 'the history has this play already',
};

/**
 * Counts a batch of records of the file being read, and notes all that were not stored.
 * @param outcomes what became of those that are plays, in their order
 */
export function takeAccount(
  records: readonly ReadRecord[],
  outcomes: readonly Outcome[],
  progress: ImportProgress,
  log: RecordLog,
): void {
  const { file } = progress.current;
  let plays = 0;
  for (const read of records) {
    const { record } = read;
    if ('skipped' in read) {
      progress.count(read.skipped);
      log.add({ file, record, outcome: read.skipped, detail: read.detail });
      continue;
    }
    const outcome = outcomes[plays++];
    if (outcome === undefined) throw new RangeError(`Nothing is said of record ${record} of ${file}`);
    progress.count(outcome, read.play.playedAt);
    if (outcome !== 'stored') log.add({ file, record, outcome, detail: DETAILS[outcome], play: read.play });
  }
}
