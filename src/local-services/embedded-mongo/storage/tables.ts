import { Database, RangeOptions, RootDatabase, Transaction } from 'lmdb';
import { WriteSteps } from './write-queue';

export type Root = RootDatabase<Buffer, Buffer>;
type LmdbTable = Database<Buffer, Buffer>;

/** Values shorter than this gain nothing by compression. */
const SHORTEST_COMPRESSED = 64;

/**
 * The tables of a data file in two views. LMDB shows whoever opened the file what is written in an open transaction, and
 * not while it is being committed: what a reader has seen would be gone for some milliseconds. So the file is opened
 * twice. Writes see what the open transaction has written so far, readers what has been committed.
 */
export class Tables {
  private writing = false;

  /** @param committed the same file, opened again */
  constructor(
    readonly root: Root,
    private readonly committed: Root,
  ) {}

  get isWriting(): boolean {
    return this.writing;
  }

  /** Runs `work`, which reads what it has written. */
  write<T>(work: () => T): T {
    this.writing = true;
    try {
      return work();
    } finally {
      this.writing = false;
    }
  }

  /** The same steps, each of which reads what has been written. */
  *writeSteps(steps: WriteSteps): WriteSteps {
    while (this.write(() => steps.next()).done !== true) yield;
  }

  /** To be called after a commit: who reads from now on must find it. */
  refresh(): void {
    this.committed.resetReadTxn();
  }

  /** A view of all tables as they have been committed now, to be ended with its `done`. */
  view(): Transaction {
    return this.committed.useReadTransaction();
  }

  /** @param dictionary what the values are compressed with; absent where they lie as they are */
  open(name: string, dictionary?: Buffer): Table {
    const [written, committed] = [this.root, this.committed].map((root) =>
      root.openDB<Buffer, Buffer>(name, {
        encoding: 'binary',
        keyEncoding: 'binary',
        cache: false,
        ...(dictionary && { compression: { threshold: SHORTEST_COMPRESSED, dictionary } }),
      }),
    ) as [LmdbTable, LmdbTable];
    return new Table(this, written, committed);
  }

  /** The names of all tables. */
  names(): string[] {
    // lmdb ends them in a zero byte.
    const keys = this.root.getKeys({}).asArray as unknown as Buffer[];
    return keys.map((key) => key.toString().replace('\0', ''));
  }
}

/** A sorted map from keys to values, as it is to whoever reads it: see Tables. */
export class Table {
  constructor(
    private readonly tables: Tables,
    private readonly written: LmdbTable,
    private readonly committed: LmdbTable,
  ) {}

  /** A copy of the value at a key; small ones share a pool, which spares the garbage collector a buffer for each. */
  get(key: Buffer): Buffer | undefined {
    // These bytes are overwritten by the next read.
    const shared = this.seen.getBinaryFast(key);
    if (!shared) return undefined;
    const bytes = Buffer.allocUnsafe(shared.length);
    bytes.set(shared.subarray(0, bytes.length));
    return bytes;
  }

  /** The value that a key has in a view. */
  getIn(view: Transaction, key: Buffer): Buffer | undefined {
    return this.committed.get(key, { transaction: view });
  }

  has(key: Buffer): boolean {
    return this.seen.doesExist(key);
  }

  entries(range: RangeOptions): Iterable<{ key: Buffer; value: Buffer }> {
    return this.seen.getRange(range);
  }

  keys(range: RangeOptions): Iterable<Buffer> {
    return this.seen.getKeys(range);
  }

  countKeys(range: RangeOptions): number {
    return this.seen.getKeysCount(range);
  }

  /** How many entries there are, without counting them. */
  get size(): number {
    return this.stats.entryCount;
  }

  /** Bytes of the data file that it takes. */
  get bytes(): number {
    const { pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages } = this.stats;
    return pageSize * (treeBranchPageCount + treeLeafPageCount + overflowPages);
  }

  put(key: Buffer, value: Buffer): void {
    this.written.putSync(key, value);
    this.show();
  }

  remove(key: Buffer): void {
    this.written.removeSync(key);
    this.show();
  }

  clear(): void {
    this.written.clearSync();
    this.show();
  }

  /** The table is gone, and must not be used any more: LMDB may put another one in its place. */
  drop(): void {
    this.written.dropSync();
    this.show();
  }

  /** Outside of a transaction each change is one of its own, which readers must find. */
  private show(): void {
    if (!this.tables.isWriting) this.tables.refresh();
  }

  private get seen(): LmdbTable {
    return this.tables.isWriting ? this.written : this.committed;
  }

  private get stats(): LmdbStats {
    return this.seen.getStats() as LmdbStats;
  }
}

interface LmdbStats {
  entryCount: number;
  pageSize: number;
  treeBranchPageCount: number;
  treeLeafPageCount: number;
  overflowPages: number;
}
