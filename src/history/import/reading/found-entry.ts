import type { Finding } from './inspect-content';
import { whereItBreaks } from './export-break';
import type { InspectedEntry, InspectedFile } from './inspected-file';
import { type ContentProblem, inWords } from './problems';

/** Names in an archive can have 65,535 bytes; the report of a thousand of these would not fit into a record of the database. */
const LONGEST_NAME = 255;
const HISTORY_NAME = /^(Streaming_History_(Audio|Video)_|StreamingHistory|endsong_).*\.json(\.gz)?$|^history\.jsonl$/i;
/** Beside `.json.gz`, which is a history's. */
const ARCHIVE_NAME = /\.(zip|7z|rar|gz|tgz|bz2|xz|zst)$/i;
/** What a Mac adds to an archive: a file beside each file. */
const MAC_TWIN = /(^|[\\/])(__MACOSX[\\/]|\._[^\\/]*$)/;

/** A name as it is shown: of a very long one its end. */
export function shownName(name: string): string {
  return name.slice(-LONGEST_NAME);
}

/** Where an entry lies. */
export interface Surroundings {
  /** The uploaded archive, as the user knows it; '' for a file that is in none. */
  upload: string;
  /** What the names of archives within it put in front of the entry's own, such as `inner.zip/`; '' for none. */
  prefix: string;
}

/** An entry with what was found of it: with the history, if it is one that can be read. */
export interface FoundEntry {
  entry: InspectedEntry;
  file: InspectedFile | null;
  /** Whether it is a history that is all there. */
  isWhole: boolean;
}

/** @param ownName as its archive has it */
export function foundEntry(ownName: string, { upload, prefix }: Surroundings, finding: Finding): FoundEntry {
  const name = prefix + shownName(ownName);
  const shown = { name, archive: upload };
  if ('problem' in finding) return { entry: { ...shown, ...unread(ownName, finding) }, file: null, isWhole: false };
  const { broken, isWhole, ...history } = finding.history;
  const reason = broken === null ? '' : whereItBreaks(broken);
  return {
    entry: { ...shown, state: 'read', reason, records: history.records },
    file: { ...history, name: upload === '' ? name : `${upload}/${name}` },
    isWhole,
  };
}

function unread(
  name: string,
  { problem, isOfHistory }: { problem: ContentProblem; isOfHistory: boolean },
): Omit<InspectedEntry, 'name' | 'archive'> {
  if (MAC_TWIN.test(name)) return { state: 'not_history', reason: inWords('mac_twin').is, records: 0 };
  const { is: reason, isOther, isArchive } = inWords(problem);
  const seemsHistory = isOfHistory || HISTORY_NAME.test(name.split(/[\\/]/).at(-1) ?? name);
  if (seemsHistory) return { state: 'unreadable', reason, records: 0, isMissed: true };
  if (isArchive === true || (isOther !== true && ARCHIVE_NAME.test(name)))
    return { state: 'unreadable', reason, records: 0, isMissed: true, isArchive: true };
  return { state: isOther === true ? 'not_history' : 'unreadable', reason, records: 0 };
}
