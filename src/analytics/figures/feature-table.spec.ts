import fc from 'fast-check';
import { AVERAGED_FEATURES, type AudioAverages, FeatureTable } from './feature-table';

const features = fc
  .array(fc.double({ noNaN: true }), { minLength: AVERAGED_FEATURES.length, maxLength: AVERAGED_FEATURES.length })
  .map((values) => Object.fromEntries(AVERAGED_FEATURES.map((name, index) => [name, values[index]])) as AudioAverages);
const tracks = fc
  .dictionary(fc.string(), features, { noNullPrototype: true })
  .map((byId) => new Map(Object.entries(byId)));

function tableOf(known: ReadonlyMap<string, AudioAverages>): FeatureTable {
  const table = new FeatureTable();
  for (const [trackId, each] of known) table.add(trackId, each);
  return table;
}

function said(table: FeatureTable): [string, number[]][] {
  return table.trackIds().map((trackId) => {
    const sums = new Float64Array(AVERAGED_FEATURES.length);
    table.addTo(sums, trackId, 1);
    return [trackId, [...sums]];
  });
}

describe('FeatureTable', () => {
  it('says of each track to the last bit what was added, also after it was packed in parts', () => {
    fc.assert(
      fc.property(tracks, fc.integer({ min: 1, max: 4 }), (known, most) => {
        const table = tableOf(known);
        const unpacked = new FeatureTable();
        for (let from = 0; from < table.size; from += most) {
          const ids = table.trackIds().slice(from, from + most);
          unpacked.addPacked(ids, table.pack(from, from + ids.length));
        }
        // A sum begins with 0, and 0 + -0 is 0.
        const expected = Array.from(known, ([id, each]) => [id, AVERAGED_FEATURES.map((name) => each[name] + 0)]);
        expect(said(table)).toEqual(expected);
        expect(said(unpacked)).toEqual(expected);
      }),
    );
  });

  it('weighs what it adds, and adds nothing for a track that it does not know', () => {
    const known = Object.fromEntries(AVERAGED_FEATURES.map((name, index) => [name, index])) as AudioAverages;
    const table = tableOf(new Map([['t1', known]]));
    const sums = new Float64Array(AVERAGED_FEATURES.length).fill(1);
    expect([table.addTo(sums, 't1', 3), table.addTo(sums, 't2', 3)]).toEqual([true, false]);
    expect([...sums]).toEqual([1, 4, 7, 10, 13, 16, 19, 22]);
  });

  it('keeps the first features of a track, and only the tracks asked for', () => {
    const [one, two] = [0.25, 0.75].map(
      (value) => Object.fromEntries(AVERAGED_FEATURES.map((name) => [name, value])) as AudioAverages,
    );
    if (one === undefined || two === undefined) throw new Error('there are two');
    const table = tableOf(
      new Map([
        ['t1', one],
        ['t2', two],
        ['t3', two],
      ]),
    );
    table.add('t1', two);
    const kept = table.filter((id) => id !== 't2');
    expect(said(kept).map(([id, [value]]) => [id, value])).toEqual([
      ['t1', 0.25],
      ['t3', 0.75],
    ]);
    expect([kept.has('t2'), kept.size]).toEqual([false, 2]);
  });
});
