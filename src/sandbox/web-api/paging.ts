import type { ApiCall } from './api-route';

export interface Page<Item> {
  href: string;
  limit: number;
  next: string | null;
  offset: number;
  previous: string | null;
  total: number;
  items: Item[];
}

/** Bounds of the `limit` parameter; most lists have 20 of at most 50. */
export interface PageSize {
  fallback: number;
  max: number;
}

const USUAL: PageSize = { fallback: 20, max: 50 };

/** One page of a list by `limit` and `offset`, each item in the shape that the answer shows. */
export function page<Item, Shape>(
  call: ApiCall,
  items: readonly Item[],
  shape: (item: Item) => Shape,
  size: PageSize = USUAL,
): Page<Shape> {
  const limit = call.query.integer('limit', { min: 1, max: size.max }, size.fallback);
  const offset = call.query.integer('offset', { min: 0, max: 100_000 }, 0);
  const link = (to: number) => `${call.shapes.apiUrl(call.path)}?${call.query.with({ offset: to, limit })}`;
  return {
    href: link(offset),
    limit,
    next: offset + limit < items.length ? link(offset + limit) : null,
    offset,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    total: items.length,
    items: items.slice(offset, offset + limit).map(shape),
  };
}

/** The first page of a list that lies under another path, as whole albums and playlists carry it. */
export function firstPage<Item, Shape>(
  call: ApiCall,
  path: string,
  items: readonly Item[],
  shape: (item: Item) => Shape,
  limit = USUAL.max,
): Page<Shape> {
  const link = (offset: number) => `${call.shapes.apiUrl(path)}?offset=${offset}&limit=${limit}`;
  return {
    href: link(0),
    limit,
    next: items.length > limit ? link(limit) : null,
    offset: 0,
    previous: null,
    total: items.length,
    items: items.slice(0, limit).map(shape),
  };
}
