import { Controller, Get, Param } from '@nestjs/common';
import { Public } from '../common/authentication';
import type { ArtistResponse, TrackResponse } from './catalogue.dto';
import { CatalogueService } from './catalogue.service';

/** The catalogue is nobody's own, so that it can be read without a session. */
@Public()
@Controller('api/v1')
export class CatalogueController {
  constructor(private readonly catalogue: CatalogueService) {}

  @Get('tracks/:track_id')
  track(@Param('track_id') trackId: string): Promise<TrackResponse> {
    return this.catalogue.getTrack(trackId);
  }

  @Get('artists/:artist_id')
  artist(@Param('artist_id') artistId: string): Promise<ArtistResponse> {
    return this.catalogue.getArtist(artistId);
  }
}
