/**
 * Does work for several at once: what is added while it is at work is gathered, and done together when that has ended.
 */
export class Gathered<T> {
  private items: T[] = [];
  /** The round that takes what is gathered now. */
  private next: Promise<void> | null = null;
  private ended: Promise<unknown> = Promise.resolve();

  /** @param work never runs beside itself */
  constructor(private readonly work: (items: T[]) => Promise<void>) {}

  /** Resolves when the work for these has ended; throws what it throws, which is none of the concern of later rounds. */
  add(items: Iterable<T>): Promise<void> {
    for (const item of items) this.items.push(item);
    if (this.next === null) {
      this.next = this.ended.then(() => this.round());
      this.ended = this.next.catch(() => undefined);
    }
    return this.next;
  }

  private round(): Promise<void> {
    const { items } = this;
    this.items = [];
    this.next = null;
    return this.work(items);
  }
}
