import { Injectable, Logger } from '@nestjs/common';
import { decrypt, DecryptionFailed, encrypt, KeyRing, keyRing, renewed } from '../common/encryption';
import { Settings } from '../config/settings';
import { NotLinked } from './platform.errors';
import type { PlatformToken } from './platform-token.schema';
import type { TokenGrant } from './token-grant';

type TokenKind = 'access_token' | 'refresh_token';

const contextOf = (kind: TokenKind, userId: string): string => `platform_tokens.${kind}:${userId}`;

/** Encrypts and decrypts stored tokens, each bound to its kind and its user. */
@Injectable()
export class TokenSeal {
  private readonly logger = new Logger(TokenSeal.name);
  private readonly keys: KeyRing;

  constructor(settings: Settings) {
    this.keys = keyRing(settings.encryptionKey, settings.encryptionKeysRetired);
  }

  /** The fields in which a grant is stored; what the grant leaves out stays as it was. */
  seal(userId: string, { accessToken, refreshToken, expiresAt, scope }: TokenGrant): Partial<PlatformToken> {
    return {
      access_token_encrypted: encrypt(accessToken, this.keys, contextOf('access_token', userId)),
      expires_at: expiresAt,
      ...(scope === '' ? {} : { scope }),
      ...(refreshToken === null
        ? {}
        : { refresh_token_encrypted: encrypt(refreshToken, this.keys, contextOf('refresh_token', userId)) }),
    };
  }

  /** @throws NotLinked when no key opens it */
  open(link: PlatformToken, kind: TokenKind): string {
    try {
      return decrypt(link[`${kind}_encrypted`], this.keys, contextOf(kind, link.user_id));
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error;
      this.logger.warn(
        `The ${kind} of user ${link.user_id} does not open: ${error.message}. ` +
          'If ENCRYPTION_KEY was changed, name the former one in ENCRYPTION_KEYS_RETIRED.',
      );
      throw new NotLinked('Your platform account was linked under another encryption key');
    }
  }

  /**
   * The link's tokens that are under a former key, under the current one.
   *
   * @throws DecryptionFailed
   */
  renew(link: PlatformToken): Partial<PlatformToken> {
    const access = renewed(link.access_token_encrypted, this.keys, contextOf('access_token', link.user_id));
    const refresh = renewed(link.refresh_token_encrypted, this.keys, contextOf('refresh_token', link.user_id));
    return {
      ...(access === null ? {} : { access_token_encrypted: access }),
      ...(refresh === null ? {} : { refresh_token_encrypted: refresh }),
    };
  }

  opens(link: PlatformToken, kind: TokenKind): boolean {
    try {
      this.open(link, kind);
      return true;
    } catch (error) {
      if (error instanceof NotLinked) return false;
      throw error;
    }
  }
}
