import { findComponents } from '../matching/components';
import { type MatchedPlays, noMatches } from '../matching/matched-plays';
import { settleComponent } from '../matching/settle-component';
import type { Play } from '../play.schema';

/**
 * Matches rows anew whose track is known better than before; what is one play by that becomes one row.
 * @param altered rows as they are now known, each with the row as it is stored
 * @param others  stored rows that can be of the same plays
 */
export function settleAlteredRows(altered: ReadonlyMap<Play, Play>, others: readonly Play[]): MatchedPlays {
  const matched = noMatches(0);
  for (const component of findComponents([...altered.keys(), ...others], [], altered)) {
    settleComponent(component, component.rows[0]?.user_id ?? '', matched);
  }
  const written = new Set([...matched.changed.map(({ before }) => before), ...matched.removed]);
  const rest = [...altered].filter(([row]) => !written.has(row));
  return { ...matched, changed: [...matched.changed, ...rest.map(([row, before]) => ({ row, before, index: -1 }))] };
}
