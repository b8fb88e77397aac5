import { ApiProperty } from '@nestjs/swagger';
import { COUNT } from '../common/openapi';
import { QueryInt } from '../common/validation/query.decorators';
import { LensQuery } from './lens/lens.query';
import { ThroughLensResponse } from './lens/lens.dto';

const FURTHEST = 1_000_000;

/** A lens, and which entries of a list through it. */
export class LensPageQuery extends LensQuery {
  @QueryInt({ min: 1, max: 100, default: 50 })
  limit = 50;

  @QueryInt({ min: 0, max: FURTHEST, default: 0, description: 'Entries before the first one' })
  offset = 0;
}

/** What a list says of itself beside its `items`. */
export class LensPageResponse extends ThroughLensResponse {
  @ApiProperty({ ...COUNT, description: 'Entries on all pages together' })
  total: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  limit: number;

  @ApiProperty(COUNT)
  offset: number;
}
