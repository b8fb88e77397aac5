import type { Gunzip, InflateRaw } from 'node:zlib';

/** Packed data that cannot be unpacked further, or whose checksum says that it is not what was packed. */
export class DamagedPackingError extends Error {
  constructor(options?: ErrorOptions) {
    super('The packed data is damaged', options);
    this.name = 'DamagedPackingError';
  }
}

/**
 * Unpacks step by step, and says after each what came of it. Not a pipe: a stream that fails drops what it has unpacked
 * but not yet handed on, so that how much is left of a damaged file would depend on timing.
 */
export class Decompressor {
  private unpacked: Buffer[] = [];
  private failure: Error | undefined;
  private done = false;
  private wake: () => void = () => undefined;

  constructor(private readonly engine: Gunzip | InflateRaw) {
    engine.on('data', (chunk: Buffer) => this.unpacked.push(chunk));
    engine.on('end', () => {
      this.done = true;
      this.wake();
    });
    engine.on('error', (error) => {
      this.failure = error;
      this.wake();
    });
  }

  /** Whether the packed data has told its own end, so that whatever follows is not part of it. */
  get ended(): boolean {
    return this.done;
  }

  /** Whether the last step came upon damage. What it gave out lies before that, but need not be all. */
  get failed(): boolean {
    return this.failure !== undefined;
  }

  /** Unpacks a chunk, which must stay unchanged until then. */
  write(chunk: Buffer): Promise<Buffer[]> {
    return this.step((written) => this.engine.write(chunk, written));
  }

  /** What is left when there are no more chunks. */
  end(): Promise<Buffer[]> {
    return this.done ? Promise.resolve([]) : this.step(() => this.engine.end());
  }

  /** @throws DamagedPackingError when the last step came upon damage */
  check(): void {
    if (this.failure !== undefined) throw new DamagedPackingError({ cause: this.failure });
  }

  /** Frees the engine's memory. */
  close(): void {
    this.engine.destroy();
  }

  private async step(start: (finished: () => void) => void): Promise<Buffer[]> {
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      start(resolve);
    });
    const { unpacked } = this;
    this.unpacked = [];
    return unpacked;
  }
}
