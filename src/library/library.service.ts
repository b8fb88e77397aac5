import { Injectable } from '@nestjs/common';
import type { PlatformArtist } from '../platform/answers/artist';
import { readFollowedArtists, readSavedAlbum } from '../platform/answers/library';
import { readPage } from '../platform/answers/page';
import { PlatformCalls } from '../platform/calls/platform-calls';
import {
  type FollowedArtistsResponse,
  type SavedAlbumsQuery,
  type SavedAlbumsResponse,
  toFollowedArtist,
  toSavedAlbum,
} from './library.dto';

/** Past the end of everybody's list, and still an offset that the platform takes. */
const LARGEST_OFFSET = 100_000;

/** What a user follows and has saved on the platform. Throws the PlatformError that tells what went wrong. */
@Injectable()
export class LibraryService {
  constructor(private readonly platform: PlatformCalls) {}

  /** The first artists that the user follows. The platform may give fewer at a time; then it is asked for the rest. */
  async followedArtists(userId: string, limit: number): Promise<FollowedArtistsResponse> {
    const artists: PlatformArtist[] = [];
    let received = 0;
    let total: number;
    let after: string | null = null;
    do {
      const query = { type: 'artist', limit: limit - received, after: after ?? undefined };
      const part = readFollowedArtists(await this.platform.forUser(userId, { path: '/v1/me/following', query }));
      artists.push(...part.artists);
      received += part.received;
      total = Math.max(part.total, received);
      // A part without entries is the last one whatever its cursor says, so that nobody asks for ever.
      after = part.received === 0 ? null : part.after;
    } while (after !== null && received < limit);
    return { items: artists.map(toFollowedArtist), total };
  }

  /** Albums that the user has saved, the latest first. */
  async savedAlbums(userId: string, { limit, offset }: SavedAlbumsQuery): Promise<SavedAlbumsResponse> {
    const page = { offset: Math.min(offset, LARGEST_OFFSET), limit };
    const body = await this.platform.forUser(userId, { path: '/v1/me/albums', query: page });
    const { items, total } = readPage(body, page, readSavedAlbum);
    return { items: items.map(toSavedAlbum), total, limit, offset };
  }
}
