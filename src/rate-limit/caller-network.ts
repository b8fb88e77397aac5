import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const IPV4_MAPPED = /^::ffff:(\d+(?:\.\d+){3})$/i;

/**
 * What callers without a session are told apart by: an IPv4 address, or the network of an IPv6 address. Every line is
 * given a whole network of those (/64, RFC 6177), so that one caller could use another address for each request.
 */
export function callerNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [, ipv4] = IPV4_MAPPED.exec(address) ?? [];
  if (ipv4 !== undefined) return ipv4;
  const plain = address.replace(/%.*$/, '').replace(/[^:]*\.[^:]*$/, '0:0');
  const [before = [], after = []] = plain.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
