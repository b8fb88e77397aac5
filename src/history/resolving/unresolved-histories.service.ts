import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { UnresolvedHistory } from './unresolved-history.schema';

/** Longer than one slice of work takes, so that it runs out only when whoever held it has died. */
const CLAIM_MS = 15 * 60_000;

/** Remembers which histories name tracks without their ids, so that nobody need look at all histories for it. */
@Injectable()
export class UnresolvedHistories {
  constructor(
    @InjectModel(UnresolvedHistory.name, JOBS_CONNECTION) private readonly histories: Model<UnresolvedHistory>,
  ) {}

  /** Has a history gone through from its beginning. */
  async begin(userId: string): Promise<void> {
    await this.histories.updateOne(
      { _id: userId },
      { $set: { due_at: new Date(), after: '', again_at: null }, $inc: { revision: 1 } },
      { upsert: true },
    );
  }

  /** The history that has been due for longest; nobody else gets it meanwhile. */
  claim(): Promise<UnresolvedHistory | null> {
    const now = new Date();
    return this.histories
      .findOneAndUpdate(
        { due_at: { $lte: now } },
        { $set: { due_at: new Date(now.getTime() + CLAIM_MS) } },
        { sort: { due_at: 1 }, returnDocument: 'after' },
      )
      .lean<UnresolvedHistory>();
  }

  /** Ends a claim, unless the history has changed meanwhile and is due anyway. */
  async goOn({ _id, revision }: UnresolvedHistory, next: Partial<UnresolvedHistory>): Promise<void> {
    await this.histories.updateOne({ _id, revision }, { $set: next });
  }

  /** Forgets a history in which nothing is left to be found, unless it has changed meanwhile. */
  async finish({ _id, revision }: UnresolvedHistory): Promise<void> {
    await this.histories.deleteOne({ _id, revision });
  }

  /** When there is something to do next; null for never. */
  async nextDueAt(): Promise<Date | null> {
    const next = await this.histories.findOne().sort({ due_at: 1 }).lean<UnresolvedHistory>();
    return next?.due_at ?? null;
  }
}
