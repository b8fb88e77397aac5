import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { TopQuery } from './analytics.dto';
import { TopAlbumsResponse, TopArtistsResponse, TopTracksResponse } from './top-lists.dto';
import { TopListsService } from './top-lists.service';

@Controller('api/v1')
export class TopListsController {
  constructor(private readonly topLists: TopListsService) {}

  @Get('tracks/top')
  @ApiTags('tracks')
  @ApiOperation({ summary: 'The tracks you have played most' })
  @ApiOkResponse({ type: TopTracksResponse })
  tracks(@CurrentUser() user: Session, @Query() query: TopQuery): Promise<TopTracksResponse> {
    return this.topLists.tracks(user.userId, query);
  }

  @Get('artists/top')
  @ApiTags('artists')
  @ApiOperation({ summary: 'The artists you have played most' })
  @ApiOkResponse({ type: TopArtistsResponse })
  artists(@CurrentUser() user: Session, @Query() query: TopQuery): Promise<TopArtistsResponse> {
    return this.topLists.artists(user.userId, query);
  }

  @Get('albums/top')
  @ApiTags('albums')
  @ApiOperation({ summary: 'The albums you have played most' })
  @ApiOkResponse({ type: TopAlbumsResponse })
  albums(@CurrentUser() user: Session, @Query() query: TopQuery): Promise<TopAlbumsResponse> {
    return this.topLists.albums(user.userId, query);
  }
}
