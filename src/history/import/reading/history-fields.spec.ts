import fc from 'fast-check';
import { hasHistoryFields, HistoryFieldSearch } from './history-fields';

const FIELDS = [
  '"ts": "2020-01-01T00:00:00Z"',
  '"endTime" : "2020-',
  '"ms_played":0',
  '"master_metadata_track_name"\n:',
];
const OTHERS = ['"ts": 2020', '"endTime": "now"', '"msPlayed"', 'ms_played:', '\\"ms_played\\":'];

/** Whether fields are found in a text that is cut at these places. */
function found(text: string, cuts: readonly number[]): boolean {
  const search = new HistoryFieldSearch();
  const bytes = Buffer.from(text);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  ends.forEach((end, index) => {
    search.look(bytes.subarray(ends[index - 1] ?? 0, end));
  });
  return search.hasFound;
}

describe('fields of a listening history', () => {
  const filler = fc.string({ unit: fc.constantFrom('{', '[', ' ', '"', ':', 'é', '中', 'a'), maxLength: 200 });
  const cuts = fc.array(fc.nat(), { maxLength: 20 });

  it('are found behind anything, wherever the text is cut', () => {
    fc.assert(
      fc.property(filler, fc.constantFrom(...FIELDS), filler, cuts, (before, fields, after, at) => {
        expect(found(`${before},${fields}${after}`, at)).toBe(true);
        expect(hasHistoryFields(`${before},${fields}${after}`)).toBe(true);
      }),
    );
  });

  it('are not found where there is something like them', () => {
    fc.assert(
      fc.property(filler, fc.constantFrom(...OTHERS), cuts, (before, other, at) => {
        expect(found(`${before},${other},`, at)).toBe(false);
      }),
    );
  });
});
