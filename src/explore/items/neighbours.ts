import type { LensReader } from '../explorer.service';
import { rounded, shareOf } from '../rounding';
import type { ItemRow } from '../sql/items';
import { DEFAULT_GAP_MS } from '../sql/sessions';
import { neighbours, type PagedKind } from './items.sql';

/** An item that is played directly before or after another, and how much more often than by chance. */
export type Neighbour = ItemRow & { count: number; share: number; chance: number; lift: number };

type Found = ItemRow & { side: 'before' | 'after'; count: number; whole: number; plays: number };

/**
 * What is played directly before and after an item in its sessions, by count.
 * @param all the number of all plays through the lens
 */
export async function readNeighbours(
  { lens, rows }: LensReader,
  kind: PagedKind,
  item: string,
  all: number,
): Promise<Record<'before' | 'after', Neighbour[]>> {
  const found = await rows<Found>(neighbours(kind, lens.measure), { item, gap_ms: DEFAULT_GAP_MS });
  const on = (side: Found['side']): Neighbour[] =>
    found.filter((row) => row.side === side).map((row) => ({ ...row, ...liftOf(row, all) }));
  return { before: on('before'), after: on('after') };
}

/** lift = (count / whole) / (plays / all) */
function liftOf({ count, whole, plays }: Found, all: number): { share: number; chance: number; lift: number } {
  return {
    share: shareOf(count, whole),
    chance: shareOf(plays, all),
    lift: rounded((count * all) / (whole * plays), 2),
  };
}
