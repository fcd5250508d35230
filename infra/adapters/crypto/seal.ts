import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** Layout of a sealed value: format, key id, nonce, ciphertext, tag. */
const FORMAT = 1;
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 2 + NONCE_BYTES;

export type KeyRing = {
  readonly current: { readonly id: number; readonly key: Uint8Array };
  /** Keys that only open what they sealed. */
  readonly retired: readonly { readonly id: number; readonly key: Uint8Array }[];
};

/** A sealed value that cannot be opened: altered, from another context, or under a key that is not configured. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * Encrypts under the ring's current key with AES-256-GCM. `context` (what the value is, and its owner) is authenticated
 * with it, so that a sealed value copied to another row cannot be opened there.
 */
export function seal(
  ring: KeyRing,
  plaintext: string | Uint8Array,
  context: string,
  /** Never the same for two plaintexts. */
  nonce: Uint8Array = randomBytes(NONCE_BYTES),
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', prepared(ring.current.key), nonce);
  cipher.setAAD(Buffer.from(context));
  const body = [cipher.update(plaintext as Uint8Array), cipher.final()];
  return Buffer.concat([Buffer.from([FORMAT, ring.current.id]), nonce, ...body, cipher.getAuthTag()]);
}

/** Preparing a key takes longer than sealing a gift code under it. */
const preparedKeys = new WeakMap<Uint8Array, KeyObject>();
function prepared(key: Uint8Array): KeyObject {
  const known = preparedKeys.get(key) ?? createSecretKey(key);
  preparedKeys.set(key, known);
  return known;
}

/** @throws SealError */
export function open(ring: KeyRing, sealed: Uint8Array, context: string): Buffer {
  if (sealed.length < HEADER_BYTES + TAG_BYTES || sealed[0] !== FORMAT) {
    throw new SealError('This is not a sealed value.');
  }
  const keyId = sealed[1];
  const key = [ring.current, ...ring.retired].find((candidate) => candidate.id === keyId);
  if (!key) throw new SealError(`It was sealed under key ${keyId}, which is not configured.`);
  const decipher = createDecipheriv('aes-256-gcm', prepared(key.key), sealed.subarray(2, HEADER_BYTES));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new SealError('The sealed value was altered, or belongs elsewhere.', { cause: error });
  }
}
