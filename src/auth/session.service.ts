import '@fastify/cookie';
import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Session } from '../common/authentication';
import { ServiceUnavailable } from '../common/errors/errors';
import { REQUEST_REDIS } from '../queue/redis';

export const SESSION_COOKIE = 'playledger_session';
export const SESSION_SECONDS = 30 * 24 * 3600;

/** A token of another replica may be as much younger than the clock here tells; one from further ahead was not issued yet. */
const MOST_AHEAD_MS = 60_000;

/** What a well-signed token may carry: the claims of the contract, and `jti`. Any of them may be missing or odd. */
type Claims = Partial<Record<'sub' | 'platform_id' | 'jti' | 'iat' | 'exp', unknown>>;

/** How many revoked tokens a process remembers, so that it need not ask for them again. */
const MOST_REMEMBERED = 10_000;

const BEARER = /^Bearer +(\S+)$/i;

const revocationKey = (tokenId: string): string => `session:revoked:${tokenId}`;
/** Says that no token of this user's is worth anything. */
const userRevocationKey = (userId: string): string => `session:revoked-user:${userId}`;

/** Issues, reads and revokes session tokens: signed JWTs that live for 30 days. */
@Injectable()
export class SessionService {
  /** Ids of tokens that are known to be worthless, which they stay. */
  private readonly revoked = new LRUCache<string, true>({ max: MOST_REMEMBERED });

  constructor(
    private readonly jwt: JwtService,
    @Inject(REQUEST_REDIS) private readonly redis: Redis,
  ) {}

  issue(user: { id: string; platformId: string }): string {
    return this.jwt.sign({ platform_id: user.platformId }, { subject: user.id, jwtid: randomUUID() });
  }

  /**
   * The sessions that a request claims, that of its cookie before that of its Authorization header. Whether they were
   * revoked may not be known yet: see isRevoked.
   */
  claimedBy(request: FastifyRequest): Session[] {
    const tokens = [request.cookies[SESSION_COOKIE], BEARER.exec(request.headers.authorization ?? '')?.[1]];
    return tokens.map((token) => this.verify(token)).filter((session) => session !== undefined);
  }

  /** @throws ServiceUnavailable when the cache, which holds the revocations, does not answer */
  async isRevoked(session: Session): Promise<boolean> {
    try {
      const found = await this.redis.exists(revocationKey(session.tokenId), userRevocationKey(session.userId));
      if (found > 0) this.revoked.set(session.tokenId, true);
      return found > 0;
    } catch (error) {
      throw new ServiceUnavailable(
        'Your session cannot be checked while the cache is away. Try again in a few seconds.',
        {
          cause: error,
        },
      );
    }
  }

  /** Makes the token worthless for the rest of its life. */
  async revoke(session: Session): Promise<void> {
    const seconds = Math.ceil((session.expiresAt.getTime() - Date.now()) / 1000);
    if (seconds > 0) await this.redis.set(revocationKey(session.tokenId), '1', 'EX', seconds);
    this.revoked.set(session.tokenId, true);
  }

  /** Makes all tokens worthless that a user has or is given, for as long as one issued now would live. */
  async revokeAll(userId: string): Promise<void> {
    await this.redis.set(userRevocationKey(userId), '1', 'EX', SESSION_SECONDS);
  }

  /** A token without `jti`, which the contract does not list, is known by its digest. */
  private verify(token: string | undefined): Session | undefined {
    if (token === undefined) return undefined;
    try {
      const { sub, platform_id, jti, iat, exp } = this.jwt.verify<Claims>(token);
      if (typeof sub !== 'string' || typeof platform_id !== 'string' || typeof exp !== 'number') return undefined;
      if (typeof iat === 'number' && iat * 1000 > Date.now() + MOST_AHEAD_MS) return undefined;
      const tokenId = typeof jti === 'string' ? jti : createHash('sha256').update(token).digest('hex');
      if (this.revoked.has(tokenId)) return undefined;
      return { userId: sub, platformId: platform_id, tokenId, expiresAt: new Date(exp * 1000) };
    } catch {
      // Malformed, forged or expired: by the decisions that is the same as no session.
      return undefined;
    }
  }
}
