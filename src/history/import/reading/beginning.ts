import type { PackedBytes, Utf16 } from './inspected-file';
import type { ContentProblem } from './problems';
import { DamagedPackingError } from './decompressor';
import { hasHistoryFields } from './history-fields';
import type { Layout } from './split-record';
import { readUnpacked } from './unpack';

/** As much of a file as is needed to tell what kind it is. */
const BEGINNING_BYTES = 16 * 1024;

const UTF16_MARKS: readonly [RegExp, Utf16][] = [
  [/^fffe(?!0000)/, 'utf-16le'],
  [/^feff/, 'utf-16be'],
];
/** UTF-32, and UTF-16 without a mark: a bracket or white space with a zero beside it. */
const OTHER_UNICODE = /^(fffe0000|0000feff|00(5b|7b|20|0a|0d|09)|(5b|7b|20|0a|0d|09)00)/;
const GZIP = /^1f8b/;
/** Of an archive that begins with a file, and of one without any. */
const ZIP = /^504b(0304|0506)/;
const OTHER_KINDS: readonly [RegExp, ContentProblem][] = [
  [/^25504446/, 'pdf'],
  [/^(89504e47|ffd8ff|47494638|52494646)/, 'picture'],
  // RAR, 7-Zip, bzip2, xz and Zstandard.
  [/^(52617221|377abcaf|425a68|fd377a58|28b52ffd)/, 'other_archive'],
];
// eslint-disable-next-line no-control-regex -- what no text has
const CONTROL = /[\0-\x08\x0e-\x1f]/;
const WEB_PAGE = /^\s*<(!doctype|html)/i;

/** What the first bytes of a file say of it. */
export interface Beginning {
  kind: 'gzip' | 'zip' | 'text' | ContentProblem;
  encoding?: Utf16;
  layout: Layout;
  /** Whether it has fields of a listening history. */
  isOfHistory: boolean;
}

/** Looks at the beginning of what a file unpacks to. */
export async function readBeginning(path: string, packed: PackedBytes): Promise<Beginning> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of readUnpacked(path, packed)) {
      chunks.push(Buffer.from(chunk.subarray(0, BEGINNING_BYTES)));
      length += chunk.length;
      if (length >= BEGINNING_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof DamagedPackingError)) throw error;
    const beginning = beginningOf(Buffer.concat(chunks));
    // What damaged data unpacks to need not be what was packed.
    return isReadable(beginning) ? beginning : { ...beginning, kind: 'damaged' };
  }
  return beginningOf(Buffer.concat(chunks));
}

export function beginningOf(bytes: Buffer): Beginning {
  const hex = bytes.toString('hex', 0, 4);
  const [, encoding] = UTF16_MARKS.find(([mark]) => mark.test(hex)) ?? [];
  const text = encoding === undefined ? bytes.toString() : new TextDecoder(encoding).decode(bytes);
  const isOfHistory = hasHistoryFields(text);
  const layout = layoutOf(text, bytes.length);
  const kind = kindOfBytes(bytes, hex) ?? (layout === null ? kindOfText(text) : 'text');
  return { kind, encoding, layout: layout ?? 'array', isOfHistory };
}

function kindOfBytes(bytes: Buffer, hex: string): Beginning['kind'] | null {
  if (bytes.length === 0) return 'empty';
  if (bytes.every((byte) => byte === 0)) return 'zero_filled';
  if (GZIP.test(hex)) return 'gzip';
  if (ZIP.test(hex)) return 'zip';
  if (OTHER_UNICODE.test(hex)) return 'wrong_encoding';
  return OTHER_KINDS.find(([signature]) => signature.test(hex))?.[1] ?? null;
}

function kindOfText(text: string): ContentProblem {
  if (text.trim() === '') return 'blank';
  return WEB_PAGE.test(text) ? 'web_page' : 'unknown_kind';
}

/** How the records follow one another in JSON that begins so; null for what is no JSON. */
function layoutOf(text: string, length: number): Layout | null {
  const [first] = /\S/.exec(text) ?? [];
  if (first === '[') return 'array';
  if (first === '{') return 'lines';
  if (first === undefined) return length < BEGINNING_BYTES ? null : 'array';
  // A broken line may stand in front of good ones.
  return /^\{/m.test(text) && !CONTROL.test(text) ? 'lines' : null;
}

function isReadable({ kind }: Beginning): boolean {
  return kind === 'text' || kind === 'zip' || kind === 'gzip';
}
