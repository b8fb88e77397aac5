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

/**
 * How many entries there are on all pages, by a page and a count that were made side by side: the entries go before a count
 * of a moment earlier or later, so that a last page tells by itself. One behind the last tells nothing.
 */
export function totalBeside(counted: number, { skip, limit }: PageRange, onPage: number): number {
  if (onPage === 0 && skip > 0) return counted;
  const end = skip + onPage;
  return onPage < limit ? end : Math.max(counted, end);
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
