import { Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';
import { ApiLog } from './api-log.schema';
import { routeOf } from './route';
import { insertUnknown } from '../database/insert-unknown';

/** A call as its maker knows it. */
export type LoggedCall = Omit<ApiLog, '_id' | 'route'>;

const BATCH = 500;
const LONGEST_WAIT_MS = 250;
/** Some seconds of the heaviest load, and a few megabytes. */
export const MOST_WAITING = 20_000;

/**
 * Writes logged calls in batches, behind the back of whoever made them: a call is never slowed down or failed by its
 * log. While the database is away rows wait in memory, up to a bound; what comes beyond that is dropped and counted.
 */
@Injectable()
export class ApiLogWriter implements OnApplicationShutdown {
  private readonly logger = new Logger(ApiLogWriter.name);
  private waiting: ApiLog[] = [];
  private dropped = 0;
  private isAway = false;
  private isClosed = false;
  private timer?: NodeJS.Timeout;
  private flushing?: Promise<void>;

  constructor(@InjectModel(ApiLog.name) private readonly logs: Model<ApiLog>) {}

  write(call: LoggedCall): void {
    // A call that was given up can end after its service has.
    if (this.isClosed) return;
    if (this.waiting.length >= MOST_WAITING) {
      if (this.dropped === 0) this.logger.warn(`Calls are not logged any more: ${MOST_WAITING} wait to be written`);
      this.dropped += 1;
      return;
    }
    this.waiting.push({ _id: new Types.ObjectId(), ...call, route: routeOf(call.endpoint) });
    if (this.waiting.length === BATCH && this.flushing === undefined) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), LONGEST_WAIT_MS);
  }

  /** After the last request and job have ended, and before the connection closes. */
  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    await this.flushing;
    await this.flush();
    if (this.waiting.length > 0) this.logger.warn(`${this.waiting.length} calls were not logged: the service stops`);
  }

  /** Writes what waits now; never rejects. */
  private flush(): Promise<void> {
    this.flushing ??= this.insertWaiting().finally(() => {
      clearTimeout(this.timer);
      const isDone = this.isClosed || this.waiting.length === 0;
      this.timer = isDone ? undefined : setTimeout(() => void this.flush(), LONGEST_WAIT_MS);
      this.flushing = undefined;
    });
    return this.flushing;
  }

  private async insertWaiting(): Promise<void> {
    for (let left = this.waiting.length; left > 0; left -= BATCH) {
      const batch = this.waiting.slice(0, BATCH);
      try {
        // Rows have their ids from the beginning, so that a batch whose outcome is unknown can simply be written again.
        await insertUnknown(this.logs, batch);
      } catch (error) {
        if (!this.isAway) this.logger.warn(`Calls cannot be logged for now: ${String(error)}`);
        this.isAway = true;
        return;
      }
      this.isAway = false;
      this.waiting = this.waiting.slice(batch.length);
      this.reportDropped();
    }
  }

  private reportDropped(): void {
    if (this.dropped === 0) return;
    this.logger.warn(`${this.dropped} calls were not logged meanwhile`);
    this.dropped = 0;
  }
}
