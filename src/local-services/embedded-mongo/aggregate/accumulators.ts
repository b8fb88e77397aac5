import { addTo } from '../bson/arithmetic';
import { compareValues } from '../bson/compare';
import { Doc, double, isDoc, isNumeric, NumericValue, toNumber, Value } from '../bson/value';
import { badValue } from '../errors';
import { identityOf } from '../storage/key-encoding';
import { Evaluator, evaluator } from './expression';
import { MemoryBudget, roughSize } from './flow';
import { mergeObjects } from './operators/arrays';

/** Gathers one field of a group, document by document. */
export interface Accumulator {
  add(value: Value): void;
  result(): Value;
}

class Sum implements Accumulator {
  private total: NumericValue = 0;
  add(value: Value): void {
    this.total = addTo(this.total, value);
  }
  result(): Value {
    return this.total;
  }
}

class Average implements Accumulator {
  private total = 0;
  private count = 0;
  add(value: Value): void {
    if (!isNumeric(value)) return;
    this.total += toNumber(value);
    this.count++;
  }
  result(): Value {
    return this.count === 0 ? null : double(this.total / this.count);
  }
}

class Extreme implements Accumulator {
  private best: Value = undefined;
  constructor(private readonly sign: 1 | -1) {}
  add(value: Value): void {
    if (value === null || value === undefined) return;
    if (this.best === undefined || this.sign * compareValues(value, this.best) > 0) this.best = value;
  }
  result(): Value {
    return this.best ?? null;
  }
}

class First implements Accumulator {
  private value: Value = null;
  private isSet = false;
  add(value: Value): void {
    if (!this.isSet) this.value = value ?? null;
    this.isSet = true;
  }
  result(): Value {
    return this.value;
  }
}

class Last implements Accumulator {
  private value: Value = null;
  add(value: Value): void {
    this.value = value ?? null;
  }
  result(): Value {
    return this.value;
  }
}

class Push implements Accumulator {
  private readonly items: Value[] = [];
  constructor(private readonly budget: MemoryBudget) {}
  add(value: Value): void {
    if (value === undefined) return;
    this.budget.add(roughSize(value));
    this.items.push(value);
  }
  result(): Value {
    return this.items;
  }
}

class AddToSet implements Accumulator {
  private readonly items = new Map<string, Value>();
  constructor(private readonly budget: MemoryBudget) {}
  add(value: Value): void {
    if (value === undefined) return;
    const identity = identityOf(value);
    if (this.items.has(identity)) return;
    this.budget.add(roughSize(value) + identity.length);
    this.items.set(identity, value);
  }
  result(): Value {
    return [...this.items.values()];
  }
}

class Merge implements Accumulator {
  private merged: Doc = {};
  add(value: Value): void {
    this.merged = mergeObjects([this.merged, value]);
  }
  result(): Value {
    return this.merged;
  }
}

/** The accumulators of `$group` and `$bucket`; `$count` is a `$sum` of ones. */
export const ACCUMULATORS: ReadonlyMap<string, (budget: MemoryBudget) => Accumulator> = new Map<
  string,
  (budget: MemoryBudget) => Accumulator
>([
  ['$sum', () => new Sum()],
  ['$avg', () => new Average()],
  ['$min', () => new Extreme(-1)],
  ['$max', () => new Extreme(1)],
  ['$first', () => new First()],
  ['$last', () => new Last()],
  ['$push', (budget) => new Push(budget)],
  ['$addToSet', (budget) => new AddToSet(budget)],
  ['$mergeObjects', () => new Merge()],
]);

/** A field of a `$group`: what is evaluated for each document, and what gathers the values. */
export interface GroupField {
  name: string;
  evaluate: Evaluator;
  start: (budget: MemoryBudget) => Accumulator;
}

/** @throws CommandError (BadValue) with the name of an unknown accumulator */
export function groupField(name: string, spec: Value): GroupField {
  const [operator = '', ...others] = isDoc(spec) ? Object.keys(spec) : [];
  if (!isDoc(spec) || others.length > 0) throw badValue(`The field '${name}' must specify one accumulator`);
  if (name.includes('.') || name.startsWith('$')) throw badValue(`The field name '${name}' cannot be used in $group`);
  if (operator === '$count') return { name, evaluate: () => 1, start: () => new Sum() };
  const start = ACCUMULATORS.get(operator);
  if (!start) throw badValue(`unknown group operator '${operator}'`);
  return { name, evaluate: evaluator(spec[operator]), start };
}
