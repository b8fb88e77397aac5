import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { type UserCollection, type UserData, UserDataOwner } from '../../database/user-data/user-data';
import { byOwnId } from '../../database/user-data/user-rows';
import { NamelessHistory } from './nameless-history.schema';
import { UnresolvedHistory } from './unresolved-history.schema';

/** How far the search for the ids of a user's tracks is, and for the names. */
@UserDataOwner()
export class ResolvingUserData implements UserData {
  readonly collections: readonly UserCollection[];

  constructor(
    @InjectModel(UnresolvedHistory.name, JOBS_CONNECTION) unresolved: Model<UnresolvedHistory>,
    @InjectModel(NamelessHistory.name, JOBS_CONNECTION) nameless: Model<NamelessHistory>,
  ) {
    this.collections = [byOwnId(unresolved), byOwnId(nameless)];
  }
}
