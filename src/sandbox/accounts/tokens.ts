import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ClientApp } from '../client';

export const ACCESS_TOKEN_SECONDS = 3_600;

/** What a token stands for. */
export interface Grant {
  listenerId: string;
  scopes: string[];
}

interface Payload extends Grant {
  kind: 'access' | 'refresh';
  /** Unix milliseconds, never the same twice within a process. */
  issuedAt: number;
}

/**
 * Access and refresh tokens. A token carries its grant and a signature, so that links made with the sandbox outlive
 * a restart of it; only revocations and early expiries are held in memory.
 */
export class Tokens {
  private readonly key: Buffer;
  private readonly revoked = new Map<string, number>();
  private readonly expired = new Map<string, number>();
  private lastStamp = 0;

  constructor(
    client: ClientApp,
    seed: number,
    private readonly now: () => number = Date.now,
  ) {
    this.key = createHash('sha256').update(`${client.id}/${client.secret}/${seed}`).digest();
  }

  issue(kind: Payload['kind'], { listenerId, scopes }: Grant): string {
    const payload = Buffer.from(JSON.stringify({ kind, listenerId, scopes, issuedAt: this.stamp() })).toString(
      'base64url',
    );
    return `${payload}.${this.sign(payload)}`;
  }

  /** The grant of an access token, or why it has none. */
  checkAccess(token: string): Grant | 'invalid' | 'expired' {
    const payload = this.read('access', token);
    if (!payload || this.isRevoked(payload)) return 'invalid';
    const over = this.now() >= payload.issuedAt + ACCESS_TOKEN_SECONDS * 1_000;
    return over || payload.issuedAt <= (this.expired.get(payload.listenerId) ?? 0) ? 'expired' : payload;
  }

  /** The grant of a refresh token, or why it has none. Refresh tokens do not expire. */
  checkRefresh(token: string): Grant | 'invalid' | 'revoked' {
    const payload = this.read('refresh', token);
    if (!payload) return 'invalid';
    return this.isRevoked(payload) ? 'revoked' : payload;
  }

  /** Ends every token the listener has given out so far, as when they remove the app from their account. */
  revoke(listenerId: string): void {
    this.revoked.set(listenerId, this.stamp());
  }

  /** Makes every access token the listener has given out so far an expired one; refreshing gives a good one. */
  expireAccess(listenerId: string): void {
    this.expired.set(listenerId, this.stamp());
  }

  /** Takes back all revocations and early expiries. */
  reset(): void {
    this.revoked.clear();
    this.expired.clear();
  }

  private isRevoked(payload: Payload): boolean {
    return payload.issuedAt <= (this.revoked.get(payload.listenerId) ?? 0);
  }

  private stamp(): number {
    this.lastStamp = Math.max(this.now(), this.lastStamp + 1);
    return this.lastStamp;
  }

  private sign(payload: string): string {
    return createHmac('sha256', this.key).update(payload).digest('base64url');
  }

  private read(kind: Payload['kind'], token: string): Payload | null {
    const [text = '', signature = ''] = token.split('.');
    const given = Buffer.from(signature);
    const right = Buffer.from(this.sign(text));
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    // The signature is ours, so the content is what `issue` wrote.
    const payload = JSON.parse(Buffer.from(text, 'base64url').toString()) as Payload;
    return payload.kind === kind ? payload : null;
  }
}
