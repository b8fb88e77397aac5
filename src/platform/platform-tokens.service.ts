import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PlatformAccountsClient } from './platform-accounts.client';
import { PlatformToken } from './platform-token.schema';
import { NotLinked, PlatformGrantRefused } from './platform.errors';
import { RefreshLock } from './refresh-lock';
import type { LoginGrant, TokenGrant } from './token-grant';
import { TokenSeal } from './token-seal';

/** An access token this close to its expiry is not used any more. */
const REFRESH_BEFORE_EXPIRY_MS = 5 * 60_000;

/** How a user's link to the platform stands. */
export interface LinkState {
  linked: boolean;
  /** Expiry of the access token; null when no account is linked, or the link is broken. */
  expiresAt: Date | null;
}

/** Keeps users' platform tokens and renews them in time. */
@Injectable()
export class PlatformTokensService {
  private readonly logger = new Logger(PlatformTokensService.name);

  constructor(
    @InjectModel(PlatformToken.name) private readonly tokens: Model<PlatformToken>,
    private readonly accounts: PlatformAccountsClient,
    private readonly lock: RefreshLock,
    private readonly seal: TokenSeal,
  ) {}

  /** Links the platform account of a login, in place of any former link. */
  async store(userId: string, grant: LoginGrant): Promise<void> {
    const link = { ...this.seal.seal(userId, grant), broken: false };
    await this.tokens.updateOne({ user_id: userId }, { $set: link }, { upsert: true });
  }

  async stateOf(userId: string): Promise<LinkState> {
    const link = await this.tokens.findOne({ user_id: userId }).lean<PlatformToken>();
    const isLinked = link !== null && !link.broken && this.seal.opens(link, 'refresh_token');
    return isLinked ? { linked: true, expiresAt: link.expires_at } : { linked: false, expiresAt: null };
  }

  /**
   * An access token that is good for at least five minutes more.
   *
   * @throws NotLinked, or the PlatformError for which a refresh failed
   */
  async accessTokenFor(userId: string): Promise<string> {
    const link = await this.linkOf(userId);
    const isFresh = link.expires_at.getTime() - Date.now() > REFRESH_BEFORE_EXPIRY_MS;
    return isFresh ? this.seal.open(link, 'access_token') : this.renew(link);
  }

  /**
   * Gets a new access token although the stored one may still be good: because the user asks, or because the platform
   * has refused it. Whoever asks while another refresh is under way shares its result.
   *
   * @throws as accessTokenFor
   */
  async refresh(userId: string): Promise<string> {
    return this.renew(await this.linkOf(userId));
  }

  /**
   * A new access token in the place of one that the platform has refused. Whoever comes with a token that was replaced
   * already gets the one that replaced it.
   *
   * @throws as accessTokenFor
   */
  async renewRefused(userId: string, refused: string): Promise<string> {
    const link = await this.linkOf(userId);
    const current = this.seal.open(link, 'access_token');
    return current === refused ? this.renew(link) : current;
  }

  /**
   * Somebody whose token may be used for what belongs to nobody, the one whose access lasts longest.
   *
   * @param except users whose links are known to be of no use
   * @throws NotLinked when nobody else has a platform account linked
   */
  async anyLinkedUser(except: readonly string[] = []): Promise<string> {
    const link = await this.tokens
      .findOne({ broken: false, user_id: { $nin: except } })
      .sort({ expires_at: -1 })
      .lean<PlatformToken>();
    if (link === null) throw new NotLinked('Nobody has a platform account linked');
    return link.user_id;
  }

  /** All users whose links hold, as far as is known, read as they are asked for. */
  async *linkedUsers(): AsyncGenerator<string> {
    const links = this.tokens.find({ broken: false }).sort({ user_id: 1 }).select('user_id').lean<PlatformToken>();
    for await (const { user_id } of links.cursor()) yield user_id;
  }

  private renew(seen: PlatformToken): Promise<string> {
    return this.lock.hold(seen.user_id, async () => {
      const link = await this.linkOf(seen.user_id);
      // Another token means that somebody has renewed it meanwhile; another sealed text may be the same under a new key.
      const current = this.seal.open(link, 'access_token');
      if (current !== this.seal.open(seen, 'access_token')) return current;
      const grant = await this.requestRefresh(link);
      await this.tokens.updateOne(sameLink(link), { $set: this.seal.seal(link.user_id, grant) });
      return grant.accessToken;
    });
  }

  private async requestRefresh(link: PlatformToken): Promise<TokenGrant> {
    try {
      return await this.accounts.refresh(this.seal.open(link, 'refresh_token'), link.user_id);
    } catch (error) {
      if (!(error instanceof PlatformGrantRefused)) throw error;
      this.logger.warn(`The platform account of user ${link.user_id} is not linked any more: its refresh was refused`);
      await this.tokens.updateOne(sameLink(link), { $set: { broken: true } });
      throw brokenLink();
    }
  }

  /** @throws NotLinked */
  private async linkOf(userId: string): Promise<PlatformToken> {
    const link = await this.tokens.findOne({ user_id: userId }).lean<PlatformToken>();
    if (link === null) throw new NotLinked();
    if (link.broken) throw brokenLink();
    return link;
  }
}

/** Matches a link only as long as no login has replaced it. */
const sameLink = (link: PlatformToken): Partial<PlatformToken> => ({
  user_id: link.user_id,
  refresh_token_encrypted: link.refresh_token_encrypted,
});

const brokenLink = (): NotLinked => new NotLinked('Your platform account is not linked any more');
