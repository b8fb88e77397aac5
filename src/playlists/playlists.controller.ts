import { Controller, Get, Query } from '@nestjs/common';
import { CurrentUser, type Session } from '../common/authentication';
import { PageQuery } from '../common/pagination';
import type { PlaylistsResponse } from './playlists.dto';
import { PlaylistsService } from './playlists.service';

@Controller('api/v1/playlists')
export class PlaylistsController {
  constructor(private readonly playlists: PlaylistsService) {}

  @Get()
  list(@CurrentUser() user: Session, @Query() query: PageQuery): Promise<PlaylistsResponse> {
    return this.playlists.list(user.userId, query);
  }
}
