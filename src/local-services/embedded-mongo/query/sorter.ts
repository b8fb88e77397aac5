import { decode } from '../bson/decode';
import { Doc, Value } from '../bson/value';
import { compareValues } from '../bson/compare';
import { CommandError } from '../errors';
import { writeValue } from '../storage/key-encoding';
import { KeyWriter } from '../storage/key-writer';
import { valuesAtPath } from './paths';
import { SortField } from './sort-spec';

/** As MongoDB's default for a blocking sort. */
const MAX_SORT_BYTES = 100 * 1024 * 1024;
const RUN_LENGTH = 16_384;
/** What an item costs beside its document and key. */
const OVERHEAD_BYTES = 64;

interface Item<T> {
  key: Buffer;
  value: T;
  bytes: number;
}

const writer = new KeyWriter();

/** The bytes that order a document; of an array the least entry counts, or the greatest where the order descends. */
export function sortKey(doc: Doc, fields: readonly SortField[]): Buffer {
  writer.reset();
  for (const { parts, descending } of fields) {
    const start = writer.length;
    writeValue(writer, sortValue(doc, parts, descending));
    if (descending) writer.invert(start);
  }
  return writer.take();
}

function sortValue(doc: Doc, parts: string[], descending: boolean): Value {
  const { values, spread } = valuesAtPath(doc, parts, true);
  if (!spread) return values[0] ?? null;
  if (values.length === 0) return undefined;
  return values
    .map((value) => value ?? null)
    .reduce((best, value) => (compareValues(value, best) * (descending ? -1 : 1) < 0 ? value : best));
}

/** The function that gives the key of a raw document, decoding only what it needs. */
export function rawSortKey(fields: readonly SortField[]): (bytes: Buffer) => Buffer {
  const wanted = new Set(fields.map(({ parts }) => parts[0] ?? ''));
  return (bytes) => sortKey(decode(bytes, 0, wanted), fields);
}

/**
 * Puts items in the order of their keys. It sorts in short runs, which it merges while the items are taken out, so that
 * no single step is long; with a limit it keeps no more than it will give.
 */
export class Sorter<T> {
  private readonly runs: Item<T>[][] = [];
  private current: Item<T>[] = [];
  private bytes = 0;

  /** @param limit how many items will be taken out at most */
  constructor(private readonly limit = Infinity) {}

  /** @throws CommandError when the items pass 100 MiB */
  add(key: Buffer, value: T, valueBytes: number): void {
    const bytes = key.length + valueBytes + OVERHEAD_BYTES;
    this.current.push({ key, value, bytes });
    this.bytes += bytes;
    if (this.current.length >= Math.max(RUN_LENGTH, this.limit === Infinity ? 0 : this.limit * 2)) this.closeRun();
    if (this.bytes > MAX_SORT_BYTES) {
      throw new CommandError(
        292,
        `Executor error during find command: Sort exceeded memory limit of ${MAX_SORT_BYTES} bytes; add an index or a limit.`,
      );
    }
  }

  *sorted(): Generator<T> {
    this.closeRun();
    const heads = this.runs.map((items) => ({ items, next: 0 }));
    for (let given = 0; given < this.limit; given++) {
      let least: (typeof heads)[number] | undefined;
      for (const head of heads) if (isBefore(head, least)) least = head;
      const item = least?.items[least.next];
      if (!least || !item) return;
      least.next++;
      yield item.value;
    }
  }

  private closeRun(): void {
    if (this.current.length === 0) return;
    const items = this.limit === Infinity ? this.current : [...(this.runs.pop() ?? []), ...this.current];
    items.sort((a, b) => Buffer.compare(a.key, b.key));
    if (items.length > this.limit) {
      items.length = this.limit;
      this.bytes = items.reduce((sum, item) => sum + item.bytes, 0);
    }
    this.runs.push(items);
    this.current = [];
  }
}

function isBefore<T>(a: { items: Item<T>[]; next: number }, b?: { items: Item<T>[]; next: number }): boolean {
  const left = a.items[a.next];
  if (!left) return false;
  const right = b?.items[b.next];
  return !right || Buffer.compare(left.key, right.key) < 0;
}
