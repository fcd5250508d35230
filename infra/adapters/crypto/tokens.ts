import { createHash, createHmac, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits in base64url (43 characters), optionally after a readable prefix such as `gl_`. */
export function randomToken(prefix = ''): string {
  return `${prefix}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/**
 * The stored form of a token: a leaked table gives nobody access. Plain SHA-256 is enough, because tokens cannot be
 * guessed.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Another token of the same strength, the same each time: the nonce alone, or a hash of the token alone, does not give it. */
export function deriveToken(token: string, nonce: Uint8Array): string {
  return createHmac('sha256', token).update(nonce).digest('base64url');
}
