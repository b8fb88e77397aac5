import { Injectable } from '@nestjs/common';
import { DeletedPlayMemory } from './deletion/deleted-plays.service';
import type { Outcome, ReportedPlay } from './matching/reported-play';
import { TrackForms } from './matching/track-forms';
import type { PlaySource } from './play-source';
import { BatchLimit } from './writing/batch-limit.service';
import { HistoryLeases } from './writing/history-leases.service';
import { NameList } from './writing/name-list.service';
import { PlayRows } from './writing/play-rows.service';
import { ChangedDays } from './writing/changed-days.service';
import { WritingSession } from './writing/writing-session';

/** The one way by which plays come into the history. */
@Injectable()
export class HistoryWriter {
  private readonly forms = new TrackForms();

  constructor(
    private readonly leases: HistoryLeases,
    private readonly rows: PlayRows,
    private readonly changedDays: ChangedDays,
    private readonly names: NameList,
    private readonly limit: BatchLimit,
    private readonly deleted: DeletedPlayMemory,
  ) {}

  /**
   * Begins to write what is reported in several batches of some thousand plays at most. To be closed whatever happens;
   * while it is open, others who want to write this user's history wait for a turn.
   *
   * @throws ServiceUnavailable when others hold the history for a minute on end
   */
  async open(userId: string): Promise<WritingSession> {
    const { rows, changedDays, names, forms, limit } = this;
    return new WritingSession(userId, await this.leases.acquire(userId), { rows, changedDays, names, forms, limit });
  }

  /**
   * Matches plays that one source reports with the user's history and writes what is new, a batch of some thousand at most.
   * What the feed tells of a play that the user has deleted is passed over, as something that is known.
   * Figures that follow from the history are not brought up to date by this: see HistoryChanges.
   *
   * @returns what became of each play, in their order
   */
  async write(userId: string, source: PlaySource, plays: readonly ReportedPlay[]): Promise<Outcome[]> {
    if (plays.length === 0) return [];
    const session = await this.open(userId);
    try {
      // A file is loaded because its user wants what is in it; the feed goes on telling by itself.
      const deleted = source === 'api' ? await this.deleted.among(userId, plays) : [];
      const wanted = plays.filter((_, index) => !deleted.includes(index));
      const { outcomes } = await session.store(await session.match(source, wanted));
      await session.addLandmarks();
      for (const index of deleted) outcomes.splice(index, 0, 'duplicate');
      return outcomes;
    } finally {
      await session.close();
    }
  }
}
