import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../common/authentication';
import { ApiErrors } from '../common/openapi';
import { ArtistResponse, TrackResponse } from './catalogue.dto';
import { CatalogueService } from './catalogue.service';

/** The catalogue is nobody's own, so that it can be read without a session. */
@Public()
@Controller('api/v1')
export class CatalogueController {
  constructor(private readonly catalogue: CatalogueService) {}

  @Get('tracks/:track_id')
  @ApiTags('tracks')
  @ApiOperation({ summary: 'A track by its platform id' })
  @ApiOkResponse({ type: TrackResponse })
  @ApiErrors({ 404: 'No such track is known' })
  track(@Param('track_id') trackId: string): Promise<TrackResponse> {
    return this.catalogue.getTrack(trackId);
  }

  @Get('artists/:artist_id')
  @ApiTags('artists')
  @ApiOperation({ summary: 'An artist by their platform id' })
  @ApiOkResponse({ type: ArtistResponse })
  @ApiErrors({ 404: 'No such artist is known' })
  artist(@Param('artist_id') artistId: string): Promise<ArtistResponse> {
    return this.catalogue.getArtist(artistId);
  }
}
