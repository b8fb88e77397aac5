import { Injectable, Logger } from '@nestjs/common';
import { isRedisUnavailable } from '../../common/errors/unavailable';
import { Settings } from '../../config/settings';
import type { Release } from './release';
import { ReleaseApiClient, ReleaseUnknown } from './release-api.client';
import { type ReleaseCheck, ReleaseCache } from './release-cache';
import { toUpdateResponse, type UpdateResponse } from './update.dto';

const CHECK_EVERY_MS = 3_600_000;
/** After a check that failed: soon enough to get over a short outage, and no caller waits for the same one twice. */
const TRY_AGAIN_AFTER_MS = 300_000;

/**
 * Whether there is a newer release. The release API is asked at most once an hour; while it fails, its last answer
 * stands. Without a cache to remember the answer in it is not asked at all.
 */
@Injectable()
export class UpdateCheckService {
  private readonly logger = new Logger(UpdateCheckService.name);
  private underWay: Promise<Release | null> | null = null;

  constructor(
    private readonly settings: Settings,
    private readonly api: ReleaseApiClient,
    private readonly cache: ReleaseCache,
  ) {}

  async update(): Promise<UpdateResponse> {
    const { updateRepository } = this.settings;
    return toUpdateResponse(updateRepository === undefined ? null : await this.latestRelease(updateRepository));
  }

  private async latestRelease(repository: string): Promise<Release | null> {
    try {
      const known = await this.cache.read(repository);
      if (known !== null && known.due_at.getTime() > Date.now()) return known.release;
      this.underWay ??= this.check(repository, known).finally(() => {
        this.underWay = null;
      });
      return await this.underWay;
    } catch (error) {
      if (!isRedisUnavailable(error)) throw error;
      return null;
    }
  }

  private async check(repository: string, known: ReleaseCheck | null): Promise<Release | null> {
    const { release, againAfterMs } = await this.ask(repository, known?.release ?? null);
    await this.cache.write(repository, { release, due_at: new Date(Date.now() + againAfterMs) });
    return release;
  }

  private async ask(
    repository: string,
    known: Release | null,
  ): Promise<{ release: Release | null; againAfterMs: number }> {
    try {
      return { release: await this.api.latest(repository), againAfterMs: CHECK_EVERY_MS };
    } catch (error) {
      if (!(error instanceof ReleaseUnknown)) throw error;
      this.logger.warn(`The latest release of ${repository} (UPDATE_REPOSITORY) is not known: ${error.message}`);
      return { release: known, againAfterMs: TRY_AGAIN_AFTER_MS };
    }
  }
}
