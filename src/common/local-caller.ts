import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** What tells where a request comes from. */
export type Caller = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string } };

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** What proxies add. A proxy on this machine calls from loopback for callers from anywhere. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Whether a program on this machine calls: directly, by one of the machine's loopback names, or through a proxy that is
 * believed and on this machine too.
 *
 * @param believesProxies whether `X-Forwarded-For` is a proxy's; then every address in it must be of this machine
 */
export function isLocalCaller({ headers, socket }: Caller, believesProxies: boolean): boolean {
  if (!isLoopback(socket.remoteAddress)) return false;
  const reported = [headers['x-forwarded-for'] ?? []].flat().join().split(',');
  if (believesProxies && reported.every((address) => isLoopback(address.trim()))) return true;
  const isDirect = FORWARDED.every((name) => headers[name] === undefined);
  // A proxy that says nothing of itself may still pass on the name by which it was called.
  return isDirect && LOCAL_HOST.test(headers.host ?? '');
}

function isLoopback(address = ''): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
