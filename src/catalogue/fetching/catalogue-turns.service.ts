import { Injectable, Logger } from '@nestjs/common';
import { NotLinked, PlatformRateLimited } from '../../platform/platform.errors';
import { PlatformTokensService } from '../../platform/platform-tokens.service';
import { CatalogueChanges } from './catalogue-changes.service';
import { LONGEST_REST_MS, restAfter } from './rest';
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
   * @returns milliseconds until the next turn
   */
  async take(signal: AbortSignal): Promise<number> {
    try {
      // Without anybody's account nothing can be asked for.
      await this.tokens.anyLinkedUser();
      return await this.workOnce(signal);
    } catch (error) {
      if (error instanceof NotLinked) return LONGEST_REST_MS;
      if (!(error instanceof PlatformRateLimited)) throw error;
      this.logger.log(`The catalogue waits ${error.retryAfterSeconds} s for the platform`);
      await this.changes.announceNoted(true);
      return error.retryAfterSeconds * 1000;
    }
  }

  private async workOnce(signal: AbortSignal): Promise<number> {
    const begun = Date.now();
    const reports: SliceReport[] = [];
    try {
      for (const each of this.works) if (!signal.aborted) reports.push(await each.work(signal));
    } finally {
      if (reports.some(({ answered }) => answered > 0)) await this.changes.note();
    }
    const restMs = restAfter(reports, Date.now(), Date.now() - begun);
    await this.changes.announceNoted(restMs >= LONGEST_REST_MS);
    return restMs;
  }
}
