import { Plan } from './plan';
import { ScanCursor } from './scan-cursor';
import { rawSortKey, Sorter } from './sorter';

/** Raw documents that come step by step; a step may bring none. */
export interface DocumentStream {
  step(): Buffer[];
  readonly done: boolean;
}

/** How many sorted documents are handed on in one step. */
const SORTED_STEP = 128;

export interface Window {
  skip: number;
  limit: number;
}

/** The documents of a plan in its order, without the first `skip` and no more than `limit`. */
export class QueryStream implements DocumentStream {
  done = false;
  readonly cursor: ScanCursor;
  private readonly sorter: Sorter<Buffer> | undefined;
  private readonly keyOf: (bytes: Buffer) => Buffer;
  private sorted: Generator<Buffer> | undefined;
  private toSkip: number;
  private left: number;

  constructor(plan: Plan, { skip, limit }: Window) {
    this.cursor = new ScanCursor(plan, plan.sort.length > 0 ? Infinity : skip + limit);
    this.toSkip = skip;
    this.left = limit;
    this.keyOf = rawSortKey(plan.sort);
    if (plan.sort.length > 0) this.sorter = new Sorter(skip + limit);
    else if (skip > 0 && this.cursor.canSkip) {
      this.cursor.skip(skip);
      this.toSkip = 0;
    }
    this.done = limit === 0;
  }

  step(): Buffer[] {
    const found = this.sorter ? this.sortedStep(this.sorter) : this.cursor.step().map((entry) => entry.bytes);
    const start = Math.min(this.toSkip, found.length);
    this.toSkip -= start;
    const documents = found.slice(start, start + this.left);
    this.left -= documents.length;
    this.done ||= this.left === 0 || (!this.sorter && this.cursor.done);
    return documents;
  }

  private sortedStep(sorter: Sorter<Buffer>): Buffer[] {
    if (!this.cursor.done) {
      for (const { bytes } of this.cursor.step()) sorter.add(this.keyOf(bytes), bytes, bytes.length);
      return [];
    }
    this.sorted ??= sorter.sorted();
    const documents: Buffer[] = [];
    while (documents.length < SORTED_STEP) {
      const next = this.sorted.next();
      if (next.done === true) {
        this.done = true;
        break;
      }
      documents.push(next.value);
    }
    return documents;
  }
}

/** A stream whose documents go through `change` on their way. */
export function mapped(stream: DocumentStream, change: (bytes: Buffer) => Buffer): DocumentStream {
  return {
    step: () => stream.step().map(change),
    get done() {
      return stream.done;
    },
  };
}
