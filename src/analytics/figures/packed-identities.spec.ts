import fc from 'fast-check';
import { KnownItem, type TrackIdentity } from './identities';
import { packIdentities, unpackIdentities } from './packed-identities';

const items = fc.option(
  fc.record({ id: fc.constantFrom('a1', 'a2'), name: fc.constantFrom('Ada', 'Björk', 'a\nb', '') }),
);
const tracks = fc.dictionary(fc.string({ minLength: 1 }), fc.record({ artist: items, album: items }));

const said = (identities: ReadonlyMap<string, TrackIdentity>) =>
  Array.from(identities, ([id, { artist, album }]) => [id, artist?.id, artist?.name, album?.id, album?.name]);

describe('packed identities', () => {
  it('are unpacked as they were, in their order', () => {
    fc.assert(
      fc.property(tracks, (all) => {
        const itemOf = (item: { id: string; name: string } | null) => item && new KnownItem(item.id, item.name);
        const identities = new Map(
          Object.entries(all).map(([id, { artist, album }]) => [id, { artist: itemOf(artist), album: itemOf(album) }]),
        );
        const unpacked = new Map<string, TrackIdentity>();
        unpackIdentities(packIdentities(identities), unpacked);
        expect(said(unpacked)).toEqual(said(identities));
      }),
    );
  });

  it('share what tracks have in common', () => {
    const one = (): TrackIdentity => ({ artist: new KnownItem('a1', 'Ada'), album: new KnownItem('b1', 'Hits') });
    const unpacked = new Map<string, TrackIdentity>();
    unpackIdentities(
      packIdentities([
        ['t1', one()],
        ['t2', one()],
      ]),
      unpacked,
    );
    expect(unpacked.get('t1')).toBe(unpacked.get('t2'));
  });
});
