/** A search: words that must all occur, and fields that must hold a text, as in `waltz artist:"The Otters" year:1999`. */
export interface Search {
  words: string[];
  fields: Map<string, string>;
}

const PARTS = /(?:(track|artist|album|genre|year):)?(?:"([^"]*)"|(\S+))/g;

export function parseSearch(query: string): Search {
  const search: Search = { words: [], fields: new Map() };
  for (const [, field, quoted, word] of query.matchAll(PARTS)) {
    const text = fold(quoted ?? word ?? '');
    if (field !== undefined) search.fields.set(field, text);
    else search.words.push(text);
  }
  return search;
}

/** Whether something with these texts is what the search looks for; a field it does not have excludes it. */
export function matchesSearch(search: Search, texts: Readonly<Record<string, string>> & { text: string }): boolean {
  const text = fold(texts.text);
  return (
    search.words.every((word) => text.includes(word)) &&
    [...search.fields].every(([field, value]) => fold(texts[field] ?? '').includes(value))
  );
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
