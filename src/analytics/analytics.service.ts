import { Injectable } from '@nestjs/common';
import { CatalogueService } from '../catalogue/catalogue.service';
import { PERIODS, type Period } from '../common/periods';
import { DatabaseService } from '../database/database.service';
import { SyncJobsService } from '../sync-jobs/sync-jobs.service';
import type { RefreshResponse, RollupBuildResponse } from './analytics.dto';
import {
  toGenreDistributionResponse,
  toTrendResponse,
  type GenreDistributionResponse,
  type TrendResponse,
} from './breakdown.dto';
import { SHOWN_RANKS, toOverviewResponse, type OverviewResponse } from './overview.dto';
import { AnalyticsRefreshService } from './snapshots/analytics-refresh.service';
import { KeptResponses } from './snapshots/kept-responses.service';
import { SnapshotReader } from './snapshots/snapshot-reader.service';

/** The figures of a user's listening, as requests ask for them. */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly kept: KeptResponses,
    private readonly snapshots: SnapshotReader,
    private readonly catalogue: CatalogueService,
    private readonly refreshing: AnalyticsRefreshService,
    private readonly jobs: SyncJobsService,
    private readonly database: DatabaseService,
  ) {}

  overview(userId: string, period: Period): Promise<OverviewResponse> {
    return this.kept.respond(userId, `overview of ${period}`, async () => {
      const snapshot = await this.snapshots.snapshotOf(userId, period, SHOWN_RANKS);
      const trackIds = snapshot.top_tracks.map(({ platform_id }) => platform_id);
      return toOverviewResponse(snapshot, await this.catalogue.findPrimaryArtists(trackIds));
    });
  }

  trend(userId: string, period: Period): Promise<TrendResponse> {
    return this.kept.respond(userId, `trend of ${period}`, async () => {
      const { trend } = await this.snapshots.partsOf(userId, period, ['trend']);
      return toTrendResponse(period, trend);
    });
  }

  genres(userId: string, period: Period): Promise<GenreDistributionResponse> {
    return this.kept.respond(userId, `genres of ${period}`, async () => {
      const { genres } = await this.snapshots.partsOf(userId, period, ['genres']);
      return toGenreDistributionResponse(period, genres);
    });
  }

  /**
   * Computes a period anew; all time means every period.
   * @throws ServiceUnavailable at once when the database does not answer, for which the work itself would wait
   */
  async refresh(userId: string, period: Period): Promise<RefreshResponse> {
    await this.database.demandAnswer();
    const periods = period === 'all_time' ? [...PERIODS] : [period];
    return { status: 'refreshed', periods, computed_at: await this.refreshing.refresh(userId, periods) };
  }

  async startRollupBuild(userId: string): Promise<RollupBuildResponse> {
    const job = await this.jobs.start({ userId, jobType: 'rollup_build' });
    return job === null ? { status: 'already_running' } : { status: 'started', job_id: String(job._id) };
  }
}
