import { ApiPropertyOptional, IntersectionType, OmitType } from '@nestjs/swagger';
import { HistoryQuery, HistoryResponse } from '../../history/listing/history.dto';
import { LensResponse } from '../lens/lens.dto';
import { LensQuery } from '../lens/lens.query';

/** The history's own filters, by names, and a lens, whose artists and tracks go by their second names here. */
export class LensHistoryQuery extends IntersectionType(
  HistoryQuery,
  OmitType(LensQuery, ['artist', 'track', 'measure']),
) {}

export class HistoryThroughLensResponse extends HistoryResponse {
  @ApiPropertyOptional({ description: 'What the plays were looked at through, if any parameter of a lens was given' })
  lens?: LensResponse;
}
