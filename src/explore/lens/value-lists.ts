const ENTRY = /(?:\\,|[^,])+|(?<=^|,)(?=,|$)/g;

/**
 * The values of a list in a query string: separated by commas, or repeated parameters, or both. `\,` is a comma within a
 * value. Values may be empty.
 */
export function splitList(given: string | readonly string[]): string[] {
  const texts = typeof given === 'string' ? [given] : given;
  return texts.flatMap((text) => (text.match(ENTRY) ?? ['']).map((entry) => entry.replaceAll('\\,', ',')));
}

const RUN = /^(\d{1,2})(?:-(\d{1,2}))?$/;

/**
 * The numbers that entries such as `7` and `22-4` mean, ascending; a run may go over the end of the cycle.
 * @returns null if an entry is malformed or out of bounds
 */
export function parseRuns(entries: readonly string[], { min, max }: { min: number; max: number }): number[] | null {
  const numbers = new Set<number>();
  for (const entry of entries) {
    const [, start, end = start] = RUN.exec(entry) ?? [];
    const [first, last] = [Number(start), Number(end)];
    // Not a number is out of bounds, too.
    if (![first, last].every((number) => number >= min && number <= max)) return null;
    for (let number = first; ; number = number === max ? min : number + 1) {
      numbers.add(number);
      if (number === last) break;
    }
  }
  return [...numbers].sort((a, b) => a - b);
}
