import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import type { Parameters, Row } from '../columns/user-file';
import { COUNT } from '../common/openapi';
import { QueryInt } from '../common/validation/query.decorators';
import type { LensReader } from './explorer.service';
import { ThroughLensResponse } from './lens/lens.dto';
import { LensQuery } from './lens/lens.query';

const MOST_ENTRIES = 100;
const FARTHEST_OFFSET = 1_000_000;

/** A lens, and which part of a list is wanted. */
export class PagedLensQuery extends LensQuery {
  @QueryInt({ min: 1, max: MOST_ENTRIES, default: 50, description: 'The most entries' })
  limit = 50;

  @QueryInt({ min: 0, max: FARTHEST_OFFSET, default: 0, description: 'How many entries are left out before them' })
  offset = 0;
}

/** What every list of explore says of itself beside its `items`. */
export class PagedResponse {
  @ApiProperty({ ...COUNT, description: 'Entries of the whole list' })
  total: number;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_ENTRIES })
  limit: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: FARTHEST_OFFSET })
  offset: number;
}

/** A part of a list, asked for through a lens. */
export class PagedLensResponse extends IntersectionType(ThroughLensResponse, PagedResponse) {}

/** A part of a list, and how many entries the whole has. */
export interface Page<R> {
  entries: R[];
  total: number;
}

/**
 * Reads a page of a list.
 * @param sql a statement with `$limit` and `$offset`, each of whose rows has the `total`
 */
export async function readPage<R extends Row & { total: number }>(
  { rows }: LensReader,
  sql: string,
  { limit, offset }: PagedLensQuery,
  parameters: Parameters = {},
): Promise<Page<R>> {
  const entries = await rows<R>(sql, { ...parameters, limit, offset });
  // A page past the end has no row that says it.
  const [first] =
    entries.length > 0 || offset === 0 ? entries : await rows<R>(sql, { ...parameters, limit: 1, offset: 0 });
  return { entries, total: first?.total ?? 0 };
}
