import { Injectable } from '@nestjs/common';
import { readCategories, readFeaturedPlaylists, readNewReleases } from '../platform/answers/browse';
import type { PageRequest } from '../platform/answers/page';
import type { EndpointFamily } from '../platform/calls/endpoint-families';
import { PlatformCalls } from '../platform/calls/platform-calls';
import { EndpointClosed } from '../platform/platform.errors';
import {
  type CategoriesResponse,
  type FeaturedPlaylistsResponse,
  type NewReleasesResponse,
  toCategory,
  toFeaturedPlaylist,
  toNewRelease,
} from './browse.dto';

/**
 * What the platform recommends to everybody. Where it does not offer that to this app (any more), the lists are empty;
 * every other failure is thrown as the PlatformError that tells what went wrong.
 */
@Injectable()
export class BrowseService {
  constructor(private readonly platform: PlatformCalls) {}

  async newReleases(userId: string, limit: number): Promise<NewReleasesResponse> {
    const page = firstPage(limit);
    const body = await this.ask(userId, '/v1/browse/new-releases', page, 'new_releases');
    return { items: body === null ? [] : readNewReleases(body, page).items.map(toNewRelease) };
  }

  async featuredPlaylists(userId: string, limit: number): Promise<FeaturedPlaylistsResponse> {
    const request = firstPage(limit);
    const body = await this.ask(userId, '/v1/browse/featured-playlists', request, 'featured_playlists');
    if (body === null) return { message: '', items: [] };
    const { message, page } = readFeaturedPlaylists(body, request);
    return { message, items: page.items.map(toFeaturedPlaylist) };
  }

  async categories(userId: string, limit: number): Promise<CategoriesResponse> {
    const page = firstPage(limit);
    const body = await this.ask(userId, '/v1/browse/categories', page, 'categories');
    return { items: body === null ? [] : readCategories(body, page).items.map(toCategory) };
  }

  /** @returns null where the platform does not offer this to the app */
  private async ask(userId: string, path: string, page: PageRequest, family: EndpointFamily): Promise<unknown> {
    try {
      return await this.platform.forUser(userId, { path, query: { ...page }, family });
    } catch (error) {
      if (!(error instanceof EndpointClosed)) throw error;
      return null;
    }
  }
}

function firstPage(limit: number): PageRequest {
  return { offset: 0, limit };
}
