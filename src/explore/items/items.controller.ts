import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { ApiErrors } from '../../common/openapi';
import { ConditionalInterceptor } from '../conditional.interceptor';
import { AlbumPageResponse, ArtistPageResponse, TrackPageResponse } from './items.dto';
import { ItemQuery } from './items.query';
import { ItemsService } from './items.service';

@ApiTags('explore')
@UseInterceptors(ConditionalInterceptor)
@Controller('api/v1/explore')
export class ItemsController {
  constructor(private readonly items: ItemsService) {}

  @Get('artists/:id')
  @ApiOperation({ summary: 'Everything about your plays of an artist' })
  @ApiOkResponse({ type: ArtistPageResponse })
  @ApiErrors({ 404: 'Neither your plays nor the catalogue know this artist' })
  artist(
    @CurrentUser() user: Session,
    @Param('id') id: string,
    @Query() query: ItemQuery,
  ): Promise<ArtistPageResponse> {
    return this.items.page(user.userId, 'artists', id, query);
  }

  @Get('albums/:id')
  @ApiOperation({ summary: 'Everything about your plays of an album' })
  @ApiOkResponse({ type: AlbumPageResponse })
  @ApiErrors({ 404: 'Neither your plays nor the catalogue know this album' })
  album(@CurrentUser() user: Session, @Param('id') id: string, @Query() query: ItemQuery): Promise<AlbumPageResponse> {
    return this.items.page(user.userId, 'albums', id, query);
  }

  @Get('tracks/:id')
  @ApiOperation({ summary: 'Everything about your plays of a track' })
  @ApiOkResponse({ type: TrackPageResponse })
  @ApiErrors({ 404: 'Neither your plays nor the catalogue know this track' })
  track(@CurrentUser() user: Session, @Param('id') id: string, @Query() query: ItemQuery): Promise<TrackPageResponse> {
    return this.items.page(user.userId, 'tracks', id, query);
  }
}
