import { Injectable } from '@nestjs/common';
import type { Recordings } from '../analytics/figures/recordings';
import { RecentListening } from '../analytics/recent-listening.service';
import { SnapshotReader } from '../analytics/snapshots/snapshot-reader.service';
import { CatalogueService } from '../catalogue/catalogue.service';
import { CatalogueRecords } from '../catalogue/fetching/catalogue-records.service';
import { CatalogueWakeUps } from '../catalogue/fetching/catalogue-wake-ups.service';
import { addDays, dayOf } from '../common/days';
import type { PlatformTrack } from '../platform/answers/track';
import { CandidateReader } from './local/candidate-reader.service';
import { PlatformRecommender } from './platform-recommender.service';
import { type RecommendedTrack, toRecommendedTrack } from './recommended-track';
import {
  type NoRecommendationsResponse,
  type RecommendationsQuery,
  type RecommendationsResponse,
  toRecommendationsResponse,
} from './recommendations.dto';
import { choose } from './scoring/choose';
import { Heard } from './scoring/heard';
import { type Draw, FORGOTTEN_AFTER_DAYS, ranked } from './scoring/score';
import { type Seeds, seedsOf, type SeedType } from './scoring/seeds';
import { tasteOf } from './scoring/taste';
import { SeedReader } from './seed-reader.service';

/**
 * Recommends tracks: the platform's recommendations where this app may have them, the service's own otherwise and where
 * those are too few. What is read grows neither with the history nor with the catalogue.
 */
@Injectable()
export class RecommendationsService {
  constructor(
    private readonly snapshots: SnapshotReader,
    private readonly recent: RecentListening,
    private readonly seedReader: SeedReader,
    private readonly platform: PlatformRecommender,
    private readonly candidates: CandidateReader,
    private readonly catalogue: CatalogueService,
    private readonly records: CatalogueRecords,
    private readonly wakeUps: CatalogueWakeUps,
  ) {}

  async recommend(
    userId: string,
    { limit, seed_type }: RecommendationsQuery,
  ): Promise<RecommendationsResponse | NoRecommendationsResponse> {
    const snapshot = await this.snapshots.snapshotOf(userId, 'all_time');
    const seeds = await this.seedReader.seedsOf(snapshot);
    if (seeds.artists.length + seeds.tracks.length + seeds.genres.length === 0) return { items: [], seed_info: {} };
    const now = new Date();
    const draw = { userId, day: dayOf(now, snapshot.timezone) };
    const recordings = await this.recent.since(userId, addDays(draw.day, -FORGOTTEN_AFTER_DAYS));
    const heard = new Heard(recordings, draw.day, snapshot.timezone);
    const offered = await this.platform.recommend(userId, seeds, seed_type);
    const toTrack = (track: PlatformTrack): RecommendedTrack => toRecommendedTrack(track, now);
    let chosen = choose(offered.map(toTrack), heard, limit);
    if (chosen.length < limit) {
      chosen = choose([...chosen, ...(await this.own(seeds, seed_type, recordings, heard, draw))], heard, limit);
    }
    return toRecommendationsResponse(await this.withFeatures(chosen, offered), seeds, seed_type);
  }

  /** The service's own recommendations, best first. */
  private async own(
    seeds: Seeds,
    seedType: SeedType,
    recordings: Recordings,
    heard: Heard,
    draw: Draw,
  ): Promise<RecommendedTrack[]> {
    const quarter = seedsOf(await this.snapshots.snapshotOf(draw.userId, 'quarter'));
    const taste = tasteOf([seeds, quarter]);
    return ranked(await this.candidates.read(taste, recordings, draw), taste, heard, seedType, draw);
  }

  /** Tracks with what the catalogue knows of them; those that it does not know yet it gets to know. */
  private async withFeatures(
    chosen: readonly RecommendedTrack[],
    offered: readonly PlatformTrack[],
  ): Promise<RecommendedTrack[]> {
    const ids = chosen.map(({ platform_id }) => platform_id);
    const known = await this.catalogue.findTracks(ids);
    const unknown = offered.filter(({ platformId }) => ids.includes(platformId) && !known.has(platformId));
    if (unknown.length > 0) {
      await this.records.keepTracks(unknown);
      await this.wakeUps.wake();
    }
    return chosen.map((track) => ({
      ...track,
      audio_features: known.get(track.platform_id)?.audio_features ?? null,
    }));
  }
}
