import type { Parameters } from '../../columns/user-file';
import { searchText } from '../../common/text';
import { members, rankOrder, shownItems } from '../sql/items';

export const SEARCHED_KINDS = ['artists', 'albums', 'tracks'] as const;
export type SearchedKind = (typeof SEARCHED_KINDS)[number];

/** What words stand in: the name, and of what artists made also the artist's. */
const TEXT: Record<SearchedKind, string> = {
  artists: 'search',
  albums: `search || ' ' || artist_search`,
  tracks: `search || ' ' || artist_search`,
};

/** What is neither a letter nor a digit stands before a word, or nothing. */
const BEFORE_WORD = '(?:^|[^\\p{L}\\p{Nd}])';

/** A search as a statement, which returns rows of `FoundRow` in order, and its parameters. */
export interface SearchSql {
  sql: string;
  parameters: Parameters;
}

/** @returns null if nothing of the text is left to look for */
export function searchSql(text: string, kinds: readonly SearchedKind[]): SearchSql | null {
  const folded = searchText(text);
  if (folded === '') return null;
  const words = [...new Set(folded.split(' '))];
  const patterns = words.map((word) => `${BEFORE_WORD}${literally(word)}`);
  return {
    sql: foundItems(kinds, words.length),
    parameters: { searched: folded, ...numbered('search_word', words), ...numbered('search_pattern', patterns) },
  };
}

function foundItems(kinds: readonly SearchedKind[], words: number): string {
  return `
WITH per_recording AS MATERIALIZED (
  SELECT recording, count(*) AS plays, sum(ms) AS ms, max(played_at) AS last_at FROM through GROUP BY recording
),
${kinds.map((kind) => `found_${kind} AS (${found(kind, words)})`).join(',\n')}
${kinds.map((kind) => `SELECT * FROM found_${kind}`).join('\nUNION ALL\n')}
ORDER BY place, ${rankOrder('plays')}`;
}

/** The best of a kind; `total` is how many are found. */
function found(kind: SearchedKind, words: number): string {
  const numbers = Array.from({ length: words }, (_, number) => number);
  const inName = numbers.map((number) => `contains(search, $search_word_${number})`);
  const inText = numbers.map((number) => `contains(${TEXT[kind]}, $search_word_${number})`);
  const atWords = numbers.map((number) => `regexp_matches(${TEXT[kind]}, $search_pattern_${number})`);
  return `
  WITH ${shownItems(kind)},${members(kind)},
  named AS (
    SELECT
      item,
      name,
      id,
      CASE
        WHEN search = $searched THEN 0
        WHEN starts_with(search, $searched) THEN 1
        WHEN ${atWords.join(' AND ')} THEN 2
        ELSE 3
      END AS place
    FROM shown_${kind}
    WHERE (${inName.join(' OR ')}) AND ${inText.join(' AND ')}
  ),
  counted AS (
    SELECT item, sum(plays)::DOUBLE AS plays, sum(ms)::DOUBLE AS ms, max(last_at) AS last_at
    FROM per_recording JOIN members USING (recording)
    WHERE item IN (SELECT item FROM named)
    GROUP BY item
  ),
  best AS (
    SELECT item, place, plays, ms, last_at, (count(*) OVER ())::DOUBLE AS total
    FROM named JOIN counted USING (item)
    ORDER BY place, ${rankOrder('plays')}
    LIMIT $limit::INTEGER
  )
  SELECT '${kind}' AS kind, shown.*, place, plays, ms, last_at, total FROM best JOIN shown USING (item)`;
}

function numbered(name: string, values: readonly string[]): Parameters {
  return Object.fromEntries(values.map((value, index) => [`${name}_${index}`, value]));
}

/** A pattern of DuckDB that matches the text itself. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00');
}
