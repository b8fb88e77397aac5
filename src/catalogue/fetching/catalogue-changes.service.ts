import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { readOne } from '../../database/plain-reads';
import { CATALOGUE_STATE_ID, CatalogueState } from './catalogue-state.schema';

/** While the catalogue goes on changing, it is announced this often. */
const SHORTEST_INTERVAL_MS = 5 * 60_000;
/** How soon a process sees a revision: nobody waits for one, and every request for statistics goes by it. */
const KNOWN_FOR_MS = 1_000;

/**
 * Numbers the states of the catalogue, so that whoever shows something of it knows when to look again. A backlog of
 * thousands of records is fetched in hundreds of cycles, and statistics need not follow each of them: the revision grows
 * when the backlog is empty, and every few minutes until then.
 */
@Injectable()
export class CatalogueChanges {
  private known = { revision: 0, until: 0 };

  constructor(@InjectModel(CatalogueState.name, JOBS_CONNECTION) private readonly state: Model<CatalogueState>) {}

  /** The revision of what is read from the catalogue from now on, or of a second ago. */
  async revision(): Promise<number> {
    if (performance.now() >= this.known.until) {
      const until = performance.now() + KNOWN_FOR_MS;
      const state = await readOne<CatalogueState>(this.state, { _id: CATALOGUE_STATE_ID }, { revision: 1 });
      this.known = { revision: state?.revision ?? 0, until };
    }
    return this.known.revision;
  }

  /** Notes a change, to be announced later. */
  async note(): Promise<void> {
    await this.state.updateOne({ _id: CATALOGUE_STATE_ID }, { $set: { changed: true } }, { upsert: true });
  }

  /** @param isOver nothing more is to be changed for now */
  async announceNoted(isOver: boolean): Promise<void> {
    const now = new Date();
    const waited = { announced_at: { $lte: new Date(now.getTime() - SHORTEST_INTERVAL_MS) } };
    await this.state.updateOne(
      { _id: CATALOGUE_STATE_ID, changed: true, ...(isOver ? {} : { $or: [{ announced_at: null }, waited] }) },
      { $set: { changed: false, announced_at: now }, $inc: { revision: 1 } },
    );
  }
}
