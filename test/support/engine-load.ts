import { isDeepStrictEqual } from 'node:util';
import {
  type Collection,
  type IndexDescription,
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
} from 'mongodb';
import { Random } from './export-generator/random';

const MOST_ROWS = 120;
const DUPLICATE_KEY = 11000;

/** A document that every kind of index has something to do with. */
export interface Row {
  _id: string;
  writer: number;
  n: number;
  at: Date;
  count: number;
  isOpen: boolean;
  tags: string[];
  text: string;
  code?: number;
  /** Writers compete for these. */
  slot?: number;
}

/** Every kind of index: compound and descending, unique, multikey, sparse, partial, with keys that are cut, and TTL. */
export const ROW_INDEXES: IndexDescription[] = [
  { key: { writer: 1, at: -1 } },
  { key: { writer: 1, n: 1 }, unique: true },
  { key: { tags: 1, writer: 1 } },
  { key: { code: 1 }, sparse: true },
  { key: { writer: 1, count: -1 }, name: 'open', partialFilterExpression: { isOpen: true } },
  { key: { text: 1 } },
  { key: { slot: 1 }, unique: true, partialFilterExpression: { slot: { $gt: 0 } } },
  { key: { at: 1 }, expireAfterSeconds: 1_000_000_000 },
];

/** What a write makes of the rows it touches; null where it deletes one. */
type Changes = Map<string, Row | null>;

interface Write {
  changes: Changes;
  /** What is changed all the same where the server answers that a key is taken: nothing unless said. */
  despiteDuplicates?: Changes;
  run(): Promise<unknown>;
}

/**
 * Changes rows of its own, one write after another, and knows at any time what must be stored: what was acknowledged, and
 * of the write that was under way, for each row of it, either all or nothing.
 */
export class RowWriter {
  private rows = new Map<string, Row>();
  private underWay: Changes = new Map();
  private nextNumber = 0;
  acknowledged = 0;

  constructor(
    readonly number: number,
    private readonly random: Random,
  ) {}

