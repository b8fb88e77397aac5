import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { ApiErrors } from '../common/openapi';
import { PROXY_ERRORS } from '../platform/proxy-errors';
import {
  BrowseQuery,
  CategoriesQuery,
  CategoriesResponse,
  FeaturedPlaylistsResponse,
  NewReleasesResponse,
} from './browse.dto';
import { BrowseService } from './browse.service';

@ApiTags('browse')
@ApiErrors(PROXY_ERRORS)
@Controller('api/v1/browse')
export class BrowseController {
  constructor(private readonly browse: BrowseService) {}

  @Get('new-releases')
  @ApiOperation({ summary: 'The newest albums; none where the platform does not offer them to this app' })
  @ApiOkResponse({ type: NewReleasesResponse })
  newReleases(@CurrentUser() user: Session, @Query() { limit }: BrowseQuery): Promise<NewReleasesResponse> {
    return this.browse.newReleases(user.userId, limit);
  }

  @Get('featured-playlists')
  @ApiOperation({ summary: 'Playlists of the platform’s editors; none where it does not offer them to this app' })
  @ApiOkResponse({ type: FeaturedPlaylistsResponse })
  featuredPlaylists(@CurrentUser() user: Session, @Query() { limit }: BrowseQuery): Promise<FeaturedPlaylistsResponse> {
    return this.browse.featuredPlaylists(user.userId, limit);
  }

  @Get('categories')
  @ApiOperation({ summary: 'The kinds of music there are; none where the platform does not offer them to this app' })
  @ApiOkResponse({ type: CategoriesResponse })
  categories(@CurrentUser() user: Session, @Query() { limit }: CategoriesQuery): Promise<CategoriesResponse> {
    return this.browse.categories(user.userId, limit);
  }
}
