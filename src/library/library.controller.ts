import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { ApiErrors } from '../common/openapi';
import { PROXY_ERRORS } from '../platform/proxy-errors';
import { FollowedArtistsQuery, FollowedArtistsResponse, SavedAlbumsQuery, SavedAlbumsResponse } from './library.dto';
import { LibraryService } from './library.service';

@ApiTags('library')
@ApiErrors(PROXY_ERRORS)
@Controller('api/v1/library')
export class LibraryController {
  constructor(private readonly library: LibraryService) {}

  @Get('followed-artists')
  @ApiOperation({ summary: 'The artists you follow' })
  @ApiOkResponse({ type: FollowedArtistsResponse })
  followedArtists(
    @CurrentUser() user: Session,
    @Query() { limit }: FollowedArtistsQuery,
  ): Promise<FollowedArtistsResponse> {
    return this.library.followedArtists(user.userId, limit);
  }

  @Get('saved-albums')
  @ApiOperation({ summary: 'The albums you have saved, the latest first' })
  @ApiOkResponse({ type: SavedAlbumsResponse })
  savedAlbums(@CurrentUser() user: Session, @Query() query: SavedAlbumsQuery): Promise<SavedAlbumsResponse> {
    return this.library.savedAlbums(user.userId, query);
  }
}
