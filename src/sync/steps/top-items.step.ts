import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CatalogueRecords } from '../../catalogue/fetching/catalogue-records.service';
import { JOBS_CONNECTION } from '../../database/connections';
import { LARGEST_PAGE, PlatformApiClient, TIME_RANGES, type TimeRange } from '../../platform/platform-api.client';
import {
  TOP_ITEM_KINDS,
  type TopItemKind,
  type TopItemReference,
  TopItems,
} from '../../recommendations/top-items/top-items.schema';
import { SyncStates } from '../sync-states.service';
import type { StepContext, StepOutcome, SyncStep } from './sync-step';

const FIRST_PAGE = { offset: 0, limit: LARGEST_PAGE };

/** Keeps the platform's own lists of what the user likes best. */
@Injectable()
export class TopItemsStep implements SyncStep {
  readonly action = 'top_items';
  readonly isEssential = false;

  constructor(
    private readonly platform: PlatformApiClient,
    private readonly records: CatalogueRecords,
    private readonly states: SyncStates,
    @InjectModel(TopItems.name, JOBS_CONNECTION) private readonly lists: Model<TopItems>,
  ) {}

  isDue(userId: string, now: Date): Promise<boolean> {
    return this.states.isOld(userId, 'top_items_at', now);
  }

  async run({ userId, signal }: StepContext): Promise<StepOutcome> {
    const counts = { artists: 0, tracks: 0 };
    for (const kind of TOP_ITEM_KINDS) {
      for (const range of TIME_RANGES) {
        signal.throwIfAborted();
        const items = await this.fetch(userId, kind, range);
        await this.lists.updateOne(
          { user_id: userId, kind, time_range: range },
          { $set: { items, fetched_at: new Date() } },
          { upsert: true },
        );
        counts[kind] += items.length;
      }
    }
    await this.states.update(userId, { top_items_at: new Date() });
    const detail = `${counts.artists} artists and ${counts.tracks} tracks over ${TIME_RANGES.length} time ranges`;
    return { items: counts.artists + counts.tracks, detail };
  }

  private async fetch(userId: string, kind: TopItemKind, range: TimeRange): Promise<TopItemReference[]> {
    if (kind === 'artists') {
      const { items } = await this.platform.topArtists(userId, range, FIRST_PAGE);
      await this.records.keepArtists(items);
      return items.map(toReference);
    }
    const { items } = await this.platform.topTracks(userId, range, FIRST_PAGE);
    await this.records.keepTracks(items);
    return items.map(toReference);
  }
}

function toReference({ platformId, name }: { platformId: string; name: string }): TopItemReference {
  return { platform_id: platformId, name };
}
