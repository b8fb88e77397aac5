import type { Album, Artist, Track } from '../catalogue/catalogue.types';

const MARKETS = ['BR', 'CA', 'DE', 'ES', 'FR', 'GB', 'PT', 'SE', 'US'];
const IMAGE_SIZES = [640, 300, 64];

/** The JSON objects of artists, albums and tracks, as the platform's published description names them. */
export class CatalogueShapes {
  constructor(private readonly baseUrl: string) {}

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
}
