import { type AccountTrackRecord, toAccountRecord } from './account';
import { generatePlays } from './history';
import { type ExtendedRecord, exportTimestamp } from './record';

export interface SameMinuteOptions {
  seed: number;
  /** Records of the account data. */
  records: number;
  /** Minutes in which one track ends twice, with two listening times. */
  pairs: number;
  /** All plays ended in the year before. */
  endDate: Date;
}

/** One year of listening, as two exports report it. */
export interface SameMinuteHistory {
  /** A record for each play. */
  extended: ExtendedRecord[];
  /** With one of the two records of each pair written twice, as the very same object. */
  account: AccountTrackRecord[];
}

const MINUTE = 60_000;
const SECOND_PLAY_AFTER_MS = 7_000;
const SECOND_PLAY_MS = 6_500;
/** Plays by which a pair may come earlier, since not every play has room for another in its minute. */
const SLACK = 10;

/** Listening with minutes in which one track ends twice, which account data tells apart by their listening times alone. */
export function sameMinuteHistory({ seed, records, pairs, endDate }: SameMinuteOptions): SameMinuteHistory {
  const singles = records - 2 * pairs;
  const apart = Math.floor(singles / pairs);
  const history: SameMinuteHistory = { extended: [], account: [] };
  let [made, sincePair] = [0, 0];
  for (const { record } of generatePlays({ seed, records: singles, years: 1, endDate, clean: true })) {
    const second = sincePair >= apart - SLACK && made < pairs ? secondPlay(record) : null;
    sincePair += 1;
    if (second === null) {
      add(history, record);
      continue;
    }
    add(history, record, made % 2 === 1);
    add(history, second, made % 2 === 0);
    [made, sincePair] = [made + 1, 0];
  }
  if (made < pairs) throw new Error(`There are only ${made} of ${pairs} pairs`);
  return history;
}

function add({ extended, account }: SameMinuteHistory, record: ExtendedRecord, isRepeated = false): void {
  extended.push(record);
  const listed = toAccountRecord(record);
  if (listed === null || !('trackName' in listed)) throw new Error('Account data lists every plain play');
  account.push(listed, ...(isRepeated ? [listed] : []));
}

/** Another play of the same track a few seconds later; null if that would be in the next minute. */
function secondPlay(record: ExtendedRecord): ExtendedRecord | null {
  const end = Date.parse(record.ts ?? '');
  if ((end % MINUTE) + SECOND_PLAY_AFTER_MS >= MINUTE) return null;
  const msPlayed = record.ms_played === SECOND_PLAY_MS ? SECOND_PLAY_MS - 1 : SECOND_PLAY_MS;
  return { ...record, ts: exportTimestamp(end + SECOND_PLAY_AFTER_MS), ms_played: msPlayed };
}
