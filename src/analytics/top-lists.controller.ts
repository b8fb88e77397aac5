import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ArtistResponse, TrackResponse } from '../catalogue/catalogue.dto';
import { CurrentUser, type Session } from '../common/authentication';
import { TopQuery } from './analytics.dto';
import type { AlbumResponse, TopResponse } from './top-lists.dto';
import { TopListsService } from './top-lists.service';

@Controller('api/v1')
export class TopListsController {
  constructor(private readonly topLists: TopListsService) {}

  @Get('tracks/top')
  @ApiTags('tracks')
  tracks(@CurrentUser() user: Session, @Query() query: TopQuery): Promise<TopResponse<TrackResponse>> {
    return this.topLists.tracks(user.userId, query);
  }

  @Get('artists/top')
  @ApiTags('artists')
  artists(@CurrentUser() user: Session, @Query() query: TopQuery): Promise<TopResponse<ArtistResponse>> {
    return this.topLists.artists(user.userId, query);
  }

  @Get('albums/top')
  @ApiTags('albums')
  albums(@CurrentUser() user: Session, @Query() query: TopQuery): Promise<TopResponse<AlbumResponse>> {
    return this.topLists.albums(user.userId, query);
  }
}
