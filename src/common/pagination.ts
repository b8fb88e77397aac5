import { ApiProperty } from '@nestjs/swagger';
import { COUNT } from './openapi';
import { QueryInt } from './validation/query.decorators';

/** Where a page lies in a list, in rows. */
export interface PageRange {
  skip: number;
  limit: number;
}

export function pageRange(query: { page: number; limit: number }): PageRange {
  return { skip: Math.min((query.page - 1) * query.limit, Number.MAX_SAFE_INTEGER), limit: query.limit };
}

/** ceil(total / limit); 0 when there is nothing. */
export function pageCount(total: number, limit: number): number {
  return Math.ceil(total / limit);
}

/** `page` and `limit` with the bounds that most lists of the contract share. */
export class PageQuery {
  @QueryInt({ min: 1, default: 1 })
  page = 1;

  @QueryInt({ min: 1, max: 100, default: 50 })
  limit = 50;
}

/** What every list says of itself beside its `items`. */
export class PageResponse {
  @ApiProperty({ ...COUNT, description: 'Entries on all pages together' })
  total: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  page: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  limit: number;
}

export class CountedPageResponse extends PageResponse {
  @ApiProperty({ ...COUNT, description: 'ceil(total / limit)' })
  pages: number;
}
