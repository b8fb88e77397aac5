import { objectOf } from '../answer-reader';
import { listOf, optionalCountOf, readItems } from './fields';

/** Which part of a list is asked for. */
export interface PageRequest {
  offset: number;
  limit: number;
}

/** Part of a list of the platform's. */
export interface PlatformPage<Item> {
  items: Item[];
  /** Length of the whole list. */
  total: number;
  /** Entries of this page that were of no use. */
  skipped: number;
  /** Offset of the next page; null for the last one. */
  nextOffset: number | null;
}

/**
 * @param read null for an entry that is of no use
 * @throws PlatformAnswerUnexpected when the answer is not an object
 */
export function readPage<Item>(
  body: unknown,
  { offset }: PageRequest,
  read: (value: unknown) => Item | null,
): PlatformPage<Item> {
  const page = objectOf(body, 'the page');
  const entries = listOf(page, 'items');
  const end = offset + entries.length;
  // A page past the end tells nothing of the length by where it lies.
  const total = Math.max(optionalCountOf(page, 'total'), entries.length === 0 ? 0 : end);
  // An empty page ends the list whatever its total says, so that nobody asks for ever.
  const isLast = entries.length === 0 || (typeof page.next !== 'string' && end >= total);
  return { ...readItems(entries, read), total, nextOffset: isLast ? null : end };
}
