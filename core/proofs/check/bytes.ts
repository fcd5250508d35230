/** The functions on bytes that the checks need. Node and browsers both have what they use. */
import { hexToBytes } from '@noble/hashes/utils.js';

export const isSame = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, at) => byte === right[at]);

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error('expected lower-case hexadecimal digits');
  return hexToBytes(text);
}

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Standard base64 (RFC 4648, section 4), in its canonical form only. @throws Error */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new Error('expected base64');
  }
  if (toBase64(bytes) !== text) throw new Error('expected base64');
  return bytes;
}

/** A whole number of a checkpoint or proof: without leading zeros. @throws Error */
export function parseSize(text: string): number {
  const size = Number(text);
  if (!/^(0|[1-9]\d*)$/.test(text) || !Number.isSafeInteger(size)) throw new Error('expected a whole number');
  return size;
}
