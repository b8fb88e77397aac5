import fc from 'fast-check';
import { troubleOf } from './call-trouble';

const failing = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('troubleOf', () => {
  it.each([
    [failing('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:8001'), 'could not be reached'],
    [failing('ENOENT', 'connect ENOENT /run/platform.sock'), 'could not be reached'],
    [failing('ENOTFOUND', 'getaddrinfo ENOTFOUND api.internal'), 'could not be reached'],
    [Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }), 'could not be reached'],
    [failing('ERR_CANCELED', 'canceled'), 'gave no answer in time'],
    [failing('ECONNRESET', 'socket hang up'), 'broke the connection off'],
    [failing('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), 'could not be connected to securely'],
    [failing('HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/'), 'gave an answer that is broken or too long'],
    [new TypeError('Invalid URL'), 'could not be called'],
    ['no error at all', 'could not be called'],
  ])('says of %s that it %s', (error, trouble) => {
    expect(troubleOf(error)).toBe(trouble);
  });

  it('repeats no word of the error', () => {
    const codes = fc.oneof(fc.string(), fc.constantFrom('ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'EACCES'));
    fc.assert(
      fc.property(codes, fc.ipV4(), fc.nat(65_535), fc.webPath(), (code, host, port, path) => {
        const message = `connect ${code} ${host}:${port} ${path}\n    at TCPConnectWrap.afterConnect (node:net:1611:16)`;
        const trouble = troubleOf(failing(code, message));
        expect(trouble).toMatch(/^[a-z ]+$/);
      }),
    );
  });
});
