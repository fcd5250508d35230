import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits in base64url (43 characters), optionally behind a readable prefix such as `gl_`. */
export function randomToken(prefix = ''): string {
  return `${prefix}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** What is stored of a token: a leak of the table then lets nobody in. Plain SHA-256 suffices, for tokens cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
