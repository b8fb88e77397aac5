import type { CommandStartedEvent, CommandSucceededEvent, Document, MongoClient } from 'mongodb';
import { type Kind } from './engine-supported';

const LOGICAL = ['$and', '$or', '$nor'];
/** Stages whose argument is a document of expressions by field. */
const FIELD_STAGES = ['$set', '$addFields'];

/** Notes every operator, stage, command and option that a client (made with `monitorCommands`) has used with success. */
export class UsageRecorder {
  readonly used = new Map<Kind, Set<string>>();
  private readonly underWay = new Map<number, CommandStartedEvent>();

  constructor(client: Pick<MongoClient, 'on'>) {
    client.on('commandStarted', (event) => {
      // The driver goes on to use the command, of which a copy is kept.
      this.underWay.set(event.requestId, event);
    });
    client.on('commandSucceeded', (event) => {
      this.succeeded(event);
    });
  }

  uses(kind: Kind, name: string): boolean {
    return this.used.get(kind)?.has(name) === true;
  }

  private succeeded({ requestId, reply }: CommandSucceededEvent): void {
    const started = this.underWay.get(requestId);
    this.underWay.delete(requestId);
    if (!started || 'writeErrors' in (reply as object)) return;
    const { command, commandName } = started;
    this.add('command', commandName.toLowerCase());
    for (const filter of [command.filter, command.query]) this.filter(filter);
    for (const key of ['projection', 'fields']) this.projection(command[key]);
    for (const { q, u } of statements(command.updates)) {
      this.filter(q);
      this.update(u);
    }
    for (const { q } of statements(command.deletes)) this.filter(q);
    if (command.update !== commandName && commandName === 'findAndModify') this.update(command.update);
    if (Array.isArray(command.pipeline)) this.pipeline(command.pipeline);
    for (const index of statements(command.indexes))
      for (const option of Object.keys(index)) this.add('index option', option);
  }

  private add(kind: Kind, name: string): void {
    this.used.set(kind, (this.used.get(kind) ?? new Set()).add(name));
  }

  private filter(filter: unknown): void {
    for (const [name, value] of entriesOf(filter)) {
      if (!name.startsWith('$')) this.condition(value);
      else this.add('query operator', name);
      if (LOGICAL.includes(name)) for (const inner of statements(value)) this.filter(inner);
      if (name === '$expr') this.expression(value);
    }
  }

  private condition(condition: unknown): void {
    for (const [name, value] of entriesOf(condition)) {
      if (!name.startsWith('$')) return;
      this.add('query operator', name);
      if (name === '$not') this.condition(value);
      if (name === '$all') for (const item of statements(value)) this.condition(item);
      if (name === '$elemMatch') this.filter(value);
      if (name === '$elemMatch') this.condition(value);
    }
  }

  private update(update: unknown): void {
    if (Array.isArray(update)) this.pipeline(update as Document[]);
    for (const [name, fields] of Array.isArray(update) ? [] : entriesOf(update)) {
      if (name.startsWith('$')) this.add('update operator', name);
      for (const [, value] of name === '$push' ? entriesOf(fields) : []) {
        for (const [modifier] of entriesOf(value)) this.add('modifier of $push', modifier);
      }
    }
  }

  private pipeline(stages: readonly Document[]): void {
    for (const [name, spec] of stages.flatMap(entriesOf)) {
      this.add('stage', name);
      if (name === '$match') this.filter(spec);
      else if (name === '$facet') for (const [, inner] of entriesOf(spec)) this.pipeline(inner as Document[]);
      else if (name === '$lookup') this.pipeline((spec as { pipeline?: Document[] }).pipeline ?? []);
      else if (name === '$project') this.projection(spec);
      else if (name === '$group') this.accumulators(spec);
      else if (name === '$bucket') this.accumulators((spec as Document).output);
      else if (FIELD_STAGES.includes(name)) for (const [, value] of entriesOf(spec)) this.expression(value);
      else this.expression(spec);
    }
  }

  private accumulators(fields: unknown): void {
    for (const [name, spec] of entriesOf(fields)) {
      if (name === '_id') this.expression(spec);
      else
        for (const [accumulator, argument] of entriesOf(spec)) {
          this.add('accumulator', accumulator);
          this.expression(argument);
        }
    }
  }

  private projection(fields: unknown): void {
    for (const [, value] of entriesOf(fields)) {
      const [operator, argument] = entriesOf(value)[0] ?? [];
      const isOwn = operator === '$elemMatch' || (operator === '$slice' && !Array.isArray((argument as unknown[])[0]));
      if (operator !== undefined && isOwn && !isPath(argument)) this.add('projection operator', operator);
      else this.expression(value);
    }
  }

  private expression(expression: unknown): void {
    if (Array.isArray(expression)) for (const item of expression) this.expression(item);
    for (const [name, value] of Array.isArray(expression) ? [] : entriesOf(expression)) {
      if (name.startsWith('$')) this.add('expression operator', name);
      if (name !== '$literal') this.expression(value);
    }
  }
}

/** `{$slice: ['$a', 1]}` is an expression, `{$slice: [1, 1]}` a projection of the field itself. */
function isPath(argument: unknown): boolean {
  return Array.isArray(argument) && typeof argument[0] === 'string';
}

function statements(list: unknown): Document[] {
  return Array.isArray(list) ? (list as Document[]) : [];
}

function entriesOf(value: unknown): [string, unknown][] {
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.entries(value) : [];
}
