import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { type ExportFile, type UserCollection, type UserData, UserDataOwner } from '../database/user-data/user-data';
import { byUserId, jsonLines, rowsOf } from '../database/user-data/user-rows';
import { PlatformToken } from './platform-token.schema';

/** A user's link to their platform account. */
@UserDataOwner()
export class PlatformUserData implements UserData {
  readonly collections: readonly UserCollection[];
  private readonly tokens: UserCollection;

  constructor(@InjectModel(PlatformToken.name, JOBS_CONNECTION) tokens: Model<PlatformToken>) {
    this.tokens = byUserId(tokens);
    this.collections = [this.tokens];
  }

  /** The tokens themselves are left out: whoever has them acts as the user on the platform. */
  files(userId: string): ExportFile[] {
    const about = 'How your link to the music platform stands, without the secret tokens.';
    const content = jsonLines<PlatformToken>(
      rowsOf(this.tokens, userId, { sort: { _id: 1 } }),
      ({ expires_at, scope, broken }) => ({
        linked: !broken,
        expires_at,
        scope,
      }),
    );
    return [{ name: 'platform-link.jsonl', about, content }];
  }
}