  /** Writes until the server is gone. @throws what is neither that nor a duplicate key */
  async writeUntilGone(collection: Collection<Row>): Promise<void> {
    for (;;) {
      const write = this.nextWrite(collection);
      this.underWay = write.changes;
      try {
        await write.run();
      } catch (error) {
        if (isGone(error)) return;
        if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) throw error;
        this.underWay = write.despiteDuplicates ?? new Map<string, Row | null>();
      }
      this.acknowledge();
    }
  }

  /** Compares what is stored with what must be, and goes on from there. @returns a sentence for each difference */
  check(stored: readonly Row[]): string[] {
    const found = new Map(stored.map((row) => [row._id, row]));
    const problems: string[] = [];
    for (const id of new Set([...this.rows.keys(), ...found.keys(), ...this.underWay.keys()])) {
      const actual = found.get(id) ?? null;
      const before = this.rows.get(id) ?? null;
      const allowed = [before, this.underWay.get(id) ?? (this.underWay.has(id) ? null : before)];
      if (allowed.some((row) => isDeepStrictEqual(row, actual))) continue;
      problems.push(
        `${id} is ${JSON.stringify(actual)}, not ${allowed.map((row) => JSON.stringify(row)).join(' or ')}`,
      );
    }
    this.rows = found;
    this.underWay = new Map();
    return problems;
  }

  private acknowledge(): void {
    for (const [id, row] of this.underWay) {
      if (row === null) this.rows.delete(id);
      else this.rows.set(id, row);
    }
    this.underWay = new Map();
    this.acknowledged++;
  }

  private nextWrite(collection: Collection<Row>): Write {
    const some = [...this.rows.values()];
    if (some.length < 5) return this.insertMany(collection);
    if (some.length > MOST_ROWS) return this.deleteMany(collection, some);
    return this.random.pick([
      () => this.insertMany(collection),
      () => this.insertManyWithDuplicates(collection, some),
      () => this.updateOne(collection, this.random.pick(some)),
      () => this.updateMany(collection, some),
      () => this.upsert(collection),
      () => this.deleteMany(collection, some),
      () => this.findAndUpdate(collection, some),
      () => this.findAndDelete(collection, some),
      () => this.claimSlot(collection, this.random.pick(some)),
    ])();
  }

  private insertMany(collection: Collection<Row>): Write {
    const rows = Array.from({ length: this.random.between(1, 40) }, () => this.newRow());
    return { changes: changesTo(rows), run: () => collection.insertMany(rows) };
  }

  /** Every other one has an `_id` or a unique number that is taken. */
  private insertManyWithDuplicates(collection: Collection<Row>, some: Row[]): Write {
    const rows = Array.from({ length: 10 }, () => this.newRow());
    const taken = rows.map((row, i): Row => {
      const { _id, n } = this.random.pick(some);
      return i % 2 === 0 ? { ...row, _id } : { ...row, _id: `${row._id}-twin`, n };
    });
    const all = rows.flatMap((row, i) => [taken[i] ?? row, row]);
    const changes = changesTo(rows);
    return { changes, despiteDuplicates: changes, run: () => collection.insertMany(all, { ordered: false }) };
  }

  private updateOne(collection: Collection<Row>, row: Row): Write {
    const { _id } = row;
    const text = this.text();
    const tag = `t${this.random.between(0, 9)}`;
    const after = { ...row, text, count: row.count + 1, tags: [...row.tags, tag].slice(-4) };
    delete after.code;
    const change = {
      $inc: { count: 1 },
      $set: { text },
      $push: { tags: { $each: [tag], $slice: -4 } },
      $unset: { code: '' as const },
    };
    return { changes: changesTo([after]), run: () => collection.updateOne({ _id }, change) };
  }

  private updateMany(collection: Collection<Row>, some: Row[]): Write {
    const isOpen = this.random.between(0, 1) === 0;
    const touched = some.filter((row) => row.isOpen === isOpen);
    const after = touched.map((row) => ({ ...row, isOpen: !isOpen, count: row.count + 1 }));
    const filter = { writer: this.number, isOpen };
    const change = { $set: { isOpen: !isOpen }, $inc: { count: 1 } };
    return { changes: changesTo(after), run: () => collection.updateMany(filter, change) };
  }

  private upsert(collection: Collection<Row>): Write {
    const { _id, ...row } = this.newRow();
    return {
      changes: changesTo([{ _id, ...row }]),
      run: () => collection.updateOne({ _id }, { $set: row }, { upsert: true }),
    };
  }

  private deleteMany(collection: Collection<Row>, some: Row[]): Write {
    const ids = some.map(({ _id }) => _id).filter(() => this.random.between(0, 2) === 0);
    return {
      changes: new Map(ids.map((id) => [id, null])),
      run: () => collection.deleteMany({ _id: { $in: ids } }),
    };
  }

  private findAndUpdate(collection: Collection<Row>, some: Row[]): Write {
    const row = some.reduce((least, other) => (other.n < least.n ? other : least));
    const after = { ...row, at: new Date(row.at.getTime() + 1), tags: [] };
    const change = { $set: { at: after.at, tags: [] } };
    const run = () => collection.findOneAndUpdate({ writer: this.number }, change, { sort: { n: 1 } });
    return { changes: changesTo([after]), run };
  }

  private findAndDelete(collection: Collection<Row>, some: Row[]): Write {
    const { _id } = some.reduce((most, other) => (other.n > most.n ? other : most));
    const run = () => collection.findOneAndDelete({ writer: this.number }, { sort: { n: -1 } });
    return { changes: new Map([[_id, null]]), run };
  }

  /** Another writer may have the slot, or be about to get it. */
  private claimSlot(collection: Collection<Row>, row: Row): Write {
    const slot = this.random.between(1, 8);
    const run = () => collection.updateOne({ _id: row._id }, { $set: { slot } });
    return { changes: changesTo([{ ...row, slot }]), run };
  }

  private newRow(): Row {
    const n = this.nextNumber++;
    return {
      _id: `${this.number}-${n}`,
      writer: this.number,
      n,
      at: new Date(1_800_000_000_000 + this.random.between(0, 1_000_000)),
      count: 0,
      isOpen: n % 3 === 0,
      tags: [`t${n % 10}`, 'all'],
      text: this.text(),
      ...(n % 2 === 0 && { code: n }),
    };
  }

  /** Now and then too long for a key. */
  private text(): string {
    return 'x'.repeat(this.random.between(0, 9) === 0 ? 2_500 : 20) + String(this.random.between(0, 99));
  }
}

function changesTo(rows: readonly Row[]): Changes {
  return new Map(rows.map((row) => [row._id, row]));
}

/** Whether the server went away before it answered: what it answers has a number for a code. */
export function isGone(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  // The driver lets the errors of its sockets through where they meet it in the middle of a write.
  if (code === 'EPIPE' || code === 'ECONNRESET') return true;
  if (error instanceof MongoBulkWriteError) return typeof code !== 'number';
  return error instanceof MongoNetworkError || (error instanceof MongoError && /closed|selection/i.test(error.name));
}
