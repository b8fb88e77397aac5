import { stat } from 'node:fs/promises';
import { readBeginning } from './beginning';
import { type FoundEntry, foundEntry } from './found-entry';
import { ArchiveInspector } from './inspect-archive';
import { type Finding, inspectContent, inspectGzip } from './inspect-content';
import type { Inspection, PackedBytes, UploadedFile } from './inspected-file';
import { entriesInWords } from './missed-entries';
import { type Refusal, UnreadableUploadError } from './unreadable-upload.error';
import { UnpackingBudget, type UploadLimits } from './unpacking-budget';

/**
 * Finds the listening histories in uploaded files and counts their records, reading every file to its end.
 * @throws UnreadableUploadError with all files that hold none
 */
export async function inspectFiles(uploads: readonly UploadedFile[], limits: UploadLimits): Promise<Inspection> {
  const found: FoundEntry[] = [];
  const refusals: Refusal[] = [];
  for (const upload of uploads) {
    try {
      found.push(...(await inspectFile(upload, limits)));
    } catch (error) {
      if (!(error instanceof UnreadableUploadError)) throw error;
      refusals.push(...error.refusals);
    }
  }
  if (refusals.length > 0) throw new UnreadableUploadError(refusals);
  return { files: found.flatMap(({ file }) => file ?? []), entries: found.map(({ entry }) => entry) };
}

async function inspectFile({ path, name }: UploadedFile, limits: UploadLimits): Promise<FoundEntry[]> {
  const { size } = await stat(path);
  const whole: PackedBytes = { start: 0, end: size, packing: 'none' };
  const range = { path, start: 0, end: size };
  const budget = new UnpackingBudget(name, size, limits);
  const beginning = await readBeginning(path, whole);
  if (beginning.kind === 'zip') {
    const archive = { range, upload: name, prefix: '', depth: 0 };
    return checked(name, await new ArchiveInspector(path, budget).inspect(archive));
  }
  const follow = budget.follow(size);
  const finding: Finding = await (beginning.kind === 'gzip'
    ? inspectGzip(range, follow)
    : inspectContent(path, whole, beginning, follow));
  if ('problem' in finding) throw new UnreadableUploadError([{ fileName: name, kind: finding.problem }]);
  return [foundEntry(name, { upload: '', prefix: '' }, finding)];
}

/** @throws UnreadableUploadError for an archive without a history that can be read */
function checked(fileName: string, found: FoundEntry[] | null): FoundEntry[] {
  if (found === null) throw new UnreadableUploadError([{ fileName, kind: 'damaged_zip' }]);
  if (found.some(({ file }) => file !== null)) return found;
  const entries = found.map(({ entry }) => entry);
  const missed = entries.filter(({ isMissed }) => isMissed);
  const unreadable = missed.length > 0 ? missed : entries.filter(({ state }) => state === 'unreadable');
  if (unreadable.length === 0) throw new UnreadableUploadError([{ fileName, kind: 'no_history' }]);
  throw new UnreadableUploadError([{ fileName, kind: 'nothing_readable', entries: entriesInWords(unreadable) }]);
}
