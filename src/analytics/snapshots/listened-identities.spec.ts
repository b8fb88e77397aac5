import { KnownItem, type TrackIdentity } from '../figures/identities';
import { identityOf, inOrder, pack, TRACKS_A_PART, UNKNOWN, unpack } from './listened-identities';

const artist = (number: number): KnownItem => new KnownItem(`artist ${number}`, `Artist ${number}`);
const album = (number: number): KnownItem => new KnownItem(`album ${number}`, `Album ${number}`);

/** So many tracks, every third of which lacks something. */
function tracksOf(count: number): Map<string, TrackIdentity> {
  const identities = [
    { artist: artist(1), album: album(1) },
    { artist: artist(2), album: album(2) },
    { artist: artist(3), album: null },
    { artist: artist(1), album: album(1) },
    { artist: artist(2), album: album(1) },
    UNKNOWN,
  ];
  return new Map(Array.from({ length: count }, (_, index) => [`t${index}`, identities[index % 6] ?? UNKNOWN]));
}

describe('what is kept of whose tracks are', () => {
  it('is told by its parts as it was, and those that lack something are apart', () => {
    const tracks = tracksOf(3 * TRACKS_A_PART);
    const parts = pack('user', tracks, 7);
    expect(parts.map(({ known, part, revision }) => [known, part, revision])).toEqual([
      [true, 0, 0],
      [true, 1, 0],
      [false, 0, 7],
    ]);
    expect(Object.fromEntries(unpack(parts))).toMatchObject(Object.fromEntries(tracks));
    expect(unpack(parts).size).toBe(tracks.size);
  });

  it('is the same in order, where tracks of one album lie side by side', () => {
    const ordered = inOrder(tracksOf(12));
    expect(Object.fromEntries(ordered)).toEqual(Object.fromEntries(tracksOf(12)));
    const albums = Array.from(
      ordered.values(),
      (identity) => `${identity.artist?.id ?? ''} ${identity.album?.id ?? ''}`,
    );
    expect(albums).toEqual([...albums].sort());
  });

  it('is nothing where the platform tells no id, as of files of the listener’s own', () => {
    const told = { artist: { platform_id: '', name: 'Ada' }, album: { platform_id: 'name:x', name: 'Hits' } };
    expect(identityOf(told)).toEqual(UNKNOWN);
    expect(identityOf({ artist: null, album: null })).toEqual(UNKNOWN);
  });
});
