import { createCipheriv, hash } from 'node:crypto';

/** Fills a password to 32 bytes (ISO 32000-2, 7.6.4.3.2). */
const FILLER = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/**
 * Whether nobody can open the PDF without a password. Many banks encrypt a PDF so that it cannot be changed: it has an empty password, opens as any
 * other, and is not locked. ISO 32000-2, 7.6.4. Encryption for the keys of certain people counts as locked.
 */
export function isLockedPdf(content: Buffer): boolean {
  const text = content.toString('latin1');
  for (let at = text.length, seen = 0; at > 0 && seen < MAX_MENTIONS; seen += 1) {
    at = text.lastIndexOf('/Encrypt', at - 1);
    if (at >= 0 && isLockedBy(text, at)) return true;
  }
  return false;
}

/** In the trailer of each part of the file, the last ones first. */
const MAX_MENTIONS = 16;

function isLockedBy(text: string, at: number): boolean {
  const [mention, number, generation] = MENTION.exec(text.slice(at, at + 100)) ?? [];
  if (mention === undefined) return false;
  const start = number === undefined ? at + mention.length : placeOf(text, `${number} ${generation} obj`);
  if (start === undefined) return false;
  const dictionary = text.slice(start, start + MAX_DICTIONARY);
  const filter = nameAt(dictionary, 'Filter');
  return filter !== undefined && (filter !== 'Standard' || !opensWithoutPassword(dictionary, idOf(text)));
}
const MENTION = /^\/Encrypt(?![A-Za-z])\s*(?:(\d+)\s+(\d+)\s+R|(?=<<))/;

/** Its strings have 127 bytes at most; escaped, a few times as many. */
const MAX_DICTIONARY = 4_096;

/** Behind the words, where they begin a line or follow a sign that is no digit. */
function placeOf(text: string, words: string): number | undefined {
  const at = new RegExp(`(?<!\\d)${words.replaceAll(' ', '\\s+')}\\b`).exec(text);
  return at ? at.index + at[0].length : undefined;
}

const nameAt = (text: string, key: string): string | undefined => new RegExp(`/${key}\\s*/(\\w+)`).exec(text)?.[1];
const numberAt = (text: string, key: string): number | undefined => {
  const [, digits] = new RegExp(`/${key}\\s+(-?\\d+)`).exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/** The first part of the file's identifier. */
function idOf(text: string): Buffer {
  const at = /\/ID\s*\[\s*(?=[<(])/.exec(text);
  return at ? stringAt(text, at.index + at[0].length) : Buffer.alloc(0);
}

function stringOf(text: string, key: string): Buffer {
  const at = new RegExp(`/${key}\\s*(?=[<(])`).exec(text);
  return at ? stringAt(text, at.index + at[0].length) : Buffer.alloc(0);
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The string that begins there: `<hex>` or `(text)`, with escapes and brackets in it. */
function stringAt(text: string, start: number): Buffer {
  if (text[start] === '<')
    return Buffer.from(text.slice(start + 1, text.indexOf('>', start)).replace(/\s/g, ''), 'hex');
  let [found, depth] = ['', 0];
  for (let at = start; at < text.length && at < start + MAX_DICTIONARY; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\\') {
      const [octal] = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4)) ?? [];
      const next = text[at + 1] ?? '';
      found += octal ? String.fromCharCode(Number.parseInt(octal, 8) & 255) : (ESCAPED[next] ?? next);
      at += octal?.length ?? 1;
      continue;
    }
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth === 0) break;
    if (!(sign === '(' && depth === 1)) found += sign;
  }
  return Buffer.from(found, 'latin1');
}

function opensWithoutPassword(dictionary: string, id: Buffer): boolean {
  const revision = numberAt(dictionary, 'R') ?? 0;
  const [owner, user] = [stringOf(dictionary, 'O'), stringOf(dictionary, 'U')];
  if (revision >= 5) {
    const salt = user.subarray(32, 40);
    return (revision === 5 ? sha(256, salt) : hardened(salt)).equals(user.subarray(0, 32));
  }
  const rights = Buffer.alloc(4);
  rights.writeInt32LE((numberAt(dictionary, 'P') ?? 0) | 0);
  const isMetadataOpen = revision >= 4 && /\/EncryptMetadata\s+false/.test(dictionary);
  const length = revision === 2 ? 5 : revision === 4 ? 16 : (numberAt(dictionary, 'Length') ?? 40) / 8;
  let key = md5(FILLER, owner.subarray(0, 32), rights, id, isMetadataOpen ? Buffer.alloc(4, 255) : Buffer.alloc(0));
  for (let round = 0; revision >= 3 && round < 50; round += 1) key = md5(key.subarray(0, length));
  key = key.subarray(0, length);
  if (revision === 2) return rc4(key, FILLER).equals(user.subarray(0, 32));
  let check = md5(FILLER, id);
  for (let round = 0; round < 20; round += 1)
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  return check.equals(user.subarray(0, 16));
}

const md5 = (...parts: readonly Buffer[]): Buffer => hash('md5', Buffer.concat(parts), 'buffer');
const sha = (bits: number, data: Buffer): Buffer => hash(`sha${bits}`, data, 'buffer');

/** Algorithm 2.B of ISO 32000-2, for the empty password of a reader. */
function hardened(salt: Buffer): Buffer {
  let key = sha(256, salt);
  for (let round = 0; ; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    key = sha([256, 384, 512][mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3] ?? 256, mixed);
    if (round >= 63 && (mixed.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}

/** OpenSSL no longer has it without its old provider. */
function rc4(key: Uint8Array, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, place) => place);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let place = 0, other = 0; place < 256; place += 1) {
    other = (other + (state[place] ?? 0) + (key[place % key.length] ?? 0)) & 255;
    swap(place, other);
  }
  let [one, other] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      one = (one + 1) & 255;
      other = (other + (state[one] ?? 0)) & 255;
      swap(one, other);
      return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
    }),
  );
}
