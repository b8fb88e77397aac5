import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { CATALOGUE_STATE_ID, CatalogueState } from './fetching/catalogue-state.schema';

/** What the platform reports bit by bit: audio features of tracks, whose they are, artists, and pictures of albums. */
export const TOLD_KINDS = ['features', 'identities', 'artists', 'covers'] as const;
export type ToldKind = (typeof TOLD_KINDS)[number];

/**
 * Numbers that are others whenever the platform has told something of tracks of which it had not, so that whoever keeps
 * that it has told nothing knows when to look again.
 */
@Injectable()
export class CatalogueRevisions {
  constructor(@InjectModel(CatalogueState.name, JOBS_CONNECTION) private readonly state: Model<CatalogueState>) {}

  /** To be read before the tracks are: what is told meanwhile has a later revision. */
  async current(): Promise<Record<ToldKind, number>> {
    const state = await this.state.findOne({ _id: CATALOGUE_STATE_ID }).lean<CatalogueState>();
    const { features_revision = 0, identities_revision = 0, artists_revision = 0, covers_revision = 0 } = state ?? {};
    return {
      features: features_revision,
      identities: identities_revision,
      artists: artists_revision,
      covers: covers_revision,
    };
  }

  /** Runs what writes that which is told. */
  async advance(kind: ToldKind, write: () => Promise<void>): Promise<void> {
    // Before, so that a process which dies in between leaves no unseen change; after, for those who read before the write.
    await this.increment(kind);
    await write();
    await this.increment(kind);
  }

  private async increment(kind: ToldKind): Promise<void> {
    const $inc = { [`${kind}_revision`]: 1 };
    await this.state.updateOne({ _id: CATALOGUE_STATE_ID }, { $inc }, { upsert: true });
  }
}
