import { Transaction } from 'lmdb';
import { Doc } from '../bson/value';
import { CommandError } from '../errors';
import { Catalogue, StoredCollection } from './catalogue';
import { checkCollectionName, Collection, Index } from './collection';
import { DataFile, openDataFile } from './data-file';
import { dictionaryOf } from './dictionary';
import { asRefusal } from './failed-commit';
import { IndexSpec } from './index-spec';
import { Table } from './tables';
import { WriteQueue, WriteSteps } from './write-queue';

/** All collections of all databases in one data file, and the catalogue that lists them. */
export class Store {
  private readonly collections = new Map<string, Collection>();
  private nextId = 1;
  private readonly writes = new WriteQueue((work) => this.commit(work));

  private constructor(
    private readonly catalogue: Catalogue,
    private readonly file: DataFile,
  ) {}

  /** @throws StorageUnusableError with a sentence that says why the folder cannot be served */
  static async open(dataDir: string): Promise<Store> {
    const file = await openDataFile(dataDir);
    const store = new Store(new Catalogue(file.tables.open('catalogue')), file);
    // All are read before the first is loaded, since a table that is opened ends what is being read.
    for (const stored of store.catalogue.all()) store.load(stored);
    store.dropOrphans();
    return store;
  }

  /** Where the data file lies. */
  get folder(): string {
    return this.file.folder;
  }

  async close(): Promise<void> {
    await this.writes.idle();
    await this.file.close();
  }

  /**
   * Runs `work` in one LMDB transaction: when this returns, all its writes are on the disk; when it throws, none is.
   * As what else changes the catalogue, it may only be called after `settled`.
   */
  transaction<T>(work: () => T): T {
    try {
      return this.file.tables.root.transactionSync(() => this.file.tables.write(work));
    } catch (error) {
      this.forgetFlags();
      throw error;
    } finally {
      this.file.tables.refresh();
    }
  }

  /** Runs writes together with those of other commands; when this resolves, they are on the disk. */
  write(steps: WriteSteps): Promise<void> {
    return this.writes.run(this.file.tables.writeSteps(steps));
  }

  /** Resolves when no transaction is open, which holds until the caller next lets others run. */
  settled(): Promise<void> {
    return this.writes.settled();
  }

  /** The collection of that name, which is made when it is not there. */
  async provide(db: string, name: string): Promise<Collection> {
    const found = this.find(db, name);
    if (found) return found;
    await this.settled();
    return this.findOrCreate(db, name);
  }

  /**
   * To be awaited before documents are inserted: the first of a collection decides what all are compressed with.
   * @param sample a document that is about to be inserted; called when it is needed
   */
  async prepare(collection: Collection, sample: () => Doc | undefined): Promise<void> {
    if (!collection.lacksDictionary()) return;
    await this.settled();
    if (!collection.lacksDictionary()) return;
    const document = sample();
    if (document === undefined) return;
    const dictionary = dictionaryOf(document);
    this.save(collection, { dictionary });
    collection.records = this.file.tables.open(`c${collection.id}`, dictionary);
    collection.dictionary = dictionary;
  }

  /** Runs `work` in a transaction whose commit another thread makes; a child of it, as only children can be undone. */
  private async commit(work: () => Promise<void>): Promise<void> {
    try {
      await this.file.tables.root.childTransaction(work);
      this.file.tables.refresh();
    } catch (error) {
      this.forgetFlags();
      throw asRefusal(await causeOf(error), this.folder);
    }
  }

  /** Runs `work` with a view of all tables as they are now, whatever is written meanwhile. */
  async snapshot<T>(work: (view: Transaction) => Promise<T>): Promise<T> {
    const view = this.file.tables.view();
    try {
      return await work(view);
    } finally {
      view.done();
    }
  }

  find(db: string, name: string): Collection | undefined {
    return this.collections.get(`${db}.${name}`);
  }

  list(db?: string): Collection[] {
    const all = [...this.collections.values()];
    return db === undefined ? all : all.filter((collection) => collection.db === db);
  }

  findOrCreate(db: string, name: string): Collection {
    const found = this.find(db, name);
    if (found) return found;
    checkCollectionName(db, name);
    const collection = this.instantiate(this.nextId++, db, name);
    this.save(collection);
    this.collections.set(collection.namespace, collection);
    return collection;
  }

