import fc from 'fast-check';
import { BrokenJsonError } from '../import/reading/broken-json.error';
import type { Place, SplitRecord, Splitter } from '../import/reading/split-record';

export interface SplitOutcome {
  /** The text of every record given out; null for one that is too long. */
  records: (string | null)[];
  next: Place[];
  broken: Pick<BrokenJsonError, 'breakage' | 'byteOffset' | 'record'> | null;
}

/** Splits bytes, the rest of them from a place on, in chunks of such lengths. */
export type Split = (bytes: Buffer, chunkLengths?: readonly number[], from?: Place) => SplitOutcome;

export const chunkLengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });

/** Feeds the bytes in chunks of these lengths, the last of which comes again and again, through one buffer. */
export function splitInChunks(make: (from?: Place) => Splitter): Split {
  return (bytes, lengths = [bytes.length], from) => {
    const splitter = make(from);
    const outcome: SplitOutcome = { records: [], next: [], broken: null };
    const take = ({ bytes: record, next }: SplitRecord): void => {
      outcome.records.push(record?.toString() ?? null);
      outcome.next.push(next);
    };
    const reused = Buffer.alloc(Math.max(1, ...lengths));
    try {
      for (let at = from?.byte ?? 0, step = 0; at < bytes.length; step += 1) {
        const length = Math.max(1, lengths[Math.min(step, lengths.length - 1)] ?? 1);
        const chunk = reused.subarray(0, bytes.copy(reused, 0, at, at + length));
        splitter.feed(chunk);
        for (let record = splitter.next(); record !== null; record = splitter.next()) take(record);
        at += chunk.length;
      }
      reused.fill(0);
      const last = splitter.end();
      if (last !== null) take(last);
    } catch (error) {
      if (!(error instanceof BrokenJsonError)) throw error;
      outcome.broken = { breakage: error.breakage, byteOffset: error.byteOffset, record: error.record };
    }
    return outcome;
  };
}

/** @param files that do not break off */
export function expectRestFromAnyPlace(split: Split, files: fc.Arbitrary<{ bytes: Buffer }>): void {
  fc.assert(
    fc.property(files, chunkLengths, ({ bytes }, lengths) => {
      const whole = split(bytes, lengths);
      whole.next.forEach((place, index) => {
        const rest = split(bytes, lengths, place);
        expect(rest.records).toEqual(whole.records.slice(index + 1));
        expect(rest.next).toEqual(whole.next.slice(index + 1));
        expect(rest.broken).toBeNull();
      });
    }),
  );
}
