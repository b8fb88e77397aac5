const KEPT = 20_000;

/** One request that the platform received. */
export interface LoggedRequest {
  /** When it came in, ISO 8601 with milliseconds, the machine's time. */
  time: string;
  method: string;
  /** Without the query string. */
  path: string;
  query: string;
  /** Whose token it carried, or null. */
  user: string | null;
  /** Null while it is not answered. */
  status: number | null;
}

/** The last requests received, so that a test can count them. */
export class RequestLog {
  private entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    this.entries.push(entry);
    // Trimmed now and then rather than shifted each time, which would copy the list for every request.
    if (this.entries.length > 2 * KEPT) this.entries = this.entries.slice(-KEPT);
  }

  /** Requests that came in at `since` (Unix milliseconds) or later, oldest first. */
  since(since: number): LoggedRequest[] {
    return this.entries.slice(-KEPT).filter(({ time }) => Date.parse(time) >= since);
  }
}
