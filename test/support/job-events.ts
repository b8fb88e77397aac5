import type { SyncJobResponse } from '../../src/sync-jobs/sync-jobs.dto';

export interface JobEvent {
  /** `message` for an event without a name. */
  type: string;
  id: string;
  data: SyncJobResponse;
}

/** A job's stream of events, read as it comes. */
export class JobEvents {
  readonly seen: JobEvent[] = [];
  /** All that has come, as it came. */
  text = '';
  private readonly ended: Promise<void>;
  private news: () => void = () => undefined;

  private constructor(
    private readonly response: Response,
    private readonly connection: AbortController,
  ) {
    this.ended = this.read();
  }

  static async open(url: string, headers: Record<string, string>): Promise<JobEvents> {
    const connection = new AbortController();
    const response = await fetch(url, { headers, signal: connection.signal });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return new JobEvents(response, connection);
  }

  get headers(): Headers {
    return this.response.headers;
  }

  /** The first event that is wanted, of those that came and those to come. */
  async until(wanted: (event: JobEvent) => boolean): Promise<JobEvent> {
    for (;;) {
      const event = this.seen.find(wanted);
      if (event !== undefined) return event;
      const more = new Promise<string>((resolve) => {
        this.news = () => {
          resolve('');
        };
      });
      const end = await Promise.race([more, this.ended.then(() => `The stream ended:\n${this.text}`)]);
      if (end !== '') throw new Error(end);
    }
  }

  /** Waits for the server to close the stream. */
  closed(): Promise<void> {
    return this.ended;
  }

  /** Hangs up. */
  close(): void {
    this.connection.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? []) {
        this.text += decoder.decode(chunk as Uint8Array, { stream: true });
        this.seen.splice(0, Infinity, ...parse(this.text));
        this.news();
      }
    } catch (error) {
      if (!this.connection.signal.aborted) throw error;
    }
  }
}

function parse(text: string): JobEvent[] {
  const whole = text.split('\n\n').slice(0, -1);
  return whole.flatMap((block) => {
    const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const data = field('data');
    if (data === undefined) return [];
    return [{ type: field('event') ?? 'message', id: field('id') ?? '', data: JSON.parse(data) as SyncJobResponse }];
  });
}
