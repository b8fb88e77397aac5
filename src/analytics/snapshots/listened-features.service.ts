import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { CatalogueService } from '../../catalogue/catalogue.service';
import { CatalogueRevisions } from '../../catalogue/catalogue-revisions.service';
import { chunksOf } from '../../common/chunks';
import { JOBS_CONNECTION } from '../../database/connections';
import { refusedAsDuplicates } from '../../database/duplicate-key';
import type { FeatureTable } from '../figures/feature-table';
import { type Listened, pack, type Part, unpack } from './listened-features';
import { ListenedFeaturesPart } from './listened-features.schema';
import { writesBetween } from './listened-parts';

/** Records a round trip: decoding them takes a few milliseconds, in which nothing else is served. */
const ASKED_AT_ONCE = 500;

/**
 * The audio features of the tracks that each user has played, kept together for the averages: the catalogue would have to
 * be asked for thousands of records. The platform measures a recording once, so that features once read stay; for tracks
 * without any the catalogue is asked again when the platform has told some. Two that write at once harm nothing: what one
 * of them loses is asked for again.
 */
@Injectable()
export class ListenedFeatures {
  private readonly parts: mongo.Collection<Part>;

  constructor(
    private readonly catalogue: CatalogueService,
    private readonly revisions: CatalogueRevisions,
    @InjectModel(ListenedFeaturesPart.name, JOBS_CONNECTION) parts: Model<ListenedFeaturesPart>,
  ) {
    this.parts = parts.collection as unknown as mongo.Collection<Part>;
  }

  /**
   * What the catalogue knows of these tracks' features.
   * @param areAll whether the user has played no other tracks: what is kept of others is then forgotten
   */
  async featuresOf(userId: string, trackIds: readonly string[], areAll: boolean): Promise<FeatureTable> {
    // Before the catalogue is asked: what it learns meanwhile has a later one.
    const { features: revision } = await this.revisions.current();
    const stored = await this.parts.find({ user_id: userId }, { sort: { known: -1, part: 1 } }).toArray();
    const listened = unpack(stored);
    const areCurrent = stored.every((part) => part.known || part.revision === revision);
    const added = trackIds.filter((id) => !listened.known.has(id) && !listened.unknown.has(id));
    await this.ask(listened, areCurrent ? added : [...listened.unknown, ...added]);
    const areOthersKept = areAll && listened.known.size + listened.unknown.size > trackIds.length;
    if (areCurrent && added.length === 0 && !areOthersKept) return listened.known;
    const kept = areOthersKept ? only(listened, new Set(trackIds)) : listened;
    await this.write(writesBetween(stored, pack(userId, kept, revision), ({ track_ids }) => track_ids));
    return kept.known;
  }

  /** Forgets what is kept of a user, so that the catalogue is asked for all of it anew. */
  async forget(userId: string): Promise<void> {
    await this.parts.deleteMany({ user_id: userId });
  }

  /** Sorts the tracks into the known and the unknown. */
  private async ask({ known, unknown }: Listened, trackIds: readonly string[]): Promise<void> {
    for (const chunk of chunksOf(trackIds, ASKED_AT_ONCE)) {
      const told = await this.catalogue.findAudioFeatures(chunk);
      for (const id of chunk) {
        const features = told.get(id);
        if (features === undefined) unknown.add(id);
        else {
          known.add(id, features);
          unknown.delete(id);
        }
      }
    }
  }

  private async write(writes: mongo.AnyBulkWriteOperation<Part>[]): Promise<void> {
    if (writes.length === 0) return;
    try {
      await this.parts.bulkWrite(writes, { ordered: false });
    } catch (error) {
      // Another has just written the same parts.
      if (refusedAsDuplicates(error) === null) throw error;
    }
  }
}

function only({ known, unknown }: Listened, played: ReadonlySet<string>): Listened {
  return { known: known.filter((id) => played.has(id)), unknown: new Set([...unknown].filter((id) => played.has(id))) };
}
