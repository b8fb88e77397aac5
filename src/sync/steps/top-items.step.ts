import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CatalogueRecords } from '../../catalogue/fetching/catalogue-records.service';
import { JOBS_CONNECTION } from '../../database/connections';
import { LARGEST_PAGE, PlatformApiClient, TIME_RANGES, type TimeRange } from '../../platform/platform-api.client';
import { type TopItemKind, type TopItemReference, TopItems } from '../../recommendations/top-items/top-items.schema';
import type { SyncState } from '../sync-state.schema';
import { isOld, SyncStates } from '../sync-states.service';
import { type StepContext, StepOfSync, type StepOutcome, type SyncStep } from './sync-step';

const FIRST_PAGE = { offset: 0, limit: LARGEST_PAGE };

/** Keeps the platform's own lists of what the user likes best. */
@StepOfSync({ order: 40 })
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

  isDue(state: SyncState | null, now: Date): boolean {
    return isOld(state?.top_items_at, now);
  }

  async run({ userId, signal }: StepContext): Promise<StepOutcome> {
    const artists = await inEachRange(signal, (range) => this.platform.topArtists(userId, range, FIRST_PAGE));
    const tracks = await inEachRange(signal, (range) => this.platform.topTracks(userId, range, FIRST_PAGE));
    // All ranges together: most of what is in one is in the others, too.
    await this.records.keepArtists(artists.flatMap(({ items }) => items));
    await this.records.keepTracks(tracks.flatMap(({ items }) => items));
    const fetchedAt = new Date();
    await this.lists.bulkWrite([
      ...artists.map((list) => toWrite(userId, 'artists', list, fetchedAt)),
      ...tracks.map((list) => toWrite(userId, 'tracks', list, fetchedAt)),
    ]);
    await this.states.update(userId, { top_items_at: fetchedAt });
    const counts = { artists: countOf(artists), tracks: countOf(tracks) };
    const detail = `${counts.artists} artists and ${counts.tracks} tracks over ${TIME_RANGES.length} time ranges`;
    return { items: counts.artists + counts.tracks, detail };
  }
}

/** What a user likes best over one time range, best first. */
interface TopList<Item> {
  range: TimeRange;
  items: Item[];
}

async function inEachRange<Item>(
  signal: AbortSignal,
  read: (range: TimeRange) => Promise<{ items: Item[] }>,
): Promise<TopList<Item>[]> {
  const lists: TopList<Item>[] = [];
  for (const range of TIME_RANGES) {
    signal.throwIfAborted();
    lists.push({ range, items: (await read(range)).items });
  }
  return lists;
}

function toWrite(
  user_id: string,
  kind: TopItemKind,
  { range, items }: TopList<{ platformId: string; name: string }>,
  fetched_at: Date,
) {
  const $set = { items: items.map(toReference), fetched_at };
  return { updateOne: { filter: { user_id, kind, time_range: range }, update: { $set }, upsert: true } };
}

function countOf(lists: readonly TopList<unknown>[]): number {
  return lists.reduce((sum, { items }) => sum + items.length, 0);
}

function toReference({ platformId, name }: { platformId: string; name: string }): TopItemReference {
  return { platform_id: platformId, name };
}
