import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CatalogueService } from '../catalogue/catalogue.service';
import type { SnapshotSummary } from '../analytics/figures/snapshot';
import { genreSeedsOf, seedsInOrder, type Seeds, seedsOf, withSeedsOf } from './scoring/seeds';
import { TopItems } from './top-items/top-items.schema';

/** Of about half a year: neither a passing mood nor what was loved long ago. */
const TIME_RANGE = 'medium_term';

/** Finds what a user likes best. */
@Injectable()
export class SeedReader {
  constructor(
    @InjectModel(TopItems.name) private readonly topItems: Model<TopItems>,
    private readonly catalogue: CatalogueService,
  ) {}

  /** The seeds of a snapshot; where it has none of a kind, what the platform says the user likes. */
  async seedsOf(snapshot: SnapshotSummary): Promise<Seeds> {
    const seeds = seedsOf(snapshot);
    const isWhole = Object.values(seeds).every((kind: Seeds[keyof Seeds]) => kind.length > 0);
    return isWhole ? seeds : withSeedsOf(seeds, await this.platformSeeds(snapshot.user_id));
  }

  private async platformSeeds(userId: string): Promise<Seeds> {
    const lists = await this.topItems.find({ user_id: userId, time_range: TIME_RANGE }).lean<TopItems[]>();
    const itemsOf = (kind: TopItems['kind']) => lists.find((list) => list.kind === kind)?.items ?? [];
    const artists = seedsInOrder(itemsOf('artists'));
    const known = await this.catalogue.findArtistsByName(artists.map(({ name }) => name));
    return {
      artists,
      tracks: seedsInOrder(itemsOf('tracks')),
      genres: genreSeedsOf(artists, ({ name }) => known.get(name)?.genres ?? []),
    };
  }
}
