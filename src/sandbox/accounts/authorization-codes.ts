import { randomBytes } from 'node:crypto';

const LIFETIME_MS = 10 * 60_000;

/** What a listener agreed to. */
export interface Consent {
  listenerId: string;
  scopes: string[];
  redirectUri: string;
  codeChallenge: string | null;
}

/** Codes handed out and not yet exchanged. A code is good for ten minutes and a single use. */
export class AuthorizationCodes {
  private readonly pending = new Map<string, Consent & { expiresAt: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  issue(consent: Consent): string {
    for (const [code, { expiresAt }] of this.pending) if (expiresAt <= this.now()) this.pending.delete(code);
    const code = randomBytes(96).toString('base64url');
    this.pending.set(code, { ...consent, expiresAt: this.now() + LIFETIME_MS });
    return code;
  }

  /** What the code stands for, or `unknown` or `expired`; asking uses it up. */
  redeem(code: string): Consent | 'unknown' | 'expired' {
    const consent = this.pending.get(code);
    this.pending.delete(code);
    if (!consent) return 'unknown';
    return consent.expiresAt <= this.now() ? 'expired' : consent;
  }
}
