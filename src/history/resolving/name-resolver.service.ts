import { Injectable, OnModuleInit } from '@nestjs/common';
import { CatalogueService } from '../../catalogue/catalogue.service';
import { CatalogueTurns } from '../../catalogue/fetching/catalogue-turns.service';
import { CatalogueWakeUps } from '../../catalogue/fetching/catalogue-wake-ups.service';
import { TrackSearch } from '../../catalogue/fetching/track-search.service';
import type { SliceReport, TurnWork } from '../../catalogue/fetching/turn-work';
import { HistoryChanges } from '../history-changes.service';
import { NameRows } from './name-rows.service';
import { UnresolvedHistories } from './unresolved-histories.service';
import type { UnresolvedHistory } from './unresolved-history.schema';

const IDS_A_SLICE = 100;
/** Each is a call of its own. */
const SEARCHES_A_SLICE = 20;

/** Finds the ids of tracks that histories know by name alone, and gives their plays these ids. */
@Injectable()
export class NameResolver implements TurnWork, OnModuleInit {
  constructor(
    private readonly turns: CatalogueTurns,
    private readonly wakeUps: CatalogueWakeUps,
    private readonly changes: HistoryChanges,
    private readonly catalogue: CatalogueService,
    private readonly search: TrackSearch,
    private readonly rows: NameRows,
    private readonly histories: UnresolvedHistories,
  ) {}

  onModuleInit(): void {
    this.turns.register(this);
    // A change of a history can also bring tracks that the catalogue does not know yet.
    this.changes.register(async (userId) => {
      const [nameId] = await this.rows.idsOf(userId, '', 1);
      if (nameId !== undefined) await this.histories.begin(userId);
      await this.wakeUps.wake();
    });
  }

  async work(signal: AbortSignal): Promise<SliceReport> {
    const history = await this.histories.claim();
    return history === null ? { answered: 0, failed: false } : this.workOn(history, signal);
  }

  nextDueAt(): Promise<Date | null> {
    return this.histories.nextDueAt();
  }

  private async workOn(history: UnresolvedHistory, signal: AbortSignal): Promise<SliceReport> {
    const { _id: userId, after } = history;
    try {
      const ids = await this.rows.idsOf(userId, after, IDS_A_SLICE);
      const { found, answered, failed, dueAt } = await this.search.resolve(ids, SEARCHES_A_SLICE, signal);
      const changed = (await this.settle(userId, found)) > 0 || history.changed;
      const again_at = earlier(history.again_at, dueAt);
      if (dueAt !== null && dueAt <= new Date()) {
        await this.histories.goOn(history, { due_at: new Date(), changed });
      } else if (ids.length === IDS_A_SLICE) {
        await this.histories.goOn(history, { due_at: new Date(), after: ids.at(-1), changed, again_at });
      } else {
        await this.endPass(history, changed, again_at);
      }
      return { answered, failed };
    } catch (error) {
      await this.histories.goOn(history, { due_at: new Date() });
      throw error;
    }
  }

  /** @param found the tracks' own ids, by those made of names */
  private async settle(userId: string, found: ReadonlyMap<string, string>): Promise<number> {
    const tracks = await this.catalogue.findTracks([...found.values()]);
    let rows = 0;
    for (const [nameId, trackId] of found) {
      const track = tracks.get(trackId);
      if (track !== undefined) rows += await this.rows.settle(userId, nameId, track);
    }
    return rows;
  }

  private async endPass(history: UnresolvedHistory, changed: boolean, againAt: Date | null): Promise<void> {
    // Figures follow once a pass, not with every slice of it.
    if (changed) await this.changes.announce(history._id);
    if (againAt === null) await this.histories.finish(history);
    else await this.histories.goOn(history, { due_at: againAt, after: '', changed: false, again_at: null });
  }
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
