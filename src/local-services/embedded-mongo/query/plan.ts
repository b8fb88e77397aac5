import { IndexField } from '../storage/index-spec';
import { Collection, Index } from '../storage/collection';
import { Filter } from './filter';
import { SortField } from './sort-spec';

/** A stretch of keys, from `start` up to but not including `end`. */
export interface KeyRange {
  start: Buffer;
  end: Buffer;
}

/** One walk through an index, or through the records (which are the index on `_id`). */
export interface Scan {
  /** Absent: the records themselves. */
  index?: Index;
  /** Ascending, and none overlaps another. */
  ranges: KeyRange[];
  reverse: boolean;
  /** How many leading fields of the index are held to single values. */
  equalities: number;
  /** Whether the field after those is held to a range. */
  ranged: boolean;
  /** The keys alone decide: every document found matches, and none is found twice. */
  exact: boolean;
  /** Documents come in the order asked for. */
  sorted: boolean;
}

/** How a query will be answered. Several scans stand for the branches of an `$or`. */
export interface Plan {
  collection: Collection;
  filter: Filter;
  scans: Scan[];
  /** The order still to be made after the scan. */
  sort: SortField[];
}

export const ID_FIELDS: IndexField[] = [{ path: '_id', parts: ['_id'], descending: false }];

export function fieldsOf(scan: Scan): IndexField[] {
  return scan.index?.fields ?? ID_FIELDS;
}
