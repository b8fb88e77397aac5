import { type Kind, ranked } from './items';
import { folded, type Seen } from './lens';

type Own = Record<string, string | number | boolean>;

/** Whether a word stands at the start of a text, or behind what is neither a letter nor a digit. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{Nd}]$/u.test(text.slice(0, at))) return true;
  }
  return false;
}

/** How well an item fits, 0 being best; null if it is not found. */
function placeOf(query: string, name: string, text: string): number | null {
  const words = query.split(' ').filter((word) => word !== '');
  if (!words.every((word) => text.includes(word)) || !words.some((word) => name.includes(word))) return null;
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  return words.every((word) => beginsWord(text, word)) ? 2 : 3;
}

export function oracleSearch(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const query = folded(String(own.q));
    const kinds = String(own.of ?? 'artists,albums,tracks').split(',');
    const found = (kind: Kind) => {
      if (!kinds.includes(kind)) return { items: [], total: 0 };
      const all = ranked({ ...seen, measure: 'plays' }, kind, seen.through).flatMap((entry) => {
        const name = folded(entry.item.name ?? '');
        const text = kind === 'artists' ? name : `${name} ${folded(entry.item.artist_name ?? '')}`;
        const place = placeOf(query, name, text);
        return place === null ? [] : [{ ...entry, place }];
      });
      all.sort((a, b) => a.place - b.place);
      return {
        items: all.slice(0, Number(own.limit ?? 20)).map(({ item, counts, plays }) => ({
          ...item,
          ...counts,
          last_played_at: new Date(plays.at(-1)?.at ?? 0).toISOString(),
        })),
        total: all.length,
      };
    };
    return { query: own.q, artists: found('artists'), albums: found('albums'), tracks: found('tracks') };
  };
}
