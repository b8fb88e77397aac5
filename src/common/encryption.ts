import { createCipheriv, createDecipheriv, createHash, createSecretKey, KeyObject, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D: 96-bit nonces need no further hashing, and random ones are safe for 2^32 texts a key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/;

/** An AES-256 key and the short name under which sealed texts refer to it. */
interface EncryptionKey {
  id: string;
  key: KeyObject;
}

/** The key that encrypts, and all keys, former ones included, that may decrypt. */
export interface KeyRing {
  current: EncryptionKey;
  all: EncryptionKey[];
}

/** An encrypted text does not open: no key of the ring fits it, or it was altered, or it belongs to another context. */
export class DecryptionFailed extends Error {
  override readonly name = 'DecryptionFailed';
}

/**
 * @param current ENCRYPTION_KEY, 64 hex characters; start-up sees to it that there is one
 * @param retired former keys in the same form
 */
export function keyRing(current: string | undefined, retired: readonly string[] = []): KeyRing {
  if (current === undefined) throw new Error('There is no encryption key: start-up has to make or load one first');
  const key = encryptionKey(current);
  return { current: key, all: [key, ...retired.map(encryptionKey)] };
}

function encryptionKey(hex: string): EncryptionKey {
  const bytes = Buffer.from(hex, 'hex');
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), key: createSecretKey(bytes) };
}

/**
 * Seals a text: `<key id>.<base64url of nonce, cipher text and tag>`. The same text sealed twice gives two results.
 *
 * @param context what the text is and whose, such as `refresh_token:<user id>`; it is authenticated, not stored, so
 *   that a sealed text copied to another place or another user does not open there
 */
export function encrypt(text: string, ring: KeyRing, context: string): string {
  const { id, key } = ring.current;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${id}.${sealed.toString('base64url')}`;
}

/**
 * The same text under the current key; null for one that is under it already.
 *
 * @throws DecryptionFailed
 */
export function renewed(sealed: string, ring: KeyRing, context: string): string | null {
  if (sealed.startsWith(`${ring.current.id}.`)) return null;
  return encrypt(decrypt(sealed, ring, context), ring, context);
}

/**
 * Opens what {@link encrypt} sealed with the current key or a retired one.
 *
 * @throws DecryptionFailed
 */
export function decrypt(sealed: string, ring: KeyRing, context: string): string {
  const [, id, payload = ''] = SEALED.exec(sealed) ?? [];
  if (id === undefined) throw new DecryptionFailed('The text is not an encrypted one');
  const match = ring.all.find((candidate) => candidate.id === id);
  if (match === undefined) throw new DecryptionFailed(`No key of this service has the id ${id}`);
  const bytes = Buffer.from(payload, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new DecryptionFailed('The encrypted text is cut off');
  const decipher = createDecipheriv(ALGORITHM, match.key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new DecryptionFailed('The encrypted text was altered, or belongs elsewhere', { cause: error });
  }
}
