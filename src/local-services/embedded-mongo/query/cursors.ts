import { Long } from 'bson';
import { CommandError } from '../errors';
import { DocumentStream } from './document-stream';
import { Pace } from './yielding';

/** A reply stays well below the 48 MB that a driver takes. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const IDLE_LIMIT_MS = 10 * 60_000;
const SWEEP_MS = 60_000;

/** A query whose documents are fetched batch by batch. */
export class ServerCursor {
  usedAt = Date.now();
  private waiting: Buffer[] = [];

  constructor(
    readonly namespace: string,
    private readonly stream: DocumentStream,
  ) {}

  get isExhausted(): boolean {
    return this.stream.done && this.waiting.length === 0;
  }

  /** The next documents: `size` of them, or fewer when they are large or the last. */
  async batch(size: number, pace: Pace): Promise<Buffer[]> {
    const documents: Buffer[] = [];
    let bytes = 0;
    while (documents.length < size) {
      if (this.waiting.length === 0) {
        if (this.stream.done) break;
        this.waiting = this.stream.step();
        await pace.rest();
        continue;
      }
      const room = this.waiting.findIndex((document, i) => {
        if (documents.length + i >= size) return true;
        bytes += document.length;
        return bytes > MAX_BATCH_BYTES && documents.length + i > 0;
      });
      documents.push(...this.waiting.splice(0, room === -1 ? this.waiting.length : room));
      if (room !== -1) break;
    }
    this.usedAt = Date.now();
    return documents;
  }
}

/** The open cursors, by id. One that nobody asks for is forgotten after ten minutes. */
export class Cursors {
  private readonly open = new Map<string, ServerCursor>();
  private lastId = Math.floor(Math.random() * 2 ** 31);
  private readonly sweeper = setInterval(() => {
    const oldest = Date.now() - IDLE_LIMIT_MS;
    for (const [id, cursor] of this.open) if (cursor.usedAt < oldest) this.open.delete(id);
  }, SWEEP_MS).unref();

  get size(): number {
    return this.open.size;
  }

  add(cursor: ServerCursor): Long {
    const id = Long.fromNumber(++this.lastId);
    this.open.set(id.toString(), cursor);
    return id;
  }

  /** @throws CommandError (CursorNotFound) */
  get(id: Long): ServerCursor {
    const cursor = this.open.get(id.toString());
    if (!cursor) throw new CommandError(43, `cursor id ${id.toString()} not found`);
    return cursor;
  }

  remove(id: Long): boolean {
    return this.open.delete(id.toString());
  }

  close(): void {
    clearInterval(this.sweeper);
    this.open.clear();
  }
}
