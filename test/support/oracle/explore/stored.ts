import { createHash } from 'node:crypto';
import type { TestApp } from '../../test-app';
import { type OracleCatalogue, identities } from '../identity';
import { fold } from '../names';
import type { LocalPlay } from '../period';

/** A play as it is stored, with what it counts for. Keys are '' for what is no item. */
export interface StoredPlay {
  id: string;
  at: number;
  ms: number;
  measured: boolean;
  durationMs: number;
  /** In how many ways it was reported. */
  reports: number;
  source: string;
  origin: string;
  client: string;
  contextType: string;
  context: string;
  track: string;
  artist: string;
  album: string;
  /** All artists, by key. */
  credited: string[];
  genres: string[];
  /** The ids that the play itself carries of its artist and its album. */
  artistCarries: string;
  albumCarries: string;
}

export interface NamedItem {
  id: string;
  name: string;
  /** Keys. */
  artist?: string;
  album?: string;
}

/** A user's plays, oldest first, and the items that they are of, by key. */
export interface StoredHistory {
  plays: StoredPlay[];
  artists: Map<string, NamedItem>;
  albums: Map<string, NamedItem>;
  tracks: Map<string, NamedItem>;
  /** What plays with an id call the item, by its key and this id, with a blank between. */
  carriedNames: Map<string, string>;
  /** The ids of which the catalogue has records. */
  catalogued: Record<'artists' | 'albums' | 'tracks', Set<string>>;
  /** The tracks of the albums of which the catalogue knows all, in their order, by key. */
  lists: Map<string, ListedTrack[]>;
  /** The picture that the catalogue has of an item. */
  images: (kind: 'artists' | 'albums' | 'tracks', key: string) => string;
}

/** A track as an album lists it. */
export interface ListedTrack {
  platform_id: string;
  name: string;
  disc_number: number;
  track_number: number;
  duration_ms: number;
}

interface AlbumDocument {
  platform_id: string;
  total_tracks: number;
  tracks: ListedTrack[];
}

interface PlayDocument {
  _id: { toHexString(): string };
  track: { platform_id: string; name: string; artist_name: string; album_name: string; duration_ms: number };
  played_at: Date;
  ms_played: number | null;
  source: 'api' | 'import';
  seen: Record<string, Date>;
  context_type: string;
  context_uri: string;
}

interface ReferenceDocument {
  platform_id: string;
  name: string;
}

interface PicturedDocument extends ReferenceDocument {
  images: { url: string }[];
}

interface TrackDocument extends ReferenceDocument {
  stub: boolean;
  artists: ReferenceDocument[];
  album: (ReferenceDocument & { image_url: string }) | null;
}

interface ArtistDocument extends PicturedDocument {
  genres: string[];
}

/** Reads a user's plays, and what the catalogue knows of them, from the database. */
export async function storedHistory({ db }: TestApp, userId: string): Promise<StoredHistory> {
  const documents = await db
    .collection<PlayDocument>('listening_history')
    .find({ user_id: userId } as never)
    .sort({ played_at: 1, _id: 1 })
    .toArray();
  const tracks = await db.collection<TrackDocument>('tracks').find({ stub: false }).toArray();
  const artists = await db.collection<ArtistDocument>('artists').find({}).toArray();
  const albums = await db.collection<AlbumDocument>('albums').find({}).toArray();
  return historyOf(documents, { tracks, artists, albums });
}

