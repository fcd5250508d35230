import { z } from 'zod';
import type { KeyRing } from '#infra/adapters/crypto/seal.ts';
import { filled, readEach } from './parsed.ts';

/** Bytes of a key, for AES-256 and for HMAC-SHA-256. */
const KEY_BYTES = 32;

const RANDOM = `each ${KEY_BYTES} random bytes in base64 (openssl rand -base64 ${KEY_BYTES})`;
const isKey = (value: string) =>
  /^[A-Za-z0-9+/]{43}=$/.test(value) && Buffer.from(value, 'base64').length === KEY_BYTES;

type NumberedKey = { readonly id: number; readonly key: Buffer };

/** The keys of a text that `parse` reads, each of them once. */
const keyList = <Value, Read>(
  expected: string,
  read: (entry: string) => Value | undefined,
  same: (left: Value, right: Value) => boolean,
  of: (first: Value, others: readonly Value[]) => Read,
) =>
  z.string({ error: expected }).transform((text, context) => {
    const [first, ...others] = readEach(filled(text.replaceAll(' ', '')), read) ?? [];
    const all = first === undefined ? [] : [first, ...others];
    if (first !== undefined && all.every((each, at) => !all.slice(at + 1).some((other) => same(each, other))))
      return of(first, others);
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });

/** `2:<base64>,1:<base64>`: the first one is used, the others were. A value carries the number of the key that made it. */
export const numberedKeys = keyList(
  `expected number:key, comma-separated, the newest first: numbers from 1 to 255, each once; keys, ${RANDOM}`,
  (pair): NumberedKey | undefined => {
    const [id = '', text = ''] = pair.split(/:(.*)/);
    const isRead = /^([1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/.test(id) && isKey(text);
    return isRead ? { id: Number(id), key: Buffer.from(text, 'base64') } : undefined;
  },
  (left, right) => left.id === right.id || left.key.equals(right.key),
  (current, retired) => ({ current, retired }),
);

/** `<base64>,<base64>`: all of them are used. */
export const plainKeys = keyList(
  `expected keys, comma-separated, the newest first, ${RANDOM}`,
  (text) => (isKey(text) ? Buffer.from(text, 'base64') : undefined),
  (left, right) => left.equals(right),
  (first, others): readonly [Buffer, ...Buffer[]] => [first, ...others],
);

/** A ring as its variable has it. */
export const writtenKeys = ({ current, retired }: KeyRing): string =>
  [current, ...retired].map(({ id, key }) => `${id}:${Buffer.from(key).toString('base64')}`).join(',');
