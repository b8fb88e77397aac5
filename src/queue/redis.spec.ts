import { redisAddress } from './redis';

describe('the address of a Redis', () => {
  it.each([
    ['/run/redis.sock', { path: '/run/redis.sock' }],
    ['unix:///run/my%20redis.sock?db=3', { path: '/run/my redis.sock', db: 3 }],
    ['redis://cache', { host: 'cache', port: 6379, db: 0 }],
    ['redis://me:p%40ss@192.0.2.7:7000/2', { host: '192.0.2.7', port: 7000, username: 'me', password: 'p@ss', db: 2 }],
    ['redis://[::1]:6380/1', { host: '::1', port: 6380, db: 1 }],
    ['rediss://cache.example', { host: 'cache.example', port: 6379, tls: {} }],
  ])('%s', (url, address) => {
    expect(redisAddress(url)).toMatchObject(address);
  });
});
