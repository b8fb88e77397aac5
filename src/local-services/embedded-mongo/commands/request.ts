import { Long } from 'bson';
import { Doc, getField, isDoc, isNumeric, toNumber, Value } from '../bson/value';
import { decode, FieldNames, rawDocuments } from '../bson/decode';
import { encode } from '../bson/encode';
import { Type } from '../bson/raw';
import { findField } from '../storage/field-locator';
import { badValue, CommandError } from '../errors';
import { Cursors } from '../query/cursors';
import { Pace } from '../query/yielding';
import { isSimpleCollation, isTrue } from '../storage/index-spec';
import { Collection } from '../storage/collection';
import { Store } from '../storage/store';
import { Message } from '../wire/message';

/** What all commands work on. */
export interface Engine {
  store: Store;
  cursors: Cursors;
  startedAt: Date;
  connections: () => number;
  isClosing: () => boolean;
}

/** A command's answer: its fields, or the bytes of a whole document in parts. `ok: 1` is added to the former. */
export type Reply = Doc | Buffer[];
export type Command = (request: Request) => Reply | Promise<Reply>;

/** Options that say nothing to an engine of one node without sessions and users. */
const NEUTRAL = new Set([
  '$db',
  'lsid',
  '$readPreference',
  'readConcern',
  'writeConcern',
  'comment',
  'maxTimeMS',
  '$clusterTime',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'allowDiskUse',
  'noCursorTimeout',
  'bypassDocumentValidation',
]);
const TRANSACTION_OPTIONS = ['txnNumber', 'autocommit', 'startTransaction'];

/** A command with its arguments, read by type. */
export class Request {
  readonly body: Doc;
  readonly name: string;
  readonly db: string;

  constructor(
    private readonly message: Message,
    readonly engine: Engine,
  ) {
    const bytes = message.body;
    this.body = decode(bytes, 0, fieldsOutside(bytes, 'documents'));
    this.name = Object.keys(this.body)[0] ?? '';
    this.db = typeof this.body.$db === 'string' ? this.body.$db : 'admin';
    if (TRANSACTION_OPTIONS.some((option) => option in this.body)) {
      throw new CommandError(20, 'Transaction numbers are only allowed on a replica set member or mongos');
    }
  }

  /** A command inside this one, as `explain` has it, on the same database. */
  nested(command: Doc): Request {
    const body = encode({ ...command, $db: this.db });
    return new Request({ ...this.message, body, sequences: new Map() }, this.engine);
  }

  /** @throws CommandError (BadValue) naming the first option that the command does not have */
  allow(...options: string[]): this {
    for (const option of Object.keys(this.body).slice(1)) {
      if (NEUTRAL.has(option) || options.includes(option)) continue;
      if (option === 'collation' && isSimpleCollation(this.body.collation)) continue;
      throw badValue(`option '${option}' of command '${this.name}' is not supported by the embedded engine`);
    }
    return this;
  }

  value(name: string): Value {
    return getField(this.body, name);
  }

  /** A document; `{}` when absent. */
  doc(name: string): Doc {
    const value = this.value(name) ?? {};
    if (!isDoc(value)) throw new CommandError(14, `'${name}' of command '${this.name}' must be a document`);
    return value;
  }

  number(name: string, fallback: number): number {
    return numberOf(this.value(name), name, fallback);
  }

  flag(name: string): boolean {
    return isTrue(this.value(name));
  }

  string(name: string): string {
    const value = this.value(name);
    if (typeof value !== 'string' || value === '') {
      throw new CommandError(73, `'${name}' of command '${this.name}' must be a non-empty string`);
    }
    return value;
  }

  long(name: string): Long {
    return longOf(this.value(name), name);
  }

  list(name: string): Value[] {
    const value = this.value(name);
    if (!Array.isArray(value)) throw new CommandError(14, `'${name}' of command '${this.name}' must be an array`);
    return value;
  }

  /** The documents of an array, as bytes, whether they came inside the body or beside it. */
  rawDocuments(name: string): Buffer[] {
    const beside = this.message.sequences.get(name);
    if (beside) return beside;
    const { type, position } = findField(this.message.body, 0, name);
    if (type !== Type.Array) throw new CommandError(14, `'${name}' of command '${this.name}' must be an array`);
    return rawDocuments(this.message.body, position);
  }

  documents(name: string): Doc[] {
    return this.rawDocuments(name).map((bytes) => {
      if (bytes.length === 0) throw new CommandError(14, `'${name}' of command '${this.name}' must hold documents`);
      return decode(bytes);
    });
  }

  /** The collection that the command names; undefined when there is none. */
  collection(): Collection | undefined {
    return this.engine.store.find(this.db, this.collectionName());
  }

  collectionName(): string {
    return this.string(this.name);
  }

  pace(): Pace {
    return new Pace(this.number('maxTimeMS', 0), this.engine.isClosing);
  }
}

/** @throws CommandError (TypeMismatch, BadValue) for what is no whole number of 0 or more */
export function numberOf(value: Value, name: string, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  if (!isNumeric(value)) throw new CommandError(14, `'${name}' must be a number`);
  const number = toNumber(value);
  if (!Number.isInteger(number) || number < 0) throw badValue(`'${name}' must be a whole number of 0 or more`);
  return number;
}

export function longOf(value: Value, name: string): Long {
  if (value instanceof Long) return value;
  if (isNumeric(value)) return Long.fromNumber(toNumber(value));
  throw new CommandError(14, `'${name}' must be a whole number`);
}

/** All field names but one, whose value may be large and is read otherwise. */
function fieldsOutside(bytes: Buffer, name: string): FieldNames | undefined {
  return findField(bytes, 0, name).type === 0 ? undefined : { has: (field) => field !== name };
}
