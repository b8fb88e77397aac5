import { Injectable, Logger } from '@nestjs/common';
import { isNameId } from '../catalogue/name-id';
import { withTimeout } from '../common/with-timeout';
import { objectOf } from '../platform/answer-reader';
import { listOf, readItems } from '../platform/answers/fields';
import { type PlatformTrack, readTrack } from '../platform/answers/track';
import { PlatformCalls } from '../platform/calls/platform-calls';
import { PlatformError, PlatformUnavailable } from '../platform/platform.errors';
import type { Seed, Seeds, SeedType } from './scoring/seeds';

/** The platform takes 5 seeds. */
const SEED_COUNTS: Readonly<Record<SeedType, { artists: number; tracks: number; genres: number }>> = {
  artists: { artists: 5, tracks: 0, genres: 0 },
  tracks: { artists: 0, tracks: 5, genres: 0 },
  genres: { artists: 0, tracks: 0, genres: 5 },
  mixed: { artists: 2, tracks: 2, genres: 1 },
};
/** As many as the platform gives: some are left out afterwards. */
const ASKED_FOR = 100;
/** A user who waits gets recommendations of the service's own then. */
const TIMEOUT_MS = 5_000;

/** The platform's own recommendations, which it has closed to most apps. */
@Injectable()
export class PlatformRecommender {
  private readonly logger = new Logger(PlatformRecommender.name);

  constructor(private readonly platform: PlatformCalls) {}

  /** @returns none where the platform does not offer them, has trouble, or knows none of the seeds */
  async recommend(userId: string, seeds: Seeds, seedType: SeedType): Promise<PlatformTrack[]> {
    const query = seedQuery(seeds, seedType);
    if (Object.values(query).every((value) => value === undefined)) return [];
    const call = {
      path: '/v1/recommendations',
      query: { ...query, limit: ASKED_FOR },
      family: 'recommendations',
    } as const;
    try {
      const answer = await withTimeout(
        this.platform.forUser(userId, call),
        TIMEOUT_MS,
        () => new PlatformUnavailable(`gave no answer within ${TIMEOUT_MS / 1000} s`),
      );
      return readItems(listOf(objectOf(answer, 'the recommendations'), 'tracks'), readTrack).items;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      this.logger.debug(`Recommendations are the service's own: ${error.message}`);
      return [];
    }
  }
}

function seedQuery(seeds: Seeds, seedType: SeedType): Record<string, string | undefined> {
  const counts = SEED_COUNTS[seedType];
  return {
    seed_artists: listed(idsOf(seeds.artists), counts.artists),
    seed_tracks: listed(idsOf(seeds.tracks), counts.tracks),
    seed_genres: listed(
      seeds.genres.map(({ name }) => name),
      counts.genres,
    ),
  };
}

/** Those that the platform knows. */
function idsOf(seeds: readonly Seed[]): string[] {
  return seeds.map(({ platform_id }) => platform_id).filter((id) => !isNameId(id));
}

function listed(values: readonly string[], count: number): string | undefined {
  return values.slice(0, count).join(',') || undefined;
}
