import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { type ExportFile, type UserCollection, type UserData, UserDataOwner } from '../../database/user-data/user-data';
import { byOwnId, byUserId, jsonLines, rowsOf } from '../../database/user-data/user-rows';
import { FeedGap } from '../feed-gaps/feed-gap.schema';
import { DeletedPlays } from '../deletion/deleted-plays.schema';
import { Play } from '../play.schema';
import { PlayedNames } from '../played-names.schema';
import { ChangedDay } from '../changed-day.schema';
import { HistoryState } from '../writing/history-state.schema';
import { HeardCatalogue } from './heard-catalogue.service';
import { platformFiles } from './platform-files';

const OLDEST_FIRST = { sort: { played_at: 1, _id: 1 } } as const;

/** A user's plays, and what the service needs to write them. */
@UserDataOwner()
export class HistoryUserData implements UserData {
  readonly collections: readonly UserCollection[];
  private readonly plays: UserCollection;
  private readonly deleted: UserCollection;
  private readonly gaps: UserCollection;

  constructor(
    @InjectModel(Play.name, JOBS_CONNECTION) plays: Model<Play>,
    @InjectModel(DeletedPlays.name, JOBS_CONNECTION) deleted: Model<DeletedPlays>,
    @InjectModel(PlayedNames.name, JOBS_CONNECTION) names: Model<PlayedNames>,
    @InjectModel(ChangedDay.name, JOBS_CONNECTION) changedDays: Model<ChangedDay>,
    @InjectModel(HistoryState.name, JOBS_CONNECTION) leases: Model<HistoryState>,
    @InjectModel(FeedGap.name, JOBS_CONNECTION) gaps: Model<FeedGap>,
    private readonly heard: HeardCatalogue,
  ) {
    this.plays = byUserId(plays);
    this.deleted = byOwnId(deleted);
    this.gaps = byUserId(gaps);
    this.collections = [this.plays, this.deleted, this.gaps, byUserId(names), byUserId(changedDays), byOwnId(leases)];
  }

  async *files(userId: string): AsyncGenerator<ExportFile, void> {
    const plays = (): AsyncGenerator<Play[], void> => rowsOf<Play>(this.plays, userId, OLDEST_FIRST);
    yield {
      name: 'history.jsonl',
      about: 'Every play, oldest first, with all that is kept of it. "played_at" is its end, in UTC.',
      content: jsonLines(plays()),
    };
    yield {
      name: 'deleted-plays.jsonl',
      about: 'The newest of the plays that you have deleted, which the music platform could tell of again.',
      content: jsonLines(rowsOf(this.deleted, userId, { sort: { _id: 1 } })),
    };
    yield {
      name: 'feed-gaps.jsonl',
      about: 'Times of which the music platform’s feed may have lost plays, since there were more than it holds.',
      content: jsonLines(rowsOf(this.gaps, userId, { sort: { from: 1 } })),
    };
    yield* this.heard.files(userId);
    yield* platformFiles(plays);
  }
}