const nameIdOf = (...names: string[]): string => {
  const text = names.join('\n').normalize('NFC').toLowerCase();
  return `name:${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
};

function historyOf(
  documents: readonly PlayDocument[],
  { tracks: known, artists, albums }: { tracks: TrackDocument[]; artists: ArtistDocument[]; albums: AlbumDocument[] },
): StoredHistory {
  const byId = new Map(known.map((track) => [track.platform_id, track]));
  const catalogue: OracleCatalogue = new Map(
    known.map(({ platform_id, artists: [artist], album }) => [
      platform_id,
      { artist: artist ? itemOf(artist) : null, album: album && itemOf(album) },
    ]),
  );
  const rows = documents.map(({ track, played_at, ms_played, source }): LocalPlay => {
    const names = { name: track.name, artist: track.artist_name, album: track.album_name };
    const row = { trackId: track.platform_id, ...names, durationMs: track.duration_ms, playedAt: played_at.getTime() };
    return { row: { ...row, msPlayed: ms_played, source, seen: {} }, day: '', hour: 0, ms: 0 };
  });
  const identify = identities(rows, catalogue);
  const genresOf = genresByArtist(artists);
  const history: StoredHistory = {
    plays: [],
    artists: new Map(),
    albums: new Map(),
    tracks: new Map(),
    carriedNames: new Map(),
    catalogued: {
      artists: new Set(artists.map(({ platform_id }) => platform_id)),
      albums: new Set(albums.map(({ platform_id }) => platform_id)),
      tracks: new Set(known.map(({ platform_id }) => platform_id)),
    },
    lists: listsOf(albums),
    images: () => '',
  };
  const shown = {
    artists: new Map<string, string>(),
    albums: new Map<string, string>(),
    tracks: new Map<string, string>(),
  };
  const items = documents.map((document, index) => {
    const row = rows[index];
    if (row === undefined) throw new Error('no row');
    const identity = identify(row);
    const { track } = document;
    // Later plays take the place of earlier ones.
    note(shown.artists, identity.artist, identity.artistName, identity.artistKnownAs);
    note(shown.albums, identity.album, identity.albumName, identity.albumKnownAs);
    note(shown.tracks, track.platform_id, track.name, '');
    return { document, identity };
  });
  for (const { document, identity } of items) {
    const { track, ms_played } = document;
    const artist = shown.artists.get(identity.artist) ? identity.artist : '';
    const album = shown.albums.get(identity.album) ? identity.album : '';
    const { artists: all = [] } = byId.get(track.platform_id) ?? {};
    const { artist: ownArtist = null, album: ownAlbum = null } = catalogue.get(track.platform_id) ?? {};
    const nameOf = (name: string, id: string): string => (fold(name) === '' ? '' : id);
    const artistCarries = ownArtist?.id ?? nameOf(track.artist_name, nameIdOf(track.artist_name));
    const albumCarries = ownAlbum?.id ?? nameOf(track.album_name, nameIdOf(track.artist_name, track.album_name));
    note(history.carriedNames, `${artist} ${artistCarries}`, identity.artistName, identity.artistKnownAs);
    note(history.carriedNames, `${album} ${albumCarries}`, identity.albumName, identity.albumKnownAs);
    history.plays.push({
      id: document._id.toHexString(),
      at: document.played_at.getTime(),
      ms: ms_played ?? track.duration_ms,
      measured: ms_played !== null,
      durationMs: track.duration_ms,
      reports: Object.keys(document.seen).length,
      source: document.source,
      origin: 'platform',
      client: '',
      contextType: document.context_type,
      context: document.context_uri,
      track: track.platform_id,
      artist,
      album,
      credited: [...new Set([artist, ...all.map(creditOf)])].filter((key) => key !== ''),
      genres: artist === '' ? [] : genresOf(artist),
      artistCarries,
      albumCarries,
    });
    if (artist !== '') {
      const id = identity.artistId || nameIdOf(track.artist_name);
      history.artists.set(artist, { id, name: shown.artists.get(artist) ?? '' });
    }
    if (album !== '') {
      const id = identity.albumId || nameIdOf(track.artist_name, track.album_name);
      history.albums.set(album, { id, name: shown.albums.get(album) ?? '', artist });
    }
    const name = shown.tracks.get(track.platform_id) ?? '';
    history.tracks.set(track.platform_id, { id: track.platform_id, name, artist, album });
  }
  for (const { platform_id, name } of artists) {
    const key = `id ${platform_id}`;
    if (!history.artists.has(key)) history.artists.set(key, { id: platform_id, name });
  }
  // Nobody who has no name is an artist.
  for (const play of history.plays)
    play.credited = play.credited.filter((key) => fold(history.artists.get(key)?.name ?? '') !== '');
  const pictures = new Map(artists.map(({ platform_id, images }) => [platform_id, images[0]?.url ?? '']));
  history.images = (kind, key) => {
    // No album in the seeded catalogue has one, and an artist without an id has the picture of the only one of its name.
    if (kind === 'albums') return '';
    if (kind === 'tracks') return byId.get(key)?.album?.image_url ?? '';
    const { id = '', name = '' } = history.artists.get(key) ?? {};
    const named = artists.filter((artist) => fold(artist.name) === fold(name));
    return pictures.get(id) ?? (named.length === 1 ? (pictures.get(named[0]?.platform_id ?? '') ?? '') : '');
  };
  return history;
}

function listsOf(albums: readonly AlbumDocument[]): Map<string, ListedTrack[]> {
  const whole = albums.filter(({ tracks, total_tracks }) => tracks.length === total_tracks);
  const placeOf = ({ disc_number, track_number }: ListedTrack): number => disc_number * 1_000 + track_number;
  return new Map(
    whole.map(({ platform_id, tracks }) => [`id ${platform_id}`, [...tracks].sort((a, b) => placeOf(a) - placeOf(b))]),
  );
}

function itemOf({ platform_id, name }: ReferenceDocument): { id: string; name: string } {
  return { id: platform_id, name };
}

/** The key of an artist whom the catalogue names for a track. */
function creditOf({ platform_id, name }: ReferenceDocument): string {
  return fold(name) === '' ? '' : `id ${platform_id}`;
}

function note(shown: Map<string, string>, key: string, name: string | null, knownAs: string): void {
  if (key === '') return;
  if (name !== null && fold(name) !== '') {
    shown.set(key, name);
    return;
  }
  // A name that a play says goes before the catalogue's.
  if (!shown.get(key)) shown.set(key, knownAs);
}

/** By key: of an artist that is known by name alone, those of the one artist who has this name. */
function genresByArtist(artists: readonly ArtistDocument[]): (key: string) => string[] {
  const byKey = new Map<string, string[]>();
  const named = new Map<string, ArtistDocument[]>();
  for (const artist of artists) {
    byKey.set(`id ${artist.platform_id}`, [...new Set(artist.genres)]);
    named.set(fold(artist.name), [...(named.get(fold(artist.name)) ?? []), artist]);
  }
  for (const [name, all] of named) {
    const real = all.filter(({ platform_id }) => !platform_id.startsWith('name:'));
    const made = all.find(({ platform_id }) => platform_id.startsWith('name:'));
    const one = real.length === 1 ? real[0] : made;
    if (one !== undefined) byKey.set(`named ${name}`, [...new Set(one.genres)]);
  }
  return (key) => byKey.get(key) ?? [];
}
