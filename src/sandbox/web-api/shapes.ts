import type { Album, Artist, Track } from '../catalogue/catalogue.types';
import type { Access } from '../faults/faults';
import type { Device, Listener, Playlist, PlaylistEntry } from '../listeners/listener.types';

const MARKETS = ['BR', 'CA', 'DE', 'ES', 'FR', 'GB', 'PT', 'SE', 'US'];
const IMAGE_SIZES = [640, 300, 64];

/** The JSON objects of the Web API, as its published description names them. */
export class Shapes {
  constructor(
    private readonly baseUrl: string,
    private readonly access: Access,
  ) {}

  /** Absolute address of a path of the Web API. */
  apiUrl(path: string): string {
    return `${this.baseUrl}${path}`;
  }

  images(kind: string, id: string) {
    return IMAGE_SIZES.map((size) => ({
      url: `${this.baseUrl}/images/${kind}/${id}/${size}.svg`,
      height: size,
      width: size,
    }));
  }

  profile(listener: Listener, scopes: readonly string[]) {
    const { id, displayName, country, email, product } = listener;
    return {
      ...this.identity('user', id, 'users'),
      display_name: displayName,
      images: this.images('listener', id),
      followers: { href: null, total: id.length * 3 },
      ...(scopes.includes('user-read-private') && {
        country,
        product,
        explicit_content: { filter_enabled: false, filter_locked: false },
      }),
      ...(scopes.includes('user-read-email') && { email }),
    };
  }

  simpleArtist({ id, name }: Artist) {
    return { ...this.identity('artist', id), name };
  }

  artist(artist: Artist) {
    const { id, genres, followers, popularity } = artist;
    return {
      ...this.simpleArtist(artist),
      followers: { href: null, total: followers },
      genres,
      images: this.images('artist', id),
      popularity,
    };
  }

  simpleAlbum(album: Album) {
    const { id, name, type, artists, tracks, releaseDate, releasePrecision } = album;
    return {
      ...this.identity('album', id),
      album_type: type,
      artists: artists.map((artist) => this.simpleArtist(artist)),
      available_markets: MARKETS,
      images: this.images('album', id),
      name,
      release_date: releaseDate,
      release_date_precision: releasePrecision,
      total_tracks: tracks.length,
    };
  }

  /** A whole album, with its first tracks as the page that the caller has made. */
  album(album: Album, tracks: unknown) {
    const { label, popularity, upc, releaseDate } = album;
    return {
      ...this.simpleAlbum(album),
      tracks,
      copyrights: [{ text: `${releaseDate.slice(0, 4)} ${label}`, type: 'C' }],
      external_ids: { upc },
      genres: [],
      label,
      popularity,
    };
  }

  simpleTrack({ id, name, artists, durationMs, explicit, trackNumber }: Track) {
    return {
      ...this.identity('track', id),
      artists: artists.map((artist) => this.simpleArtist(artist)),
      available_markets: MARKETS,
      disc_number: 1,
      duration_ms: durationMs,
      explicit,
      is_local: false,
      name,
      preview_url: null,
      track_number: trackNumber,
    };
  }

  /** A whole track; with `linkedFrom`, one that is played in the place of a withdrawn id. */
  track(track: Track, linkedFrom?: string) {
    return {
      ...this.simpleTrack(track),
      album: this.simpleAlbum(track.album),
      external_ids: { isrc: track.isrc },
      popularity: track.popularity,
      ...(linkedFrom !== undefined && { is_playable: true, linked_from: this.identity('track', linkedFrom) }),
    };
  }

  audioFeatures({ id, durationMs, features }: Track) {
    const { timeSignature, ...measures } = features;
    const track = this.identity('track', id);
    return {
      ...measures,
      time_signature: timeSignature,
      duration_ms: durationMs,
      id,
      uri: track.uri,
      track_href: track.href,
      analysis_url: this.apiUrl(`/v1/audio-analysis/${id}`),
      type: 'audio_features',
    };
  }

  simplePlaylist(list: Playlist) {
    const { id, name, description, owner, collaborative, entries } = list;
    const part = this.entriesField;
    return {
      ...this.identity('playlist', id),
      collaborative,
      description,
      images: this.images('playlist', id),
      name,
      owner: { ...this.identity('user', owner.id, 'users'), display_name: owner.displayName },
      public: list.public,
      snapshot_id: Buffer.from(`${entries.length},${id}`).toString('base64'),
      [part]: { href: this.apiUrl(`/v1/playlists/${id}/${part}`), total: entries.length },
    };
  }

  /** A whole playlist, with its first entries as the page that the caller has made. */
  playlist(list: Playlist, entries: unknown) {
    return { ...this.simplePlaylist(list), followers: { href: null, total: 0 }, [this.entriesField]: entries };
  }

  /** An entry of a playlist; what is played stands under `track` or, in newer answers, under `item`. */
  playlistEntry(entry: PlaylistEntry, ownerId: string, field: 'track' | 'item') {
    const { addedAt, track, linkedFrom, localFile } = entry;
    return {
      added_at: wholeSeconds(addedAt),
      added_by: this.identity('user', ownerId, 'users'),
      is_local: localFile !== undefined,
      [field]: localFile ? localTrack(localFile) : track && this.track(track, linkedFrom),
    };
  }

  device({ id, name, type, volumePercent }: Device, active: boolean) {
    return {
      id,
      is_active: active,
      is_private_session: false,
      is_restricted: false,
      name,
      type,
      volume_percent: volumePercent,
      supports_volume: true,
    };
  }

  /** The link fields that every object has. */
  identity(type: string, id: string, collection = `${type}s`) {
    return {
      external_urls: { spotify: `${this.baseUrl}/open/${type}/${id}` },
      href: this.apiUrl(`/v1/${collection}/${id}`),
      id,
      type,
      uri: `spotify:${type}:${id}`,
    };
  }

  /** Where an answer keeps a playlist's entries. */
  get entriesField(): 'tracks' | 'items' {
    return this.access === '2026' ? 'items' : 'tracks';
  }
}

/** ISO 8601 without milliseconds, as most timestamps of the platform are. */
export function wholeSeconds(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** A file of the listener's own: it has no id and belongs to no artist of the platform. */
function localTrack({ artist, name, durationMs }: NonNullable<PlaylistEntry['localFile']>) {
  const uri = `spotify:local:${encodeURIComponent(artist)}::${encodeURIComponent(name)}:${Math.round(durationMs / 1_000)}`;
  return {
    album: { name: '', album_type: null, artists: [], images: [], id: null, uri: null, type: 'album' },
    artists: [{ name: artist, id: null, uri: null, type: 'artist' }],
    disc_number: 0,
    duration_ms: durationMs,
    explicit: false,
    id: null,
    is_local: true,
    name,
    popularity: 0,
    track_number: 0,
    type: 'track',
    uri,
  };
}
