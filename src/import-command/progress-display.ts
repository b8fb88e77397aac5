import { SingleBar } from 'cli-progress';
import { ANALYTICS_STEP } from '../history/import/import-progress';
import type { ImportState } from './import-client';

/** Where there is no terminal, a line for each of so many parts of the whole. */
const LINES = 10;

/** Shows how far an import is: a bar that moves in a terminal, else lines. */
export class ProgressDisplay {
  private readonly bar?: SingleBar;
  private readonly startedAt = Date.now();
  private first?: number;
  private rate = 0;
  private shown = '';

  constructor(private readonly output: NodeJS.WriteStream) {
    if (output.isTTY)
      this.bar = new SingleBar({
        stream: output,
        format: '{bar} {percentage}% | {value} of {total} records | {rate}/s | {left}',
        hideCursor: true,
        etaBuffer: 20,
      });
  }

  show(job: ImportState): void {
    const { items_processed: done, items_total: total } = job;
    this.first ??= done;
    // After the records there is still work, which is not reading.
    if (done < total || this.rate === 0)
      this.rate = Math.round((done - this.first) / Math.max(1, (Date.now() - this.startedAt) / 1000));
    const { rate } = this;
    const left = leftOf(job, rate);
    if (this.bar === undefined) this.print(job, `${done} of ${total} records, ${rate}/s, ${left}`);
    else if (this.bar.isActive) this.bar.update(done, { rate, left });
    else this.bar.start(total, done, { rate, left });
  }

  /** Leaves the bar as it stands. */
  end(): void {
    this.bar?.stop();
  }

  /** One line for each part of the whole, and for what comes after the records. */
  private print({ items_processed: done, items_total: total, status }: ImportState, line: string): void {
    const part = `${status} ${done === total} ${Math.floor((LINES * done) / Math.max(1, total))}`;
    if (part === this.shown) return;
    this.shown = part;
    this.output.write(`${line}\n`);
  }
}

/** What is still to come, in words. */
function leftOf({ status, items_processed: done, items_total: total, steps }: ImportState, rate: number): string {
  if (status === 'pending') return 'waiting for its turn';
  if (status !== 'running') return status === 'completed' ? 'done' : 'ended';
  if (done < total) return rate === 0 ? 'reading' : `about ${Math.ceil((total - done) / rate)} s left`;
  return `counting the figures ${steps.find(({ action }) => action === ANALYTICS_STEP)?.detail ?? ''}`.trim();
}
