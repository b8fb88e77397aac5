import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { CatalogueIdentities } from '../../catalogue/catalogue-identities.service';
import { CatalogueRevisions } from '../../catalogue/catalogue-revisions.service';
import { isPlatformId } from '../../catalogue/name-id';
import { chunksOf } from '../../common/chunks';
import { JOBS_CONNECTION } from '../../database/connections';
import { refusedAsDuplicates } from '../../database/duplicate-key';
import { Identities, type TrackIdentity } from '../figures/identities';
import { identityOf, inOrder, isWhole, pack, type Part, TRACKS_A_PART, UNKNOWN, unpack } from './listened-identities';
import { ListenedIdentitiesPart } from './listened-identities.schema';
import { writesBetween } from './listened-parts';

/** Records a round trip: decoding them takes a few milliseconds, in which nothing else is served. */
const ASKED_AT_ONCE = 500;

/**
 * Whose the tracks are that each user has played, kept together for the figures, as audio features are. What is known of a
 * track stays until all roll-ups are built anew; for the others the catalogue is asked again when the platform has told of
 * some. Two that write at once harm nothing: what one of them loses is asked for again.
 */
@Injectable()
export class ListenedIdentities {
  private readonly parts: mongo.Collection<Part>;

  constructor(
    private readonly catalogue: CatalogueIdentities,
    private readonly revisions: CatalogueRevisions,
    @InjectModel(ListenedIdentitiesPart.name, JOBS_CONNECTION) parts: Model<ListenedIdentitiesPart>,
  ) {
    this.parts = parts.collection as unknown as mongo.Collection<Part>;
  }

  /**
   * What the catalogue knows of the tracks that a user has played; what is kept of others is forgotten.
   * @param trackIds of all of them
   */
  async identitiesOf(userId: string, trackIds: Iterable<string>): Promise<Identities> {
    // Before the catalogue is asked: what it learns meanwhile has a later one.
    const { identities: revision } = await this.revisions.current();
    const stored = await this.parts.find({ user_id: userId }, { sort: { known: -1, part: 1 } }).toArray();
    const listened = unpack(stored);
    const played = new Set<string>();
    // The platform knows nothing of ids that are made of names.
    for (const id of trackIds) if (isPlatformId(id)) played.add(id);
    const areCurrent = stored.every((part) => part.known || part.revision === revision);
    const isAsked = (id: string): boolean => {
      const identity = listened.get(id);
      return identity === undefined || (!areCurrent && !isWhole(identity));
    };
    const asked = [...played].filter(isAsked);
    await this.ask(listened, asked);
    const areOthersKept = listened.size > played.size;
    if (areOthersKept) for (const id of [...listened.keys()]) if (!played.has(id)) listened.delete(id);
    if (asked.length > 0 || areOthersKept || !areCurrent) {
      const isMuchNew = asked.length > TRACKS_A_PART;
      await this.write(stored, pack(userId, isMuchNew ? inOrder(listened) : listened, revision));
    }
    return new Identities(listened);
  }

  /** Forgets what is kept of a user, so that the catalogue is asked for all of it anew. */
  async forget(userId: string): Promise<void> {
    await this.parts.deleteMany({ user_id: userId });
  }

  private async ask(listened: Map<string, TrackIdentity>, trackIds: readonly string[]): Promise<void> {
    for (const chunk of chunksOf(trackIds, ASKED_AT_ONCE)) {
      const told = await this.catalogue.ofTracks(chunk);
      for (const id of chunk) {
        const identity = told.get(id);
        listened.set(id, identity === undefined ? UNKNOWN : identityOf(identity));
      }
    }
  }

  private async write(stored: readonly Part[], wanted: readonly Part[]): Promise<void> {
    const writes = writesBetween(stored, wanted, ({ text }) => text);
    if (writes.length === 0) return;
    try {
      await this.parts.bulkWrite(writes, { ordered: false });
    } catch (error) {
      // Another has just written the same parts.
      if (refusedAsDuplicates(error) === null) throw error;
    }
  }
}
