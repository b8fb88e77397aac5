import type { BenchRow } from './report';

/** Measures; what fails is a bar that is missed, and leaves the figures of the others alone. */
export async function attempt(name: string, measure: () => Promise<BenchRow[]>): Promise<BenchRow[]> {
  try {
    return await measure();
  } catch (error) {
    console.error(error);
    return [{ what: `${name}: could not be measured`, value: NaN, unit: '', bar: { atMost: 0 } }];
  }
}
