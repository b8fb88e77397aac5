/**
 * Randomness that can be made again: the same key always gives the same numbers, on every machine.
 *
 * Everything the sandbox invents (catalogue, tastes, plays) is drawn from one of these, keyed by seed and subject, so
 * that nothing needs to be stored. Generator: sfc32 of the PractRand suite; the key is spread over its state with
 * four FNV-1a style multiplications.
 */
export class Random {
  private a = 0x9e3779b9;
  private b = 0x243f6a88;
  private c = 0xb7e15162;
  private counter = 1;

  constructor(...key: readonly (string | number)[]) {
    const text = key.join('/');
    let [h1, h2, h3] = [0x811c9dc5, 0x01000193, 0x9e3779b1];
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      h1 = Math.imul(h1 ^ code, 0x01000193);
      h2 = Math.imul(h2 ^ code, 0x85ebca6b) ^ (h1 >>> 13);
      h3 = Math.imul(h3 ^ code, 0xc2b2ae35) ^ (h2 >>> 11);
    }
    this.a ^= h1;
    this.b ^= h2;
    this.c ^= h3;
    for (let round = 0; round < 12; round++) this.uint32();
  }

  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number {
    const result = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + result) | 0;
    return result >>> 0;
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A number from `low` up to, not including, `high`. */
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** A whole number from `low` to `high`, both possible. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** An index below `length`; the higher `lean`, the more often a small one. */
  leaningIndex(length: number, lean: number): number {
    return Math.min(length - 1, Math.floor(length * this.next() ** lean));
  }

  /** One entry of a list that has at least one. */
  pick<Entry>(list: readonly Entry[]): Entry {
    return entryAt(list, Math.floor(this.next() * list.length));
  }

  /** The index of one of the weights, each as likely as it is heavy. */
  weightedIndex(weights: readonly number[]): number {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let rest = this.next() * total;
    for (const [index, weight] of weights.entries()) {
      rest -= weight;
      if (rest < 0) return index;
    }
    return weights.length - 1;
  }

  /** A bell-shaped number around `mean`; never more than three `spread` away. */
  bell(mean: number, spread: number): number {
    return mean + (this.next() + this.next() + this.next() - 1.5) * 2 * spread;
  }

  /** The list in another order. */
  shuffled<Entry>(list: readonly Entry[]): Entry[] {
    return list
      .map((entry) => ({ entry, order: this.uint32() }))
      .sort((left, right) => left.order - right.order)
      .map(({ entry }) => entry);
  }
}

/** `list[index]` where the caller knows that the index lies inside; anything else is a mistake in the caller. */
export function entryAt<Entry>(list: readonly Entry[], index: number): Entry {
  if (index < 0 || index >= list.length) throw new RangeError(`index ${index} of a list of ${list.length}`);
  return list[index] as Entry;
}
