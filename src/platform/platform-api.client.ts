import { Injectable } from '@nestjs/common';
import { matchKey } from '../common/text';
import { objectOf } from './answer-reader';
import { type PlatformAlbum, type PlatformAlbumTrack, readAlbumTrack } from './answers/album';
import { type PlatformArtist, readArtist } from './answers/artist';
import type { PlatformAudioFeatures } from './answers/audio-features';
import { type PageRequest, type PlatformPage, readPage } from './answers/page';
import { readRecentlyPlayed, type RecentlyPlayed } from './answers/play';
import { type PlatformPlaylist, type PlatformPlaylistEntry, readPlaylist, readPlaylistEntry } from './answers/playlist';
import { type PlatformTrack, readTrack } from './answers/track';
import { isRefusal } from './calls/endpoint-families';
import { ItemsById } from './calls/items-by-id';
import { type PlatformCall, PlatformCalls } from './calls/platform-calls';
import { ALBUMS, ARTISTS, AUDIO_FEATURES, TRACKS } from './item-kinds';
import { EndpointClosed, PlatformNotFound, PlatformRefused } from './platform.errors';
import { type PlatformProfile, readProfile } from './profile';

/** Of which time top items are: about 4 weeks, 6 months, or a year. */
export const TIME_RANGES = ['short_term', 'medium_term', 'long_term'] as const;
export type TimeRange = (typeof TIME_RANGES)[number];

/** Most entries that one page of the platform's lists has. */
export const LARGEST_PAGE = 50;

/** The platform's Web API. Every method throws the {@link PlatformError} that tells what went wrong. */
@Injectable()
export class PlatformApiClient {
  constructor(
    private readonly calls: PlatformCalls,
    private readonly byId: ItemsById,
  ) {}

  /** Whose account an access token opens. */
  async profile(accessToken: string): Promise<PlatformProfile> {
    return readProfile(await this.calls.withToken(accessToken, { path: '/v1/me' }));
  }

  /** The user's last plays, newest first: 50, which is all that the platform tells, or fewer if there are no more. */
  async recentlyPlayed(userId: string): Promise<RecentlyPlayed> {
    const query = { limit: LARGEST_PAGE };
    return readRecentlyPlayed(await this.calls.forUser(userId, { path: '/v1/me/player/recently-played', query }));
  }

  topTracks(userId: string, range: TimeRange, page: PageRequest): Promise<PlatformPage<PlatformTrack>> {
    return this.pageFor(userId, '/v1/me/top/tracks', page, readTrack, { time_range: range });
  }

  topArtists(userId: string, range: TimeRange, page: PageRequest): Promise<PlatformPage<PlatformArtist>> {
    return this.pageFor(userId, '/v1/me/top/artists', page, readArtist, { time_range: range });
  }

  /** Playlists that the user owns or follows. */
  playlists(userId: string, page: PageRequest): Promise<PlatformPage<PlatformPlaylist>> {
    return this.pageFor(userId, '/v1/me/playlists', page, readPlaylist);
  }

  /**
   * Tracks of a playlist, in its order. The platform has moved them in 2026; this looks where this app finds them.
   *
   * @throws PlatformRefused for a playlist whose entries are not shown to this app: since 2026, anybody else's;
   * PlatformNotFound for one that is not there
   */
  async playlistTracks(
    userId: string,
    playlistId: string,
    page: PageRequest,
  ): Promise<PlatformPage<PlatformPlaylistEntry>> {
    const path = `/v1/playlists/${encodeURIComponent(playlistId)}`;
    const call = { query: { ...page }, items: [playlistId] };
    const read = async (where: Pick<PlatformCall, 'path' | 'family'>): Promise<PlatformPage<PlatformPlaylistEntry>> =>
      readPage(await this.calls.forUser(userId, { ...call, ...where }), page, readPlaylistEntry);
    try {
      return await read({ path: `${path}/tracks`, family: 'playlist_tracks' });
    } catch (refusal) {
      if (!(refusal instanceof EndpointClosed || isRefusal(refusal))) throw refusal;
      return await read({ path: `${path}/items` }).catch((error: unknown) => {
        // Where there is no such place, the first one has told why.
        throw error instanceof PlatformNotFound && refusal instanceof PlatformRefused ? refusal : error;
      });
    }
  }

  /** Those of the tracks that there are, by the id asked for, which is `linkedFromId` of a track given in another's place. */
  tracks(ids: readonly string[]): Promise<Map<string, PlatformTrack>> {
    return this.byId.get(TRACKS, ids);
  }

  albums(ids: readonly string[]): Promise<Map<string, PlatformAlbum>> {
    return this.byId.get(ALBUMS, ids);
  }

  /** All tracks of an album, also of one that has more than come with the album itself. */
  async albumTracks(albumId: string): Promise<PlatformAlbumTrack[]> {
    const path = `/v1/albums/${encodeURIComponent(albumId)}/tracks`;
    const tracks: PlatformAlbumTrack[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page: PageRequest = { offset, limit: LARGEST_PAGE };
      const answer = await this.calls.forAnyone({ path, query: { ...page }, items: [albumId] });
      const { items, nextOffset } = readPage(answer, page, readAlbumTrack);
      tracks.push(...items);
      offset = nextOffset;
    }
    return tracks;
  }

  artists(ids: readonly string[]): Promise<Map<string, PlatformArtist>> {
    return this.byId.get(ARTISTS, ids);
  }

  /**
   * Those of the tracks that were measured, by their id.
   *
   * @throws EndpointClosed for most apps
   */
  audioFeatures(ids: readonly string[]): Promise<Map<string, PlatformAudioFeatures>> {
    return this.byId.inBatches(AUDIO_FEATURES, ids);
  }

  /** The track of this name by this artist; null when the platform finds none of exactly these names. */
  async searchTrack(artist: string, name: string): Promise<PlatformTrack | null> {
    const q = `track:${quoted(name)} artist:${quoted(artist)}`;
    const answer = objectOf(
      await this.calls.forAnyone({ path: '/v1/search', query: { q, type: 'track', limit: 5 } }),
      'the search',
    );
    const { items } = readPage(answer.tracks, { offset: 0, limit: 5 }, readTrack);
    const isMeant = (track: PlatformTrack): boolean =>
      matchKey(track.name) === matchKey(name) &&
      track.artists.some((other) => matchKey(other.name) === matchKey(artist));
    return items.find(isMeant) ?? null;
  }

  private async pageFor<Item>(
    userId: string,
    path: string,
    page: PageRequest,
    read: (value: unknown) => Item | null,
    query: Record<string, string> = {},
  ): Promise<PlatformPage<Item>> {
    return readPage(await this.calls.forUser(userId, { path, query: { ...query, ...page } }), page, read);
  }
}

/** A phrase of a search; the platform has no way to escape a quote. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', ' ')}"`;
}
