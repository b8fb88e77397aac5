import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { PlatformApiClient } from '../../platform/platform-api.client';
import { Track } from '../track.schema';
import { Backlog, type Claimed } from './backlog';
import { CatalogueAliases } from './catalogue-aliases.service';
import { CatalogueRecords } from './catalogue-records.service';
import { isTroubleWithBatch } from './fetch-work';
import { answeredUnknown, failedAgain } from './lookup';

/** What became of the searches for some tracks. */
export interface SearchReport {
  /** By the id made of names, the platform's id, of all that are found by now. */
  found: Map<string, string>;
  /** Searches that the platform has answered now, with a track or without one. */
  answered: number;
  /** Whether a search has failed; those after it were not tried. */
  failed: boolean;
  /** When the next of those that are not found can be searched for; null when all are found. */
  dueAt: Date | null;
}

/** Finds out which tracks of the platform's those are of which files told the names alone. */
@Injectable()
export class TrackSearch {
  private readonly logger = new Logger(TrackSearch.name);
  private readonly backlog: Backlog<Track>;

  constructor(
    private readonly client: PlatformApiClient,
    private readonly records: CatalogueRecords,
    private readonly aliases: CatalogueAliases,
    @InjectModel(Track.name, JOBS_CONNECTION) private readonly tracks: Model<Track>,
  ) {
    this.backlog = new Backlog<Track>(tracks.collection, 'search');
  }

  /**
   * @param nameIds ids made of names
   * @param most    searches at a time
   * @param signal  aborted when the service stops
   * @throws PlatformRateLimited or NotLinked when nothing can be asked for now
   */
  async resolve(nameIds: readonly string[], most: number, signal: AbortSignal): Promise<SearchReport> {
    const claimed = await this.backlog.claim(most, nameIds);
    const { answered, failed } = await this.searchAll(claimed, signal);
    const known = await this.tracks
      .find({ platform_id: { $in: nameIds } })
      .select({ _id: 0, platform_id: 1, same_as: 1, search: 1 })
      .lean<Pick<Track, 'platform_id' | 'same_as' | 'search'>[]>();
    const found = known.flatMap(({ platform_id, same_as }) =>
      same_as === null ? [] : [[platform_id, same_as] as const],
    );
    const due = known.flatMap(({ search, same_as }) =>
      search === null || same_as !== null ? [] : [search.due_at.getTime()],
    );
    return { found: new Map(found), answered, failed, dueAt: due.length === 0 ? null : new Date(Math.min(...due)) };
  }

  private async searchAll(claimed: readonly Claimed<Track>[], signal: AbortSignal) {
    const rest = [...claimed];
    let failed = false;
    try {
      for (let next = rest[0]; next !== undefined && !failed && !signal.aborted; next = rest[0]) {
        failed = !(await this.searchOnce(next));
        rest.shift();
      }
    } finally {
      await this.backlog.release(rest);
    }
    return { answered: claimed.length - rest.length - Number(failed), failed };
  }

  /** @returns false when the platform had trouble with it, and is asked again later */
  private async searchOnce(claimed: Claimed<Track>): Promise<boolean> {
    const { platform_id, name, artists } = claimed.record;
    try {
      const track = await this.client.searchTrack(artists[0]?.name ?? '', name);
      if (track === null) {
        await this.backlog.settle([claimed], () => answeredUnknown(new Date()));
        return true;
      }
      await this.records.keepTracks([track]);
      await this.aliases.ofTrack(platform_id, track.platformId);
      return true;
    } catch (error) {
      if (!isTroubleWithBatch(error)) throw error;
      // By its id: the name tells what somebody has played.
      this.logger.warn(`The search for the track ${platform_id} failed, it is tried again later: ${error.message}`);
      await this.backlog.settle([claimed], (lookup) => failedAgain(lookup, new Date()));
      return false;
    }
  }
}
