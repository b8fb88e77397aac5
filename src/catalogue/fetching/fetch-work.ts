import { Logger } from '@nestjs/common';
import {
  EndpointClosed,
  PlatformAnswerUnexpected,
  PlatformNotFound,
  PlatformRefused,
  PlatformRequestRefused,
  PlatformUnavailable,
} from '../../platform/platform.errors';
import type { Backlog, Claimable, Claimed } from './backlog';
import { answeredUnknown, batchesOf, failedAgain, type Lookup } from './lookup';
import type { SliceReport, TurnWork } from './turn-work';
import { DAY_MS } from '../../common/durations';

/** A kind of question that is asked about many records at once. */
export interface Question<Answer> {
  /** For the log: what is asked for. */
  what: string;
  /** Records in a batch. */
  most: number;
  /** The answers by platform id; an id that has none is not known to the platform. */
  ask(platformIds: readonly string[]): Promise<Map<string, Answer>>;
  /** Keeps the answers, and when each is to be asked for next. */
  keep(answers: readonly Answer[]): Promise<void>;
  /** When records without an answer are asked about next; as those that the platform does not know unless given. */
  askAgain?: (now: Date) => Lookup;
}

/** Works through a backlog of records by one question. */
export class FetchWork<Of extends Claimable, Answer> implements TurnWork {
  private readonly logger = new Logger(FetchWork.name);

  constructor(
    private readonly backlog: Backlog<Of>,
    private readonly question: Question<Answer>,
  ) {}

  async work(signal: AbortSignal): Promise<SliceReport> {
    return this.askFor(await this.backlog.claim(this.question.most), signal);
  }

  nextDueAt(): Promise<Date | null> {
    return this.backlog.nextDueAt();
  }

  /** Asks about those of these records that are due, all of them. @returns how many of them the platform knows */
  async fetch(platformIds: readonly string[], signal: AbortSignal): Promise<number> {
    let answered = 0;
    for (;;) {
      const claimed = await this.backlog.claim(this.question.most, platformIds);
      const report = await this.askFor(claimed, signal);
      answered += report.answered;
      if (claimed.length === 0 || report.failed || signal.aborted) return answered;
    }
  }

  /** Stops at the first batch that fails, and gives back what it has not got to. */
  private async askFor(claimed: readonly Claimed<Of>[], signal: AbortSignal): Promise<SliceReport> {
    const rest = batchesOf(claimed, this.question.most, ({ lookup }) => lookup.failures ?? 0);
    let answered = 0;
    let failed = false;
    try {
      for (let batch = rest[0]; batch !== undefined && !failed && !signal.aborted; batch = rest[0]) {
        const count = await this.askOnce(batch);
        rest.shift();
        failed = count === null;
        answered += count ?? 0;
      }
    } catch (error) {
      if (!(error instanceof EndpointClosed)) throw error;
      await this.backlog.postponeAll(new Date(Date.now() + DAY_MS));
      await this.backlog.settle(rest.flat(), () => ({ due_at: new Date(Date.now() + DAY_MS) }));
      rest.length = 0;
    } finally {
      await this.backlog.release(rest.flat());
    }
    return { answered, failed };
  }

  /** @returns how many records got an answer; null when the batch failed, and is asked for again later */
  private async askOnce(batch: readonly Claimed<Of>[]): Promise<number | null> {
    try {
      const answers = await this.question.ask(batch.map(({ record }) => record.platform_id));
      await this.question.keep([...answers.values()]);
      const unknown = batch.filter(({ record }) => !answers.has(record.platform_id));
      const { askAgain = answeredUnknown } = this.question;
      await this.backlog.settle(unknown, () => askAgain(new Date()));
      return answers.size;
    } catch (error) {
      if (!isTroubleWithBatch(error)) throw error;
      const ids = batch.map(({ record }) => record.platform_id);
      const named = ids.length > 1 ? `${ids.length} ${this.question.what}` : `${this.question.what} ${ids.join()}`;
      this.logger.warn(`Fetching ${named} failed, they are asked for again later: ${error.message}`);
      await this.backlog.settle(batch, (lookup) => failedAgain(lookup, new Date()));
      return null;
    }
  }
}

/** Whether a failure may be due to what was asked for; other failures would meet every other batch as well. */
export function isTroubleWithBatch(error: unknown): error is Error {
  return [
    PlatformUnavailable,
    PlatformAnswerUnexpected,
    PlatformRequestRefused,
    PlatformRefused,
    PlatformNotFound,
  ].some((trouble) => error instanceof trouble);
}
