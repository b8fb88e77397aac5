import { Injectable, OnModuleInit } from '@nestjs/common';
import { CatalogueService } from '../../catalogue/catalogue.service';
import { CatalogueTurns } from '../../catalogue/fetching/catalogue-turns.service';
import { CatalogueWakeUps } from '../../catalogue/fetching/catalogue-wake-ups.service';
import type { SliceReport, TurnWork } from '../../catalogue/fetching/turn-work';
import type { Track } from '../../catalogue/track.schema';
import { chunksOf } from '../../common/chunks';
import { HOUR_MS } from '../../common/durations';
import { isBlank } from '../../common/text';
import { HistoryChanges } from '../history-changes.service';
import { namesOfTrack } from './fill-names';
import { NamelessHistories } from './nameless-histories.service';
import { NamelessRows } from './nameless-rows.service';
import type { UnresolvedHistory } from './unresolved-history.schema';

/** Tracks whose plays are filled under one lease. */
const TRACKS_AT_ONCE = 100;

/** The platform may tell of a track for another reason than that it was due: so soon it is looked for again. */
const LATEST_LOOK_MS = 6 * HOUR_MS;

/** Between two looks, for each track that is looked for. */
const MS_A_TRACK = 5;

/** No platform is asked: what it is asked for is in the backlogs of the catalogue. */
const DONE: SliceReport = { answered: 0, failed: false };

/** Gives plays of tracks that were reported without names these names, once the platform has told them. */
@Injectable()
export class BlankNames implements TurnWork, OnModuleInit {
  constructor(
    private readonly turns: CatalogueTurns,
    private readonly wakeUps: CatalogueWakeUps,
    private readonly changes: HistoryChanges,
    private readonly catalogue: CatalogueService,
    private readonly rows: NamelessRows,
    private readonly histories: NamelessHistories,
  ) {}

  onModuleInit(): void {
    this.turns.register(this);
    this.changes.register(async (userId) => {
      if (!(await this.rows.areIn(userId))) return;
      await this.histories.begin(userId);
      await this.wakeUps.wake();
    });
  }

  async work(signal: AbortSignal): Promise<SliceReport> {
    const history = await this.histories.claim();
    if (history !== null) await this.workOn(history, signal);
    return DONE;
  }

  nextDueAt(): Promise<Date | null> {
    return this.histories.nextDueAt();
  }

  private async workOn(history: UnresolvedHistory, signal: AbortSignal): Promise<void> {
    const { _id: userId } = history;
    let { changed } = history;
    try {
      const trackIds = await this.rows.trackIdsOf(userId);
      let nextLook = Infinity;
      for (const some of chunksOf(trackIds, TRACKS_AT_ONCE)) {
        if (signal.aborted) {
          nextLook = Date.now();
          break;
        }
        const tracks = await this.catalogue.findTracks(some);
        changed = (await this.fill(userId, [...tracks.values()])) || changed;
        const nameless = some.filter((id) => !hasNames(tracks.get(id)));
        nextLook = Math.min(nextLook, ...nameless.map((id) => dueAt(tracks.get(id))));
      }
      if (changed) await this.changes.announce(userId);
      if (nextLook === Infinity) await this.histories.finish(history);
      else {
        // While the platform is asked for thousands of others, not all are looked for in every turn.
        const due_at = new Date(Math.max(nextLook, Date.now() + trackIds.length * MS_A_TRACK));
        await this.histories.goOn(history, { due_at, changed: false });
      }
    } catch (error) {
      await this.histories.goOn(history, { due_at: new Date(), changed });
      throw error;
    }
  }

  /** @returns whether plays have changed */
  private async fill(userId: string, tracks: readonly Track[]): Promise<boolean> {
    const told = tracks.filter(({ stub }) => !stub);
    if (told.length === 0) return false;
    return (await this.rows.fill(userId, new Map(told.map((track) => [track.platform_id, namesOfTrack(track)])))) > 0;
  }
}

/** Whether the platform has told all that plays are found by when it is missing. */
function hasNames(track: Track | undefined): boolean {
  if (track === undefined || track.stub) return false;
  const { name, artist_name } = namesOfTrack(track);
  return !isBlank(name) && !isBlank(artist_name);
}

/** When a track can have its names, ms since 1970. */
function dueAt(track: Track | undefined): number {
  const latest = Date.now() + LATEST_LOOK_MS;
  return Math.min(track?.lookup?.due_at.getTime() ?? latest, latest);
}
