import { NotLinked, PlatformNotFound, PlatformRefused, PlatformUnavailable } from '../platform.errors';
import { closureReason, isRefusal } from './endpoint-families';

describe('a closed endpoint', () => {
  it.each([
    new PlatformRefused('Forbidden'),
    new PlatformRefused('it gives no reason'),
    new PlatformNotFound('Resource not found'),
    new PlatformNotFound('Service not found'),
  ])('may be what is meant by %s', (failure) => {
    expect(closureReason(failure)).toBe(failure.reason);
  });

  it.each([
    new PlatformRefused('Insufficient client scope'),
    new PlatformRefused('PREMIUM_REQUIRED'),
    new PlatformRefused('User not registered in the Developer Dashboard'),
    new PlatformRefused('Check settings on developer.platform, the user may not be registered.'),
    new PlatformRefused('Not available in this market'),
    new PlatformUnavailable('answered with status 503'),
    new NotLinked(),
  ])('is not what is meant by %s', (failure) => {
    expect(closureReason(failure)).toBeNull();
  });
});

describe('a refusal of what was asked for', () => {
  it.each([
    [new PlatformRefused('Forbidden'), true],
    [new PlatformRefused('Not available in this market'), true],
    [new PlatformNotFound('Resource not found'), true],
    [new PlatformRefused('Insufficient client scope'), false],
    [new PlatformRefused('PREMIUM_REQUIRED'), false],
    [new PlatformUnavailable('answered with status 503'), false],
    [new Error('Forbidden'), false],
  ])('%s: %s', (failure, expected) => {
    expect(isRefusal(failure)).toBe(expected);
  });
});
