import { playledgerFormat } from './formats/playledger.format';
import type { FoundEntry } from './found-entry';
import { inWords } from './problems';

/** The names of the entries that our own archive has, with the folder into which somebody may have put them all. */
const HISTORY = /^(.*[\\/])?history\.jsonl$/s;
const COPY = /^(.*[\\/])?platform-format[\\/](?:Streaming_History_Audio_\d+_\d+|StreamingHistory_music_\d+)\.json$/s;

/**
 * Leaves out what an archive of this service's own has twice. Beside `history.jsonl` lie the same plays in the platform's
 * form, for other programs; they are read only if that file is broken, since matching then makes one play of both.
 */
export function withoutOwnCopies(found: readonly FoundEntry[]): FoundEntry[] {
  const folders = found.filter(isOwnHistory).map(({ entry }) => folderIn(HISTORY, entry.name));
  return found.map((each) => {
    const folder = each.file === null ? null : folderIn(COPY, each.entry.name);
    return folder !== null && folders.includes(folder) ? asCopy(each) : each;
  });
}

function isOwnHistory({ file, isWhole }: FoundEntry): boolean {
  return isWhole && file?.format === playledgerFormat.name;
}

/** The folder of an entry with such a name, '' for that of the archive itself; null for another name. */
function folderIn(pattern: RegExp, name: string): string | null {
  const match = pattern.exec(name);
  return match === null ? null : (match[1] ?? '');
}

function asCopy({ entry }: FoundEntry): FoundEntry {
  const { is: reason } = inWords('own_copy');
  return { entry: { ...entry, state: 'not_history', reason, records: 0 }, file: null, isWhole: false };
}
