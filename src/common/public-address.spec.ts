import { isPublicAddress } from './public-address';

describe('a public address', () => {
  it.each([
    'https://music.example.org',
    'http://93.184.216.34:8000',
    'http://[2606:2800:220:1::1]',
    'http://172.32.0.1',
  ])('is %s', (url) => {
    expect(isPublicAddress(url)).toBe(true);
  });

  it.each([
    'http://127.0.0.1:8000',
    'http://127.8.8.8',
    'http://localhost:8000',
    'http://player.localhost',
    'http://[::1]:8000',
    'http://10.1.2.3',
    'http://172.31.255.255',
    'http://192.168.0.7:8000',
    'http://169.254.1.1',
    'http://100.100.1.1',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://[::ffff:192.168.0.7]',
    'http://nas:8000',
    'http://nas.local',
    'http://music.fritz.lan',
    'http://music.home.arpa',
  ])('is not %s', (url) => {
    expect(isPublicAddress(url)).toBe(false);
  });
});
