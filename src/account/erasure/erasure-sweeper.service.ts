import { Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Settings } from '../../config/settings';
import { DatabaseService } from '../../database/database.service';
import type { UserDeletion } from '../../database/user-data/user-deletion.schema';
import { UserDeletions } from '../../database/user-data/user-deletions.service';
import { UserErasure } from './user-erasure.service';

const SWEEP_MS = 60_000;
/** Longer than anything goes on that had begun before its user left and is no job: a request, a refresh of figures. */
const SETTLED_AFTER_MS = 15 * 60_000;

/**
 * Ends what erasures have left: those that broke off, at the next start or within a minute; and, for some time after each,
 * what is written by something that was still under way.
 */
@Injectable()
export class ErasureSweeper implements OnApplicationBootstrap {
  private readonly logger = new Logger(ErasureSweeper.name);

  constructor(
    private readonly settings: Settings,
    private readonly database: DatabaseService,
    private readonly deletions: UserDeletions,
    private readonly erasure: UserErasure,
  ) {}

  onApplicationBootstrap(): void {
    this.database.whenReady().then(
      () => this.sweepAtLeisure(),
      (error: unknown) => {
        this.logger.log(`Erasures that broke off were not looked for: ${String(error)}`);
      },
    );
  }

  @Interval(SWEEP_MS)
  async sweepAtLeisure(): Promise<void> {
    // The uploads of users lie where requests are served.
    if (!this.settings.servesHttp) return;
    try {
      await this.sweep(new Date());
    } catch (error) {
      this.logger.warn(`Looking for erasures that broke off failed: ${String(error)}`);
    }
  }

  /** All at once, so that one that waits for a job to end holds nobody else's up. */
  async sweep(now: Date): Promise<void> {
    const due = await this.deletions.due();
    await Promise.all(due.map((deletion) => this.finish(deletion, now)));
  }

  private async finish({ _id: userId, erased_at }: UserDeletion, now: Date): Promise<void> {
    await this.erasure.erase(userId);
    const isLongAgo = erased_at !== null && now.getTime() - erased_at.getTime() > SETTLED_AFTER_MS;
    if (isLongAgo) await this.deletions.noteSettled(userId);
  }
}
