import { isIP } from 'node:net';
import fc from 'fast-check';
import { callerNetwork } from './caller-network';

describe('the network of a caller', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    // What a proxy that is not there might be said to have seen.
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(callerNetwork(address)).toBe(network);
  });

  it('is an address again, and the same for all of it', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const network = callerNetwork(address).replace('/64', '');
        expect(isIP(network)).not.toBe(0);
        if (network.endsWith('::')) expect(callerNetwork(network)).toBe(callerNetwork(address));
      }),
    );
  });
});
