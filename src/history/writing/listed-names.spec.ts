import { Types } from 'mongoose';
import { ListedNames, type Names } from './listed-names';

const ANN = { artist_key: 'ann', track_key: 'song' };
const BOB = { artist_key: 'bob', track_key: 'song' };

describe('the list of a user’s names', () => {
  const insert = jest.fn<Promise<Types.ObjectId[]>, [Names]>();
  const [first, second] = [new Types.ObjectId(), new Types.ObjectId()];

  beforeEach(() => {
    insert.mockReset().mockResolvedValueOnce([first]).mockResolvedValueOnce([second]);
  });

  const listed = (...names: string[]): ListedNames =>
    new ListedNames({ artists: new Set(names), tracks: new Set() }, null, insert);

  it('has what was in it and what was added, and adds nothing twice', async () => {
    const names = listed('ann');
    expect(names.has([ANN])).toBe(false);
    await names.add([ANN, ANN]);
    expect([names.has([]), names.has([ANN]), names.has([ANN, BOB])]).toEqual([true, true, false]);
    await names.add([ANN, BOB]);
    expect(names.has([BOB, ANN])).toBe(true);
    expect(insert.mock.calls).toEqual([
      [{ artists: new Set(), tracks: new Set(['song']) }],
      [{ artists: new Set(['bob']), tracks: new Set() }],
    ]);
    expect(names.anchor).toBe(first);
  });

  it('does not have what could not be added', async () => {
    insert.mockReset().mockRejectedValueOnce(new Error('no room')).mockResolvedValueOnce([second]);
    const names = listed();
    await expect(names.add([ANN])).rejects.toThrow('no room');
    expect([names.has([ANN]), names.anchor]).toEqual([false, null]);
    await names.add([ANN]);
    expect([names.has([ANN]), names.anchor]).toEqual([true, second]);
  });
});
