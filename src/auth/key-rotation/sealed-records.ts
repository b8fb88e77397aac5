import type { Collection, Connection, Types } from 'mongoose';
import type { PlatformToken } from '../../platform/platform-token.schema';
import type { RefreshLock } from '../../platform/refresh-lock';
import type { TokenSeal } from '../../platform/token-seal';
import type { User } from '../../users/user.schema';
import type { EmailSeal } from '../email-seal';

/** A record that holds encrypted texts. */
export interface SealedRecord {
  /** Whether something of it is under a former key. @throws DecryptionFailed when it does not open */
  isDue(): boolean;
  /** Writes it under the current key, unless somebody else writes it at the same time. */
  renew(): Promise<void>;
}

/** Reads all records of a kind. */
export type SealedRecords = () => AsyncIterable<SealedRecord>;

/** Platform tokens. A refresh writes them too, and finds its record by what it read: neither runs during the other. */
export function sealedTokens(database: Connection, seal: TokenSeal, lock: RefreshLock): SealedRecords {
  const tokens = database.collection<PlatformToken>('platform_tokens');
  const renew = ({ _id, user_id }: PlatformToken): Promise<void> =>
    lock.hold(user_id, async () => {
      const link = await tokens.findOne({ _id });
      if (link !== null) await replace(tokens, link, seal.renew(link));
    });
  return async function* () {
    for await (const link of tokens.find().sort({ _id: 1 }))
      yield { isDue: () => !isEmpty(seal.renew(link)), renew: () => renew(link) };
  };
}

/** Email addresses of users. */
export function sealedEmails(database: Connection, seal: EmailSeal): SealedRecords {
  const users = database.collection<User>('users');
  return async function* () {
    for await (const user of users.find().sort({ _id: 1 }))
      yield { isDue: () => !isEmpty(seal.renew(user)), renew: () => replace(users, user, seal.renew(user)) };
  };
}

function isEmpty(changes: object): boolean {
  return Object.keys(changes).length === 0;
}

/** Writes the changes where the fields still are as they were read: a login may have replaced them meanwhile. */
async function replace<Row extends { _id: Types.ObjectId }>(
  collection: Collection<Row>,
  read: Row,
  changes: Partial<Row>,
): Promise<void> {
  if (isEmpty(changes)) return;
  const asRead = Object.fromEntries(Object.keys(changes).map((field) => [field, read[field as keyof Row]]));
  await collection.updateOne({ _id: read._id, ...asRead } as never, { $set: changes });
}
