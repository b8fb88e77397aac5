import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { PageQuery } from '../common/pagination';
import { PlaylistsResponse } from './playlists.dto';
import { PlaylistsService } from './playlists.service';

@ApiTags('playlists')
@Controller('api/v1/playlists')
export class PlaylistsController {
  constructor(private readonly playlists: PlaylistsService) {}

  @Get()
  @ApiOperation({ summary: 'Your playlists, in your order' })
  @ApiOkResponse({ type: PlaylistsResponse })
  list(@CurrentUser() user: Session, @Query() query: PageQuery): Promise<PlaylistsResponse> {
    return this.playlists.list(user.userId, query);
  }
}
