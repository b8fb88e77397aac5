import fc from 'fast-check';
import { decrypt, DecryptionFailed, encrypt, keyRing } from './encryption';

const OLD = '0'.repeat(63) + '1';
const NEW = '0'.repeat(63) + '2';

describe('encryption', () => {
  const ring = keyRing(NEW);

  it('opens what it sealed, whatever the text and its context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        expect(decrypt(encrypt(text, ring, context), ring, context)).toBe(text);
      }),
    );
  });

  it('seals the same text differently every time', () => {
    const sealed = new Set(Array.from({ length: 100 }, () => encrypt('token', ring, 'here')));
    expect(sealed.size).toBe(100);
  });

  it('shows nothing of the text but its length', () => {
    const sealed = encrypt('secret-secret', ring, 'here');
    expect(sealed).toMatch(/^[0-9a-f]{8}\.[\w-]+$/);
    expect(Buffer.from(sealed.slice(9), 'base64url')).toHaveLength(12 + 'secret-secret'.length + 16);
  });

  it('does not open elsewhere', () => {
    const sealed = encrypt('token', ring, 'refresh_token:user-1');
    expect(() => decrypt(sealed, ring, 'refresh_token:user-2')).toThrow(DecryptionFailed);
  });

  it('does not open after any byte was altered', () => {
    const sealed = encrypt('token', ring, 'here');
    const bytes = Buffer.from(sealed.slice(9), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(() => decrypt(`${sealed.slice(0, 9)}${altered.toString('base64url')}`, ring, 'here')).toThrow(
        DecryptionFailed,
      );
    }
  });

  it.each(['', 'plain text', '0123abcd', '0123abcd.', '0123abcd.AAAA'])('refuses %j, which it never sealed', (text) => {
    expect(() => decrypt(text, ring, 'here')).toThrow(DecryptionFailed);
  });

  it('refuses a text that was cut off', () => {
    expect(() => decrypt(encrypt('token', ring, 'here').slice(0, 30), ring, 'here')).toThrow(/cut off/);
  });

  describe('with rotated keys', () => {
    const before = keyRing(OLD);
    const after = keyRing(NEW, [OLD]);

    it('opens texts of the retired key and seals with the current one', () => {
      expect(decrypt(encrypt('token', before, 'here'), after, 'here')).toBe('token');
      expect(decrypt(encrypt('token', after, 'here'), ring, 'here')).toBe('token');
    });

    it('names the missing key once the retired one is gone', () => {
      const sealed = encrypt('token', before, 'here');
      expect(() => decrypt(sealed, ring, 'here')).toThrow(`No key of this service has the id ${sealed.slice(0, 8)}`);
    });
  });

  it('needs a key', () => {
    expect(() => keyRing(undefined)).toThrow('There is no encryption key');
  });
});
