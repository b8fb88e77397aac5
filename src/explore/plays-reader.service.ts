import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CatalogueService } from '../catalogue/catalogue.service';
import { toPlayResponse } from '../history/listing/history.dto';
import { Play } from '../history/play.schema';
import type { ExplorePlayResponse } from './play.dto';

/** What every play of the record comes from by now. */
const ORIGIN = { origin: 'platform', client: '' };

/** Reads single plays from the record, as the history lists them. */
@Injectable()
export class PlaysReader {
  constructor(
    @InjectModel(Play.name) private readonly history: Model<Play>,
    private readonly catalogue: CatalogueService,
  ) {}

  /** Those of a user's plays that are still there, by id. */
  async byId(userId: string, ids: readonly string[]): Promise<Map<string, ExplorePlayResponse>> {
    const plays = await this.history.find({ _id: { $in: ids }, user_id: userId }).lean<Play[]>();
    const covers = await this.catalogue.findCovers([...new Set(plays.map(({ track }) => track.platform_id))]);
    return new Map(
      plays.map((play) => {
        const response = Object.assign(toPlayResponse(play, covers.get(play.track.platform_id)), ORIGIN);
        return [response.id, response];
      }),
    );
  }
}
