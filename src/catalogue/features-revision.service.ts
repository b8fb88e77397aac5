import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { CATALOGUE_STATE_ID, CatalogueState } from './fetching/catalogue-state.schema';

/**
 * A number that is another one whenever the platform has told audio features, so that whoever keeps that a track has none
 * knows when to look again.
 */
@Injectable()
export class FeaturesRevision {
  constructor(@InjectModel(CatalogueState.name, JOBS_CONNECTION) private readonly state: Model<CatalogueState>) {}

  /** To be read before the tracks are: what is told meanwhile has a later revision. */
  async current(): Promise<number> {
    const state = await this.state.findOne({ _id: CATALOGUE_STATE_ID }).select('features_revision').lean();
    return state?.features_revision ?? 0;
  }

  /** Runs what writes audio features. */
  async advance(write: () => Promise<void>): Promise<void> {
    // Before, so that a process which dies in between leaves no unseen change; after, for those who read before the write.
    await this.increment();
    await write();
    await this.increment();
  }

  private async increment(): Promise<void> {
    await this.state.updateOne({ _id: CATALOGUE_STATE_ID }, { $inc: { features_revision: 1 } }, { upsert: true });
  }
}
