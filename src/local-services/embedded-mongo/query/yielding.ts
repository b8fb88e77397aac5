import { setImmediate as turn } from 'node:timers/promises';
import { CommandError } from '../errors';

/** How long work may go on before other connections get their turn. */
const SLICE_MS = 10;

/** Keeps long work from holding up other connections, and within the time that its caller allows. */
export class Pace {
  private sliceEnd = performance.now() + SLICE_MS;
  private readonly deadline: number;

  /**
   * @param maxTimeMs 0 for as long as it takes
   * @param isClosing whether the engine is about to end
   */
  constructor(
    maxTimeMs: number,
    private readonly isClosing: () => boolean,
  ) {
    this.deadline = maxTimeMs > 0 ? performance.now() + maxTimeMs : Infinity;
  }

  get isOver(): boolean {
    return performance.now() >= this.sliceEnd;
  }

  /** Lets others run when the slice is over. @throws CommandError when the time is up or the engine ends */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    if (performance.now() > this.deadline) throw new CommandError(50, 'operation exceeded time limit');
    await turn();
    if (this.isClosing()) throw new CommandError(11600, 'the engine is shutting down');
    this.sliceEnd = performance.now() + SLICE_MS;
  }
}
