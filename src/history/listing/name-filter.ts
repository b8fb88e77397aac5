import { foldText, literally, matchKey, normaliseName } from '../../common/text';

const WILDCARD = '*';

/** What a name must be like: equal to a text, or, with a `*` at either end, begin with it, end with it or contain it. */
export type NameFilter = { kind: 'exact'; key: string } | { kind: 'wildcard'; pattern: RegExp };

/** Reads a filter on names; letters are compared by their keys: see matchKey. */
export function parseNameFilter(text: string): NameFilter {
  const trimmed = normaliseName(text);
  const open = { start: trimmed.startsWith(WILDCARD), end: trimmed.length > 1 && trimmed.endsWith(WILDCARD) };
  if (!open.start && !open.end) return { kind: 'exact', key: matchKey(trimmed) };
  const inner = trimmed.slice(Number(open.start), trimmed.length - Number(open.end));
  // Blanks inside the wildcards are meant: "the *" is not "the*".
  // The sigma at the end of a word is written otherwise, and what ends the part need not end the name.
  const part = literally(foldText(inner)).replace(/[σς]/g, '[σς]');
  return { kind: 'wildcard', pattern: new RegExp(`${open.start ? '' : '^'}${part}${open.end ? '' : '$'}`) };
}
