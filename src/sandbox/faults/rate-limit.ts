/** How the platform limits an app: by a rolling window, or with one answer to everything. */
export type RateLimitFault =
  | { kind: 'window'; max: number; windowSeconds: number }
  | {
      kind: 'fixed';
      retryAfterSeconds: number;
      /** How many calls are refused; null is all of them. */
      times: number | null;
      reason: string | null;
    };

/** The limit at work. The window is per app, and this platform has one app. */
export class RateLimit {
  private calls: number[] = [];
  private refusals = 0;

  constructor(private readonly fault: RateLimitFault) {}

  /** Counts a call made at `now` (Unix milliseconds). Whole seconds until the next may come, null when this one may. */
  count(now: number): number | null {
    if (this.fault.kind === 'fixed') {
      if (this.fault.times !== null && this.refusals >= this.fault.times) return null;
      this.refusals++;
      return this.fault.retryAfterSeconds;
    }
    const windowMs = this.fault.windowSeconds * 1_000;
    this.calls = this.calls.filter((time) => time > now - windowMs);
    const [oldest] = this.calls;
    if (oldest !== undefined && this.calls.length >= this.fault.max) {
      return Math.max(1, Math.ceil((oldest + windowMs - now) / 1_000));
    }
    this.calls.push(now);
    return null;
  }
}
