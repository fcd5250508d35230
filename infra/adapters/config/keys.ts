import { z } from 'zod';
import { filled, parsed, readEach } from './parsed.ts';

/** Bytes of a key, for AES-256 and for HMAC-SHA-256. */
const KEY_BYTES = 32;

const keyText = `expected ${KEY_BYTES} random bytes in base64 (openssl rand -base64 ${KEY_BYTES})`;
const isKey = (value: string) =>
  /^[A-Za-z0-9+/]{43}=$/.test(value) && Buffer.from(value, 'base64').length === KEY_BYTES;

/** A key in base64. */
export const key = z.string({ error: keyText }).refine(isKey, { error: keyText });

/** The number that a value carries to show which key made it. */
export const keyId = z.coerce.number().int().min(1).max(255, { error: 'expected a number from 1 to 255' }).default(1);

/** `1:<base64>,2:<base64>`: keys that are not used for new values any more. */
export const retiredKeys = parsed('', 'expected id:key pairs, comma-separated, each key 32 bytes in base64', (value) =>
  readEach(filled(value), (pair) => {
    const [id = '', text = ''] = pair.split(/:(.*)/);
    const isRead = /^([1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/.test(id) && isKey(text);
    return isRead ? { id: Number(id), key: Buffer.from(text, 'base64') } : undefined;
  }),
);

type NumberedKey = { readonly id: number; readonly key: Buffer };

export const keyRing = (key: string | undefined, id: number, retired: NumberedKey[]) =>
  key === undefined ? undefined : { current: { id, key: Buffer.from(key, 'base64') }, retired };
