import { type Beginning, readBeginning } from './beginning';
import type { ByteRange } from './byte-range';
import type { ExportBreak } from './export-break';
import type { InspectedFile, PackedBytes } from './inspected-file';
import type { ContentProblem } from './problems';
import type { Layout } from './split-record';
import { type Survey, survey } from './survey';

/** A listening history, but for what it is called. */
export interface FoundHistory extends Omit<InspectedFile, 'name'> {
  broken: ExportBreak | null;
  /** Whether all of it is there, as far as can be told without reading its records. */
  isWhole: boolean;
}

/** What the content of a file is found to be. */
export type Finding = { history: FoundHistory } | { problem: ContentProblem; isOfHistory: boolean };

/**
 * Looks through the content of a file that is no archive.
 * @param follow called with the number of bytes unpacked so far; throws when they are too many
 */
export async function inspectContent(
  path: string,
  packed: PackedBytes,
  { kind, encoding, layout, isOfHistory: beginsAsHistory }: Beginning,
  follow: (bytes: number) => void,
): Promise<Finding> {
  if (kind === 'gzip' || kind === 'zip') return { problem: 'packed_twice', isOfHistory: beginsAsHistory };
  if (kind !== 'text') return { problem: kind, isOfHistory: beginsAsHistory };
  const text: PackedBytes = encoding === undefined ? packed : { ...packed, encoding };
  const found = await survey(path, text, layout, follow);
  const { format, records, bytes, broken } = found;
  if (format !== null) {
    const isWhole = broken === null && !found.hasOddLines;
    return { history: { path, packed: text, layout, format, records, bytes, broken, isWhole } };
  }
  const isOfHistory = beginsAsHistory || found.isOfHistory;
  return { problem: problemOf(found, layout, isOfHistory), isOfHistory };
}

/** Problems that go by another name when they are met in gzip. */
const IN_GZIP: Partial<Record<ContentProblem, ContentProblem>> = {
  empty: 'empty_gzip',
  damaged: 'damaged_gzip',
  unknown_kind: 'other_gzip',
};

/** Looks through the content of a gzip file; all else is as with `inspectContent`. */
export async function inspectGzip({ path, start, end }: ByteRange, follow: (bytes: number) => void): Promise<Finding> {
  const packed: PackedBytes = { start, end, packing: 'gzip' };
  const finding = await inspectContent(path, packed, await readBeginning(path, packed), follow);
  return 'problem' in finding ? { ...finding, problem: IN_GZIP[finding.problem] ?? finding.problem } : finding;
}

function problemOf(
  { broken, records, isWronglyEncoded }: Survey,
  layout: Layout,
  isOfHistory: boolean,
): ContentProblem {
  if (isWronglyEncoded) return 'wrong_encoding';
  if (broken?.breakage === 'unpacking') return 'damaged';
  if (broken?.breakage === 'cut_off' && records === 0) return 'cut_short';
  if (layout === 'lines' && isOfHistory) return 'wrapped';
  // A line that is too long to be a record may well be an object.
  const isObject = layout === 'lines' && broken?.breakage === 'unclosed';
  return broken === null || records > 0 || isObject ? 'other_json' : 'unknown_kind';
}
