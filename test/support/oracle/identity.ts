import { fold } from './names';
import type { LocalPlay } from './period';

/** Something that the catalogue has an id for. */
export interface OracleItem {
  id: string;
  name: string;
}

/** What the catalogue has for a track; null where it has no id. */
export interface OracleTrack {
  artist: OracleItem | null;
  album: OracleItem | null;
}

/** By track id; tracks that are not in it have no ids. */
export type OracleCatalogue = ReadonlyMap<string, OracleTrack>;

/** Who and what a play is of. */
export interface Identity {
  /** Equal for all plays of one; '' for one that is not counted. */
  artist: string;
  album: string;
  artistId: string;
  albumId: string;
  /** What the play calls the artist; null where it names another, as files name the artist of the album. */
  artistName: string | null;
  /** What the artist is called where no play says it. */
  artistKnownAs: string;
  albumName: string | null;
  albumKnownAs: string;
}

function note(ids: Map<string, Set<string>>, key: string, id: string): void {
  ids.set(key, (ids.get(key) ?? new Set<string>()).add(id));
}

function only(ids: ReadonlySet<string> | undefined): string {
  return ids?.size === 1 ? ([...ids][0] ?? '') : '';
}

type IdentityOf = (play: LocalPlay) => Identity;

const known = new WeakMap<readonly LocalPlay[], Map<OracleCatalogue, IdentityOf>>();

/**
 * Finds the artist and the album of each play of a history. Kept by history and catalogue, since the figures of
 * every period start from them: neither must be changed any more.
 */
export function identities(plays: readonly LocalPlay[], catalogue: OracleCatalogue): IdentityOf {
  const catalogues = known.get(plays) ?? new Map<OracleCatalogue, IdentityOf>();
  known.set(plays, catalogues);
  let identityOf = catalogues.get(catalogue);
  if (identityOf === undefined) catalogues.set(catalogue, (identityOf = remembering(readingOf(plays, catalogue))));
  return identityOf;
}

function remembering(read: IdentityOf): IdentityOf {
  const identities = new Map<LocalPlay, Identity>();
  return (play) => {
    let identity = identities.get(play);
    if (identity === undefined) identities.set(play, (identity = read(play)));
    return identity;
  };
}

function readingOf(plays: readonly LocalPlay[], catalogue: OracleCatalogue): IdentityOf {
  const artists = new Map<string, Set<string>>();
  const albums = new Map<string, Set<string>>();
  for (const { row } of plays) {
    const { artist = null, album = null } = catalogue.get(row.trackId) ?? {};
    if (artist !== null) note(artists, fold(artist.name), artist.id);
    if (album !== null) note(albums, JSON.stringify([fold(album.name), artist?.id ?? '']), album.id);
  }
  return ({ row }) => {
    const known = catalogue.get(row.trackId);
    const artistKey = fold(row.artist);
    const artistId = known?.artist?.id ?? (artistKey === '' ? '' : only(artists.get(artistKey)));
    const artist = artistId === '' ? (artistKey === '' ? '' : `named ${artistKey}`) : `id ${artistId}`;
    const albumKey = fold(row.album);
    const by = artistId === '' ? artistKey : artistId;
    const albumId = known?.album?.id ?? (albumKey === '' ? '' : only(albums.get(JSON.stringify([albumKey, by]))));
    const album = albumId === '' ? (albumKey === '' ? '' : `named ${JSON.stringify([albumKey, by])}`) : `id ${albumId}`;
    const calledOtherwise = known?.artist && fold(known.artist.name) !== '' && fold(known.artist.name) !== artistKey;
    return {
      artist,
      album,
      artistId,
      albumId,
      artistName: calledOtherwise === true ? null : row.artist,
      artistKnownAs: known?.artist?.name ?? '',
      albumName: albumKey === '' ? null : row.album,
      albumKnownAs: known?.album?.name ?? '',
    };
  };
}
