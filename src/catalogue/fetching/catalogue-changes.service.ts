import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { CATALOGUE_STATE_ID, CatalogueState } from './catalogue-state.schema';

/** While the catalogue goes on changing, it is announced this often. */
const SHORTEST_INTERVAL_MS = 5 * 60_000;

/** Does what has to be done about figures that show something of the catalogue. */
export type CatalogueChangeHandler = () => Promise<void>;

/**
 * Tells those who show something of the catalogue that it has changed, without the catalogue knowing who they are: they
 * register when the service starts. A backlog of thousands of records is fetched in hundreds of turns, and figures need
 * not follow each of them: changes are announced when the backlog is empty, and every few minutes until then.
 */
@Injectable()
export class CatalogueChanges {
  private readonly handlers: CatalogueChangeHandler[] = [];

  constructor(@InjectModel(CatalogueState.name, JOBS_CONNECTION) private readonly state: Model<CatalogueState>) {}

  register(handler: CatalogueChangeHandler): void {
    this.handlers.push(handler);
  }

  /** Notes a change, to be announced later. */
  async note(): Promise<void> {
    await this.state.updateOne({ _id: CATALOGUE_STATE_ID }, { $set: { changed: true } }, { upsert: true });
  }

  /** @param isOver nothing more is to be changed for now */
  async announceNoted(isOver: boolean): Promise<void> {
    const now = new Date();
    const waited = { announced_at: { $lte: new Date(now.getTime() - SHORTEST_INTERVAL_MS) } };
    const { modifiedCount } = await this.state.updateOne(
      { _id: CATALOGUE_STATE_ID, changed: true, ...(isOver ? {} : { $or: [{ announced_at: null }, waited] }) },
      { $set: { changed: false, announced_at: now } },
    );
    if (modifiedCount === 0) return;
    for (const handler of this.handlers) await handler();
  }
}
