/**
 * The time by which listeners live. It runs with the machine's clock, moved by an offset, so that a test can let
 * days of plays go by at once. Tokens, codes and rate limits keep the machine's own time.
 */
export class SandboxClock {
  private offsetMs = 0;

  /** Unix milliseconds. */
  now(): number {
    return Date.now() + this.offsetMs;
  }

  get offset(): number {
    return this.offsetMs;
  }

  /** Moves the clock this far from the machine's, in milliseconds; negative goes into the past. */
  shiftTo(offsetMs: number): void {
    this.offsetMs = offsetMs;
  }

  /** Sets the clock to an instant, from which it runs on. */
  setTo(at: number): void {
    this.offsetMs = at - Date.now();
  }
}
