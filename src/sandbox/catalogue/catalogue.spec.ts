import { isPlatformId } from './base62';
import { buildCatalogue } from './catalogue';
import { AWKWARD_ARTISTS } from './names';

describe('the invented catalogue', () => {
  const catalogue = buildCatalogue(1);
  const { artists, albums, tracks } = catalogue;

  it('has the size it is meant to have, and every band has music', () => {
    expect([artists.length, albums.length, tracks.length]).toEqual([300, 900, 5_000]);
    expect(artists.filter((artist) => artist.tracks.length === 0 || artist.albums.length === 0)).toEqual([]);
    expect(albums.filter((album) => album.tracks.length === 0)).toEqual([]);
  });

  it('gives everything an id of 22 base-62 digits of its own', () => {
    const ids = [...artists, ...albums, ...tracks].map(({ id }) => id);
    expect(ids.filter((id) => !isPlatformId(id))).toEqual([]);
    expect(new Set(ids).size).toBe(6_200);
  });

  it('is the same for the same seed, and another for another', () => {
    expect(buildCatalogue(1).tracks.map(({ id, name }) => id + name)).toEqual(tracks.map(({ id, name }) => id + name));
    expect(buildCatalogue(2).trackById.has(tracks[0]?.id ?? '')).toBe(false);
  });

  it('holds what trips programs up: awkward names, shared album names, guests, relinked tracks', () => {
    const names = new Set(artists.map(({ name }) => name));
    expect(AWKWARD_ARTISTS.filter((name) => !names.has(name))).toEqual([]);
    expect(names.size).toBe(300);
    expect(albums.filter(({ name }) => name === 'Greatest Hits').length).toBeGreaterThan(3);
    expect(tracks.filter((track) => track.artists.length > 1).length).toBeGreaterThan(300);
    expect(catalogue.relinked.size).toBe(40);
    expect([...catalogue.relinked.keys()].filter((id) => catalogue.trackById.has(id))).toEqual([]);
  });

  it('measures every track within the ranges of the published description', () => {
    const shares = [
      'danceability',
      'energy',
      'valence',
      'acousticness',
      'instrumentalness',
      'liveness',
      'speechiness',
    ] as const;
    for (const { features } of tracks) {
      for (const share of shares) expect(features[share] > 0 && features[share] < 1).toBe(true);
      expect(features.tempo > 40 && features.tempo < 230 && features.loudness < 0 && features.loudness > -60).toBe(
        true,
      );
    }
  });
});
