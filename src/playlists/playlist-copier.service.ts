import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import type { PlatformPage } from '../platform/answers/page';
import type { PlatformPlaylist } from '../platform/answers/playlist';
import { LARGEST_PAGE, PlatformApiClient } from '../platform/platform-api.client';
import { PlatformNotFound, PlatformRefused } from '../platform/platform.errors';
import { toHead, toPlaylistTrack } from './copied-playlist';
import { Playlist, type PlaylistTrack } from './playlist.schema';

/** What became of a user's playlists. */
export interface CopyReport {
  /** New or changed, copied with their tracks. */
  copied: number;
  unchanged: number;
  removed: number;
  /** Of the playlists copied: entries that are no tracks of the platform. */
  skippedEntries: number;
  /** Playlists of which the platform shows this app no more than the cover. */
  closed: number;
}

/** What a copy gets to know, and tells, while it works. */
export interface CopyContext {
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/** Copies a user's playlists from the platform. */
@Injectable()
export class PlaylistCopier {
  constructor(
    private readonly platform: PlatformApiClient,
    @InjectModel(Playlist.name, JOBS_CONNECTION) private readonly playlists: Model<Playlist>,
  ) {}

  /**
   * Brings the stored playlists up to date. Each is stored as soon as it is read, so that a copy that breaks off goes on
   * there the next time; those that are not on the platform any more go last.
   */
  async copyAll(userId: string, { signal, onProgress }: CopyContext): Promise<CopyReport> {
    const found = await this.readAll((offset) => this.platform.playlists(userId, { offset, limit: LARGEST_PAGE }));
    const current = [...new Map(found.items.map((playlist) => [playlist.platformId, playlist])).values()];
    const snapshots = await this.storedSnapshots(userId);
    const report: CopyReport = { copied: 0, unchanged: 0, removed: 0, skippedEntries: 0, closed: 0 };
    for (const [position, playlist] of current.entries()) {
      signal.throwIfAborted();
      const isUnchanged = playlist.snapshotId !== '' && snapshots.get(playlist.platformId) === playlist.snapshotId;
      const tracks = isUnchanged ? {} : await this.tracksOf(userId, playlist, report);
      await this.store(userId, playlist, position, tracks);
      if (isUnchanged) report.unchanged += 1;
      else report.copied += 1;
      onProgress(position + 1, current.length);
    }
    report.removed = await this.removeOthers(
      userId,
      current.map(({ platformId }) => platformId),
    );
    return report;
  }

  private async storedSnapshots(userId: string): Promise<Map<string, string>> {
    const stored = await this.playlists.find({ user_id: userId }).select('platform_id snapshot_id').lean<Playlist[]>();
    return new Map(stored.map(({ platform_id, snapshot_id }) => [platform_id, snapshot_id]));
  }

  private async tracksOf(
    userId: string,
    { platformId }: PlatformPlaylist,
    report: CopyReport,
  ): Promise<{ tracks: PlaylistTrack[] }> {
    try {
      const { items, skipped } = await this.readAll((offset) =>
        this.platform.playlistTracks(userId, platformId, { offset, limit: LARGEST_PAGE }),
      );
      report.skippedEntries += skipped;
      return { tracks: items.map(toPlaylistTrack) };
    } catch (error) {
      if (!(error instanceof PlatformRefused || error instanceof PlatformNotFound)) throw error;
      report.closed += 1;
      return { tracks: [] };
    }
  }

  private async store(
    userId: string,
    playlist: PlatformPlaylist,
    position: number,
    tracks: { tracks?: PlaylistTrack[] },
  ): Promise<void> {
    const snapshot_id = playlist.snapshotId;
    await this.playlists.updateOne(
      { user_id: userId, platform_id: playlist.platformId },
      { $set: { ...toHead(playlist, position, new Date()), snapshot_id, ...tracks } },
      { upsert: true },
    );
  }

  private async removeOthers(userId: string, platformIds: readonly string[]): Promise<number> {
    const { deletedCount } = await this.playlists.deleteMany({ user_id: userId, platform_id: { $nin: platformIds } });
    return deletedCount;
  }

  private async readAll<Item>(
    read: (offset: number) => Promise<PlatformPage<Item>>,
  ): Promise<{ items: Item[]; skipped: number }> {
    const items: Item[] = [];
    let skipped = 0;
    for (let offset: number | null = 0; offset !== null;) {
      const page: PlatformPage<Item> = await read(offset);
      items.push(...page.items);
      skipped += page.skipped;
      offset = page.nextOffset;
    }
    return { items, skipped };
  }
}
