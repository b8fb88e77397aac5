import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SnapshotStamps, textOf } from './snapshot-stamps.service';

/** Responses of some ten kilobytes each: all that a dozen people look at. */
const MOST_RESPONSES = 200;

interface KeptResponse {
  /** The stamp of the statistics, and what they are called. */
  state: string;
  response: Promise<object>;
}

/**
 * Keeps what requests were answered for as long as a user's statistics are the same, so that a dashboard that is looked at
 * again reads no snapshot. Those who ask at the same time are answered by one reading.
 */
@Injectable()
export class KeptResponses {
  private readonly kept = new LRUCache<string, KeptResponse>({ max: MOST_RESPONSES });

  constructor(private readonly stamps: SnapshotStamps) {}

  /**
   * @param question what is asked of the user's statistics
   * @param make reads them; what it returns must not be changed afterwards
   */
  async respond<Response extends object>(
    userId: string,
    question: string,
    make: () => Promise<Response>,
  ): Promise<Response> {
    const key = `${userId} ${question}`;
    const current = await this.stamps.currentNamed(userId);
    const state = `${current.name} ${textOf(current.stamp)}`;
    const found = this.kept.get(key);
    if (found?.state === state) return found.response as Promise<Response>;
    const response = make();
    this.kept.set(key, { state, response });
    // A failure is not kept.
    response.catch(() => this.kept.delete(key));
    return response;
  }
}
