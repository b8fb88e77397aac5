import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isValidObjectId, type Model, Types } from 'mongoose';
import { InvalidRequest, NotFound } from '../../common/errors/errors';
import { matchKey } from '../../common/text';
import type { SyncJob } from '../../sync-jobs/sync-job.schema';
import { SyncJobsService } from '../../sync-jobs/sync-jobs.service';
import { HistoryFilters, isUnfiltered } from '../listing/history-filter.service';
import { Play } from '../play.schema';
import { type DeletionQuery, type DeletionResponse, type HistoryFilterQuery, toDeletionResponse } from './deletion.dto';
import { DELETION_KIND, type DeletionPayload } from './deletion-job.types';
import { PlayDeleter } from './play-deleter.service';

/** Deletes plays that a user no longer wants in their history. */
@Injectable()
export class HistoryDeletions {
  constructor(
    @InjectModel(Play.name) private readonly history: Model<Play>,
    private readonly filters: HistoryFilters,
    private readonly deleter: PlayDeleter,
    private readonly jobs: SyncJobsService,
  ) {}

  /** @throws InvalidRequest for a filter without a name in it, and without any filter, unless all is asked for */
  async deleteMatching(userId: string, { all, ...query }: DeletionQuery): Promise<DeletionResponse> {
    refuseBlankNames(query);
    const { filter } = await this.filters.resolve(userId, query);
    if (isUnfiltered(filter) && all !== 'true') {
      throw new InvalidRequest([
        {
          loc: ['query'],
          msg:
            'Say which plays to delete, by artist, track, start_date or end_date. To delete your whole history, ' +
            'send all=true.',
          type: 'missing',
        },
      ]);
    }
    return toDeletionResponse(await this.startJob(userId, query, await this.history.countDocuments(filter)));
  }

  /** @throws NotFound for an id that is not one of this user's plays */
  async deleteOne(userId: string, id: string): Promise<DeletionResponse> {
    if (!isValidObjectId(id)) throw noSuchPlay();
    const one = { user_id: userId, _id: new Types.ObjectId(id) };
    const deleted = await this.deleter.deleteNewest(userId, one, 1);
    if (deleted.count === 0) throw noSuchPlay();
    return toDeletionResponse(await this.startJob(userId, null, 1), 1);
  }

  private async startJob(userId: string, filter: HistoryFilterQuery | null, itemsTotal: number): Promise<SyncJob> {
    const payload: DeletionPayload = { filter };
    const job = await this.jobs.start({ userId, jobType: 'rollup_build', kind: DELETION_KIND, payload, itemsTotal });
    if (job === null) throw new Error(`No job was made for a deletion of user ${userId}`);
    return job;
  }
}

/** A list passes over a blank name; a deletion that did would take the plays of all names. */
function refuseBlankNames(query: HistoryFilterQuery): void {
  const blank = (['artist', 'track'] as const).filter((field) => {
    const name = query[field];
    return name !== undefined && matchKey(name) === '';
  });
  if (blank.length === 0) return;
  const msg = 'Input should name something. Leave the filter out if it is not meant';
  throw new InvalidRequest(blank.map((field) => ({ loc: ['query', field], msg, type: 'string_too_short' })));
}

const noSuchPlay = (): NotFound => new NotFound('There is no play with this id');
