/** One of two lists that are to be paired, with what its items are sorted by, ascending. */
export interface SortedList<T> {
  items: readonly T[];
  keyOf: (item: T) => number;
}

interface PairingRules<A, B> {
  /** Two items whose keys are further apart are never a pair. */
  within: number;
  /** What it costs to take the two for one; null where they cannot be one. */
  costOf: (a: A, b: B) => number | null;
}

/** How the best pairing of the beginnings of both lists ends. */
enum Step {
  SkipFirst,
  SkipSecond,
  Pair,
}

/** For one item of the first list: the best pairings of the items up to it with each beginning of the second list. */
interface Band {
  /** Length of the shortest beginning that is kept; of shorter ones nobody asks again. */
  from: number;
  /** By length less `from`. Longer beginnings are as good as the last: no item so far can be paired with the rest. */
  best: { pairs: number; cost: number; step: Step }[];
}

/** Of more than these, some hundred megabytes, no choice is made: no listening has so many plays of a track at once. */
const MOST_CHOICES = 1_000_000;

const NOTHING: Band = { from: 0, best: [{ pairs: 0, cost: 0, step: Step.SkipFirst }] };

/**
 * Pairs the items of two sorted lists one to one so that no two pairs cross: as many pairs as possible, and of these
 * choices the one that costs least. This is sequence alignment (Needleman and Wunsch, 1970) without a penalty for gaps,
 * within the band of items that can be one at all.
 */
export function pairInOrder<A, B>(first: SortedList<A>, second: SortedList<B>, rules: PairingRules<A, B>): [A, B][] {
  const windows = windowsOf(first, second, rules.within);
  if (windows.reduce((sum, { from, to }) => sum + to - from, 0) > MOST_CHOICES) {
    return pairFirstLeft(first.items, second.items, windows, rules);
  }
  const bands: Band[] = [];
  first.items.forEach((item, index) => {
    const { from, to } = windows[index] ?? EMPTY;
    const costs = second.items.slice(from, to).map((other) => rules.costOf(item, other));
    bands.push(nextBand(bands.at(-1) ?? NOTHING, from, costs));
  });
  return traceBack(bands, first.items, second.items);
}

/** Which items of the second list, from one position up to before another, can be partners of one of the first. */
interface Window {
  from: number;
  to: number;
}

const EMPTY: Window = { from: 0, to: 0 };

function windowsOf<A, B>(first: SortedList<A>, second: SortedList<B>, within: number): Window[] {
  const keys = second.items.map(second.keyOf);
  let from = 0;
  let to = 0;
  return first.items.map((item) => {
    const key = first.keyOf(item);
    while (from < keys.length && (keys[from] ?? NaN) < key - within) from += 1;
    to = Math.max(to, from);
    while (to < keys.length && (keys[to] ?? NaN) <= key + within) to += 1;
    return { from, to };
  });
}

/** Pairs each item with the first that is left. */
function pairFirstLeft<A, B>(
  first: readonly A[],
  second: readonly B[],
  windows: readonly Window[],
  { costOf }: PairingRules<A, B>,
): [A, B][] {
  const pairs: [A, B][] = [];
  let next = 0;
  first.forEach((item, index) => {
    const { from, to } = windows[index] ?? EMPTY;
    for (next = Math.max(next, from); next < to; next += 1) {
      const other = second[next];
      if (other === undefined || costOf(item, other) === null) continue;
      pairs.push([item, other]);
      next += 1;
      return;
    }
  });
  return pairs;
}

/** @param costs of pairing the next item of the first list with those of the second from `from` on */
function nextBand(before: Band, from: number, costs: readonly (number | null)[]): Band {
  const best: Band['best'] = [{ ...bestOf(before, from), step: Step.SkipFirst }];
  costs.forEach((cost, index) => {
    let choice = { ...bestOf(before, from + index + 1), step: Step.SkipFirst };
    const shorter = best[index];
    if (shorter !== undefined && isBetter(shorter, choice)) choice = { ...shorter, step: Step.SkipSecond };
    if (cost !== null) {
      const rest = bestOf(before, from + index);
      const paired = { pairs: rest.pairs + 1, cost: rest.cost + cost, step: Step.Pair };
      if (!isBetter(choice, paired)) choice = paired;
    }
    best.push(choice);
  });
  return { from, best };
}

function bestOf({ from, best }: Band, length: number): { pairs: number; cost: number } {
  const found = best[Math.min(length - from, best.length - 1)];
  if (found === undefined) throw new RangeError(`Nothing is kept of a beginning of ${length}`);
  return found;
}

function isBetter(a: { pairs: number; cost: number }, b: { pairs: number; cost: number }): boolean {
  return a.pairs === b.pairs ? a.cost < b.cost : a.pairs > b.pairs;
}

function traceBack<A, B>(bands: readonly Band[], first: readonly A[], second: readonly B[]): [A, B][] {
  const pairs: [A, B][] = [];
  let length = second.length;
  for (let at = bands.length - 1; at >= 0;) {
    const { from, best } = bands[at] ?? NOTHING;
    length = Math.min(length, from + best.length - 1);
    const step = best[length - from]?.step;
    if (step === Step.Pair) pairs.push([first[at] as A, second[length - 1] as B]);
    if (step !== Step.SkipFirst) length -= 1;
    if (step !== Step.SkipSecond) at -= 1;
  }
  return pairs.reverse();
}
