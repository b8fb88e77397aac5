import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { LensQuery } from '../lens/lens.query';
import { ProvenanceResponse } from './provenance.dto';
import { ProvenanceService } from './provenance.service';

/** Gaps follow from syncs, too, of which no revision of the history knows: the tag is taken of the response itself. */
@ApiTags('explore')
@Controller('api/v1/explore')
export class ProvenanceController {
  constructor(private readonly service: ProvenanceService) {}

  @Get('provenance')
  @ApiOperation({ summary: 'Where your plays came from, and where some may be missing' })
  @ApiOkResponse({ type: ProvenanceResponse })
  provenance(@CurrentUser() user: Session, @Query() query: LensQuery): Promise<ProvenanceResponse> {
    return this.service.provenance(user.userId, query);
  }
}