  drop(collection: Collection): void {
    this.catalogue.remove(collection);
    this.collections.delete(collection.namespace);
    collection.isDropped = true;
    for (const index of collection.indexes) this.dropUnnamed(index.table);
    this.dropUnnamed(collection.records);
  }

  /** Builds an index, or leaves nothing behind. @throws DuplicateKeyError when the documents are not unique */
  createIndex(collection: Collection, spec: IndexSpec): void {
    const id = this.nextId++;
    const table = this.file.tables.open(`i${id}`);
    const index: Index = { ...spec, id, table, multikey: false, cut: false };
    try {
      this.transaction(() => {
        collection.build(index);
      });
      this.setIndexes(collection, [...collection.indexes, index]);
    } catch (error) {
      this.dropUnnamed(table);
      throw error;
    }
  }

  dropIndex(collection: Collection, name: string): void {
    const index = collection.indexes.find((candidate) => candidate.name === name);
    if (!index) throw new CommandError(27, `index not found with name [${name}]`);
    this.setIndexes(
      collection,
      collection.indexes.filter((candidate) => candidate !== index),
    );
    this.dropUnnamed(index.table);
  }

  /** What is not in the catalogue must not be in use: the next start would drop it, and what was written to it. */
  private setIndexes(collection: Collection, indexes: Index[]): void {
    this.save(collection, { indexes });
    collection.setIndexes(indexes);
  }

  /** Drops what the catalogue does not name. Where that cannot be written now, the next start does it. */
  private dropUnnamed(table: Table): void {
    try {
      table.drop();
    } catch (error) {
      if (!(asRefusal(error, this.folder) instanceof CommandError)) throw error;
    }
  }

  private instantiate(id: number, db: string, name: string, dictionary?: Buffer): Collection {
    const table = this.file.tables.open(`c${id}`, dictionary);
    return new Collection(id, db, name, table, dictionary, (collection) => {
      this.save(collection);
    });
  }

  /** Writes a collection into the catalogue, with what is about to change of it. */
  private save(collection: Collection, changes: Partial<Pick<Collection, 'indexes' | 'dictionary'>> = {}): void {
    const { id, db, name, indexes, dictionary } = collection;
    this.catalogue.save({ id, db, name, indexes, dictionary, ...changes });
  }

  private load({ id, db, name, indexes, dictionary }: StoredCollection): void {
    const collection = this.instantiate(this.reserve(id), db, name, dictionary);
    collection.setIndexes(
      indexes.map((index) => ({ ...index, table: this.file.tables.open(`i${this.reserve(index.id)}`) })),
    );
    this.collections.set(collection.namespace, collection);
  }

  private forgetFlags(): void {
    // Read as a write does: what the next transaction, which may be open, has learnt since is to be kept.
    this.file.tables.write(() => {
      for (const collection of this.collections.values()) this.restoreFlags(collection);
    });
  }

  /** What a transaction that failed had learnt about indexes is not in the catalogue, and must be learnt again. */
  private restoreFlags(collection: Collection): void {
    for (const { id, multikey, cut } of this.catalogue.indexesOf(collection)) {
      const index = collection.indexes.find((candidate) => candidate.id === id);
      if (index) Object.assign(index, { multikey, cut });
    }
  }

  /** A process that died between making or dropping a table and the catalogue leaves a table that nothing names. */
  private dropOrphans(): void {
    const known = new Set(
      this.list().flatMap(({ id, indexes }) => [`c${id}`, ...indexes.map((index) => `i${index.id}`)]),
    );
    for (const name of this.file.tables.names()) {
      if (/^[ci][0-9]+$/.test(name) && !known.has(name)) this.file.tables.open(name).drop();
    }
  }

  /** Ids are never given twice while the catalogue holds them. */
  private reserve(id: number): number {
    this.nextId = Math.max(this.nextId, id + 1);
    return id;
  }
}

/** LMDB's own account of a commit that failed, which comes a moment after the failure. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || !('commitError' in error)) return error;
  try {
    return (await error.commitError) ?? error;
  } catch (cause) {
    return cause;
  }
}
