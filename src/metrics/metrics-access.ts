import { createHash, timingSafeEqual } from 'node:crypto';
import { type Caller, isLocalCaller } from '../common/local-caller';

/** `closed`: there is nothing here for this caller. `refused`: the token is missing, or is another one. */
export type MetricsAccess = 'granted' | 'closed' | 'refused';

/**
 * Whether a caller may read the metrics: with a token set, whoever sends it; else programs on this machine that call
 * directly, by one of its loopback names.
 */
export function metricsAccess(caller: Caller, token: string | undefined): MetricsAccess {
  if (token !== undefined) return isBearer(caller.headers.authorization, token) ? 'granted' : 'refused';
  return isLocalCaller(caller, false) ? 'granted' : 'closed';
}

/** Compares digests, which have one length, in a time that does not depend on where they differ. */
function isBearer(header: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(.+)$/i.exec(header ?? '') ?? [];
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
