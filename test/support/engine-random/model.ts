import { Binary, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'mongodb';

export const SCALAR_OPERATORS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const;

/** How a query's comparison goes over two values that are no arrays and no documents, said as plainly as can be. */
export function matchesScalar(value: unknown, operator: (typeof SCALAR_OPERATORS)[number], argument: unknown): boolean {
  const order = orderOf(value, argument);
  switch (operator) {
    case '$eq':
      return order === 0;
    case '$ne':
      return order !== 0;
    case '$gt':
      return order === 1;
    case '$gte':
      return order === 1 || order === 0;
    case '$lt':
      return order === -1;
    case '$lte':
      return order === -1 || order === 0;
  }
}

/** -1, 0 or 1; undefined for values that are not compared: other types, and NaN with numbers. */
function orderOf(value: unknown, argument: unknown): -1 | 0 | 1 | undefined {
  const types = [typeOf(value), typeOf(argument)];
  if (types[1] === 'MinKey') return types[0] === 'MinKey' ? 0 : 1;
  if (types[1] === 'MaxKey') return types[0] === 'MaxKey' ? 0 : -1;
  if (types[0] !== types[1]) return undefined;
  const [left, right] = [comparable(value), comparable(argument)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function typeOf(value: unknown): string {
  const number = numberOf(value);
  if (number !== undefined) return Number.isNaN(number) ? 'NaN' : 'number';
  if (value instanceof MinKey) return 'MinKey';
  if (value instanceof MaxKey) return 'MaxKey';
  if (value instanceof Date) return 'date';
  if (value instanceof ObjectId) return 'objectId';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Binary) return 'binary';
  return value === null ? 'null' : typeof value;
}

function numberOf(value: unknown): number | undefined {
  if (value instanceof Timestamp) return undefined;
  if (value instanceof Int32 || value instanceof Double) return value.valueOf();
  return value instanceof Long ? value.toNumber() : undefined;
}

/** Numbers as exact fractions of two, since doubles do not hold every long. */
function comparable(value: unknown): bigint | string | number {
  if (value instanceof Long) return value.toBigInt() * 2n;
  const number = numberOf(value);
  if (number !== undefined && !Number.isNaN(number)) return BigInt(number * 2);
  if (value instanceof Date) return value.getTime();
  if (value instanceof ObjectId) return value.toHexString();
  if (typeof value === 'string') return Buffer.from(value).toString('hex');
  return typeof value === 'boolean' ? Number(value) : '';
}
