import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Dated, isOfToday } from './snapshots/dated';
import { FiguresRevision } from './snapshots/figures-revision.service';

/** Answers of some ten kilobytes each: all that a dozen people look at. */
const MOST_ANSWERS = 200;

/** An answer, and the figures that it tells. */
export interface MadeAnswer<Answer> {
  answer: Answer;
  of: Dated;
}

interface KeptAnswer {
  revision: string;
  made: Promise<MadeAnswer<object>>;
}

/**
 * Keeps what requests were told of a user's figures for as long as these are the same, so that a dashboard that is looked
 * at again does not ask the database. Those who ask at the same time are answered by one reading.
 */
@Injectable()
export class AnswerCache {
  private readonly answers = new LRUCache<string, KeptAnswer>({ max: MOST_ANSWERS });

  constructor(private readonly revisions: FiguresRevision) {}

  /**
   * @param question what is asked of the user's figures
   * @param make reads the figures; what it returns must not be changed afterwards
   */
  async answer<Answer extends object>(
    userId: string,
    question: string,
    make: () => Promise<MadeAnswer<Answer>>,
  ): Promise<Answer> {
    const revision = await this.revisions.current(userId);
    if (revision === null) return (await make()).answer;
    const key = `${userId} ${question}`;
    const kept = this.answers.get(key);
    if (kept?.revision === revision) {
      const made = (await kept.made) as MadeAnswer<Answer>;
      if (isOfToday(made.of)) return made.answer;
    }
    const made = make().then(withoutFigures);
    this.answers.set(key, { revision, made });
    try {
      return (await made).answer;
    } catch (error) {
      this.answers.delete(key);
      throw error;
    }
  }
}

/** Figures are larger than what an answer shows of them. */
function withoutFigures<Answer>({ answer, of: { local_day, timezone } }: MadeAnswer<Answer>): MadeAnswer<Answer> {
  return { answer, of: { local_day, timezone } };
}
