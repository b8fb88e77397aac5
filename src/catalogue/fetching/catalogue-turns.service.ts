import { Injectable, Logger } from '@nestjs/common';
import { NotLinked, PlatformRateLimited } from '../../platform/platform.errors';
import { PlatformTokensService } from '../../platform/platform-tokens.service';
import { CatalogueChanges } from './catalogue-changes.service';
import { idleRest, type Rest, restAfter } from './rest';
import type { SliceReport, TurnWork } from './turn-work';

/**
 * Gets what the catalogue lacks, a bounded turn at a time: some of each kind of work, then a rest in which the app's calls
 * are others'.
 */
@Injectable()
export class CatalogueTurns {
  private readonly logger = new Logger(CatalogueTurns.name);
  private readonly works: TurnWork[] = [];

  constructor(
    private readonly tokens: PlatformTokensService,
    private readonly changes: CatalogueChanges,
  ) {}

  register(work: TurnWork): void {
    this.works.push(work);
  }

  /**
   * One turn.
   *
   * @param signal aborted when the service stops
   * @returns how long to rest until the next one
   */
  async take(signal: AbortSignal): Promise<Rest> {
    try {
      // Without anybody's account nothing can be asked for.
      await this.tokens.anyLinkedUser();
      return await this.workOnce(signal);
    } catch (error) {
      if (error instanceof NotLinked) return idleRest();
      if (!(error instanceof PlatformRateLimited)) throw error;
      this.logger.log(`The catalogue waits ${error.retryAfterSeconds} s for the platform`);
      await this.changes.announceNoted(true);
      return { ms: error.retryAfterSeconds * 1000, isIdle: false };
    }
  }

  private async workOnce(signal: AbortSignal): Promise<Rest> {
    const begun = Date.now();
    const slices: SliceReport[] = [];
    try {
      for (const each of this.works) if (!signal.aborted) slices.push(await each.work(signal));
    } finally {
      if (slices.some(({ answered }) => answered > 0)) await this.changes.note();
    }
    // Only now: what came last may have named something for those that came first.
    const dueAt = await Promise.all(this.works.map((each) => each.nextDueAt()));
    const rest = restAfter({ slices, dueAt, tookMs: Date.now() - begun }, Date.now());
    await this.changes.announceNoted(rest.isIdle);
    return rest;
  }
}
