import type { Access } from '../faults/faults';
import type { Device, Listener, PlayContext, Playlist, PlaylistEntry } from '../listeners/listener.types';
import { wholeSeconds } from '../timestamps';
import { CatalogueShapes } from './catalogue-shapes';

/** The JSON objects of the Web API; those of listeners and their playlists beside those of the catalogue. */
export class Shapes extends CatalogueShapes {
  constructor(
    baseUrl: string,
    private readonly access: Access,
  ) {
    super(baseUrl);
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

  /** Where something was played from. */
  context({ type, id }: PlayContext) {
    const { external_urls, href, uri } = this.identity(type, id);
    return { type, href, external_urls, uri };
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

  /** Where an answer keeps a playlist's entries. */
  get entriesField(): 'tracks' | 'items' {
    return this.access === '2026' ? 'items' : 'tracks';
  }
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
