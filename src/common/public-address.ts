import { BlockList, isIP } from 'node:net';

/** Networks that are not reached from the internet: loopback, private, link-local and shared (carrier or VPN) addresses. */
const CLOSED_NETWORKS = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  CLOSED_NETWORKS.addSubnet(network, prefix, 'ipv4');
CLOSED_NETWORKS.addAddress('::1', 'ipv6');
CLOSED_NETWORKS.addSubnet('fc00::', 7, 'ipv6');
CLOSED_NETWORKS.addSubnet('fe80::', 10, 'ipv6');

/** Names without a dot, and those under the ends that are set aside for local use. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|lan|home|internal|home\.arpa)$/;

/** Whether an address is one that strangers may reach, as far as its host tells. */
export function isPublicAddress(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  if (family === 0) return !LOCAL_NAME.test(host);
  return !CLOSED_NETWORKS.check(host, family === 6 ? 'ipv6' : 'ipv4');
}
