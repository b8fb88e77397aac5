import { Injectable, Logger } from '@nestjs/common';
import { decrypt, DecryptionFailed, encrypt, KeyRing, keyRing, renewed } from '../common/encryption';
import { Settings } from '../config/settings';
import type { User } from '../users/user.schema';

const contextOf = (platformId: string): string => `users.email:${platformId}`;

/** Encrypts and decrypts users' email addresses, each bound to its platform account. */
@Injectable()
export class EmailSeal {
  private readonly logger = new Logger(EmailSeal.name);
  private readonly keys: KeyRing;

  constructor(settings: Settings) {
    this.keys = keyRing(settings.encryptionKey, settings.encryptionKeysRetired);
  }

  /** The address as it is stored; "" for none. */
  seal(email: string, platformId: string): string {
    return email === '' ? '' : encrypt(email, this.keys, contextOf(platformId));
  }

  /**
   * The user's address under the current key, where it is under a former one.
   *
   * @throws DecryptionFailed
   */
  renew({ email_encrypted: email, platform_id }: User): Partial<User> {
    const address = email === '' ? null : renewed(email, this.keys, contextOf(platform_id));
    return address === null ? {} : { email_encrypted: address };
  }

  /** The user's address; "" when there is none, or none that the service's keys open. */
  open(user: Pick<User, '_id' | 'platform_id' | 'email_encrypted'>): string {
    if (user.email_encrypted === '') return '';
    try {
      return decrypt(user.email_encrypted, this.keys, contextOf(user.platform_id));
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error;
      this.logger.warn(
        `The email address of user ${String(user._id)} does not open: ${error.message}. ` +
          'If ENCRYPTION_KEY was changed, name the former one in ENCRYPTION_KEYS_RETIRED.',
      );
      return '';
    }
  }
}
