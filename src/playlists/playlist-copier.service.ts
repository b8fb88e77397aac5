import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import type { PlatformPage } from '../platform/answers/page';
import { LARGEST_PAGE, PlatformApiClient } from '../platform/platform-api.client';
import { PlatformNotFound, PlatformRefused } from '../platform/platform.errors';
import { isCopied, isNews, type PlaylistHead, toHead, toPlaylistTrack } from './copied-playlist';
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

type PlaylistCopy = PlaylistHead & Partial<Pick<Playlist, 'tracks'>>;

/** Copies a user's playlists from the platform. */
@Injectable()
export class PlaylistCopier {
  constructor(
    private readonly platform: PlatformApiClient,
    @InjectModel(Playlist.name, JOBS_CONNECTION) private readonly playlists: Model<Playlist>,
  ) {}

  /**
   * Brings the stored playlists up to date. Each that has changed is stored as soon as it is read, so that a copy that
   * breaks off goes on there the next time; what is told anew of the others, and which are gone, is written at the end.
   */
  async copyAll(userId: string, { signal, onProgress }: CopyContext): Promise<CopyReport> {
    const found = await this.readAll((offset) => this.platform.playlists(userId, { offset, limit: LARGEST_PAGE }));
    const current = new Map(found.items.map((playlist) => [playlist.platformId, playlist]));
    const stored = await this.storedHeads(userId);
    const report: CopyReport = { copied: 0, unchanged: 0, removed: 0, skippedEntries: 0, closed: 0 };
    const news = new Map<string, PlaylistHead>();
    for (const [position, playlist] of [...current.values()].entries()) {
      signal.throwIfAborted();
      const { platformId } = playlist;
      const head = toHead(playlist, position);
      const known = stored.get(platformId);
      if (known !== undefined && isCopied(known, head, new Date())) {
        if (isNews(known, head)) news.set(platformId, head);
        report.unchanged += 1;
      } else {
        const tracks = await this.tracksOf(userId, platformId, report);
        await this.store(userId, new Map([[platformId, copyOf(head, tracks, known)]]));
        report.copied += 1;
      }
      onProgress(position + 1, current.size);
    }
    await this.store(userId, news);
    report.removed = await this.remove(
      userId,
      [...stored.keys()].filter((platformId) => !current.has(platformId)),
    );
    return report;
  }

  /** With the first of their tracks, which tells whether there are any. */
  private async storedHeads(userId: string): Promise<Map<string, Playlist>> {
    const stored = await this.playlists
      .find({ user_id: userId })
      .select({ tracks: { $slice: 1 } })
      .lean<Playlist[]>();
    return new Map(stored.map((playlist) => [playlist.platform_id, playlist]));
  }

  /** Null for a playlist of which the platform shows no tracks. */
  private async tracksOf(userId: string, platformId: string, report: CopyReport): Promise<PlaylistTrack[] | null> {
    try {
      const { items, skipped } = await this.readAll((offset) =>
        this.platform.playlistTracks(userId, platformId, { offset, limit: LARGEST_PAGE }),
      );
      report.skippedEntries += skipped;
      return items.map(toPlaylistTrack);
    } catch (error) {
      if (!(error instanceof PlatformRefused || error instanceof PlatformNotFound)) throw error;
      report.closed += 1;
      return null;
    }
  }

  /** @param changes by platform id */
  private async store(userId: string, changes: ReadonlyMap<string, PlaylistCopy>): Promise<void> {
    if (changes.size === 0) return;
    const fetched_at = new Date();
    const writes = Array.from(changes, ([platform_id, fields]) => ({
      updateOne: {
        filter: { user_id: userId, platform_id },
        update: { $set: { ...fields, fetched_at } },
        upsert: true,
      },
    }));
    await this.playlists.collection.bulkWrite(writes, { ordered: false });
  }

  private async remove(userId: string, platformIds: readonly string[]): Promise<number> {
    if (platformIds.length === 0) return 0;
    const { deletedCount } = await this.playlists.deleteMany({ user_id: userId, platform_id: { $in: platformIds } });
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

/** What is stored of a playlist. Tracks that are known stay while they are not shown, and are asked for the next time again. */
function copyOf(head: PlaylistHead, tracks: PlaylistTrack[] | null, known: Playlist | undefined): PlaylistCopy {
  if (tracks !== null) return { ...head, tracks };
  if (known === undefined || known.tracks.length === 0) return { ...head, tracks: [] };
  return { ...head, snapshot_id: known.snapshot_id };
}
