import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** `closed`: there is nothing here for this caller. `refused`: the token is missing, or is another one. */
export type MetricsAccess = 'granted' | 'closed' | 'refused';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** What proxies add. A proxy on this machine calls from loopback for callers from anywhere. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Whether a caller may read the metrics: with a token set, whoever sends it; else programs on this machine that call
 * directly, by one of its loopback names.
 */
export function metricsAccess(
  { headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string } },
  token: string | undefined,
): MetricsAccess {
  if (token !== undefined) return isBearer(headers.authorization, token) ? 'granted' : 'refused';
  const isDirect = FORWARDED.every((name) => headers[name] === undefined);
  // A proxy that says nothing of itself may still pass on the name by which it was called.
  const isCalledLocally = LOCAL_HOST.test(headers.host ?? '');
  return isLoopback(socket.remoteAddress) && isDirect && isCalledLocally ? 'granted' : 'closed';
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Compares digests, which have one length, in a time that does not depend on where they differ. */
function isBearer(header: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(.+)$/i.exec(header ?? '') ?? [];
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
