import { Binary, Long, MaxKey, MinKey, ObjectId } from 'mongodb';
import { ids, Row } from './case';

/** A value of every type, and at last a document that lacks the field. */
export const mixed: Row[] = [
  ...ids(
    1,
    1.5,
    Long.fromNumber(2),
    'a',
    'B',
    null,
    true,
    new Date(5),
    new ObjectId('000000000000000000000001'),
    { x: 1 },
    [1, 2],
    [],
    new MinKey(),
    new MaxKey(),
    new Binary(Buffer.from('ab')),
    -3,
    'é',
    '',
    NaN,
    Infinity,
  ),
  { _id: 20 },
];

export const people: Row[] = [
  { _id: 1, name: 'Ann', age: 30, tags: ['a', 'b'], address: { city: 'Rome', zip: 1 } },
  { _id: 2, name: 'bob', age: 20, tags: [], address: { city: 'Oslo' } },
  { _id: 3, name: 'Cid', tags: ['b', 'c'], address: null },
  { _id: 4, name: 'dan', age: null, tags: 'a' },
  {
    _id: 5,
    name: 'Eve',
    age: 25.5,
    scores: [
      { s: 1, k: 'x' },
      { s: 5, k: 'y' },
    ],
  },
  { _id: 6, name: 'fay', age: 40, scores: [{ s: 3, k: 'y' }, { k: 'x' }] },
];

export const sales: Row[] = [
  { _id: 1, item: 'a', qty: 2, price: 1.5, at: new Date('2024-01-15T10:30:00Z') },
  { _id: 2, item: 'b', qty: 1, price: 2, at: new Date('2024-02-01T00:00:00Z') },
  { _id: 3, item: 'a', qty: 5, price: 1, at: new Date('2024-02-29T23:59:59Z') },
  { _id: 4, item: 'c', price: 3, at: new Date('2024-12-30T05:00:00Z') },
  { _id: 5, item: null, qty: 'x', price: Long.fromNumber(4) },
  { _id: 6, qty: 7 },
];
