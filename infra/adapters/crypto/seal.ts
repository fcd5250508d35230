import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { KeyMissingError, SealError } from '#bff/kit/ports/crypto.ts';

/** Layout of a sealed value: format, key id, nonce, ciphertext, tag. */
const PLAIN = 1;
/** The same, of a text that was packed before: what is sealed, nobody can pack. Release 0.2.0 refuses it. */
const PACKED = 2;
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 2 + NONCE_BYTES;

export type KeyRing = {
  readonly current: { readonly id: number; readonly key: Uint8Array };
  /** Keys that only open what they sealed. */
  readonly retired: readonly { readonly id: number; readonly key: Uint8Array }[];
};

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
  return sealAs(PLAIN, ring, plaintext, context, nonce);
}

/** As `seal`, in fewer bytes. */
export const sealPacked = (ring: KeyRing, text: string, context: string): Buffer =>
  sealAs(PACKED, ring, deflateRawSync(text), context, randomBytes(NONCE_BYTES));

function sealAs(
  format: number,
  ring: KeyRing,
  plaintext: string | Uint8Array,
  context: string,
  nonce: Uint8Array,
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', prepared(ring.current.key), nonce);
  cipher.setAAD(authenticated(format, context));
  const body = [cipher.update(plaintext as Uint8Array), cipher.final()];
  return Buffer.concat([Buffer.from([format, ring.current.id]), nonce, ...body, cipher.getAuthTag()]);
}

/** The format counts too: none can be taken for the other. */
const authenticated = (format: number, context: string): Buffer =>
  Buffer.from(format === PACKED ? `packed:${context}` : context);

/** Preparing a key takes longer than sealing a gift code under it. */
const preparedKeys = new WeakMap<Uint8Array, KeyObject>();
function prepared(key: Uint8Array): KeyObject {
  const known = preparedKeys.get(key) ?? createSecretKey(key);
  preparedKeys.set(key, known);
  return known;
}

/** @throws SealError */
export function open(ring: KeyRing, sealed: Uint8Array, context: string): Buffer {
  const [format, keyId] = sealed;
  if (sealed.length < HEADER_BYTES + TAG_BYTES || (format !== PLAIN && format !== PACKED)) {
    throw new SealError('This is not a sealed value.');
  }
  const key = [ring.current, ...ring.retired].find((candidate) => candidate.id === keyId);
  if (!key) throw new KeyMissingError(keyId);
  const decipher = createDecipheriv('aes-256-gcm', prepared(key.key), sealed.subarray(2, HEADER_BYTES));
  decipher.setAAD(authenticated(format, context));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    const body = sealed.subarray(HEADER_BYTES, sealed.length - TAG_BYTES);
    const opened = Buffer.concat([decipher.update(body), decipher.final()]);
    return format === PACKED ? inflateRawSync(opened) : opened;
  } catch (error) {
    throw new SealError('The sealed value was altered, or belongs elsewhere.', { cause: error });
  }
}
