import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { CATALOGUE_STATE_ID, CatalogueState } from './fetching/catalogue-state.schema';

/** What the platform reports bit by bit: audio features of tracks, whose they are, artists, and albums' pictures and tracks. */
export const TOLD_KINDS = ['features', 'identities', 'artists', 'covers', 'album_lists'] as const;
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
    return {
      features: state?.features_revision ?? 0,
      identities: state?.identities_revision ?? 0,
      artists: state?.artists_revision ?? 0,
      covers: state?.covers_revision ?? 0,
      album_lists: state?.album_lists_revision ?? 0,
    };
  }

  /** Runs what writes that which is told. @param kinds of which something is reported for the first time, or otherwise */
  async advance(kinds: readonly ToldKind[], write: () => Promise<void>): Promise<void> {
    // Before, so that a process which dies in between leaves no unseen change; after, for those who read before the write.
    await this.increment(kinds);
    await write();
    await this.increment(kinds);
  }

  private async increment(kinds: readonly ToldKind[]): Promise<void> {
    if (kinds.length === 0) return;
    const $inc = Object.fromEntries(kinds.map((kind) => [`${kind}_revision`, 1]));
    await this.state.updateOne({ _id: CATALOGUE_STATE_ID }, { $inc }, { upsert: true });
  }
}
