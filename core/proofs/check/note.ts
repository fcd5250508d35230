/** Signed notes: https://c2sp.org/signed-note. Only Ed25519, and the cosignatures of https://c2sp.org/tlog-cosignature (version 1). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, fromHex, isSame, toBase64 } from './bytes.ts';

/** The supported kinds of signatures, by their byte. */
export const SIGNATURE = { ed25519: 1, cosignature: 4 } as const;
type SignatureType = (typeof SIGNATURE)[keyof typeof SIGNATURE];

export type VerifierKey = {
  readonly name: string;
  /** Four bytes. */
  readonly id: Uint8Array<ArrayBuffer>;
  readonly type: SignatureType;
  /** 32 bytes. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
};

export type NoteSignature = { readonly name: string; readonly id: Uint8Array; readonly signature: Uint8Array };
export type Note = {
  /** With its last line break. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
};

const MAX_SIGNATURES = 32;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
const KEY_BYTES = 32;
const NAME = /^[^\s+]+$/u;
const DASH = '\u2014';

const keyIdOf = (name: string, type: SignatureType, publicKey: Uint8Array) =>
  sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, ID_BYTES);

/** `<name>+<id>+<type and key>` */
export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${bytesToHex(id)}+${toBase64(concatBytes(Uint8Array.of(type), publicKey))}`;

export function verifierKeyOf(
  name: string,
  publicKey: Uint8Array<ArrayBuffer>,
  type: SignatureType = SIGNATURE.ed25519,
): VerifierKey {
  if (!NAME.test(name)) throw new Error('The name of a key has no spaces and no plus.');
  return { name, id: keyIdOf(name, type, publicKey), type, publicKey };
}

/** @throws Error that explains what is wrong */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', idText = '', keyText = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text.trim()) ?? [];
  if (name === '') throw new Error('This is no verifier key: expected <name>+<8 hexadecimal digits>+<base64>.');
  const bytes = fromBase64(keyText);
  const type = bytes[0];
  const publicKey = bytes.slice(1);
  if ((type !== SIGNATURE.ed25519 && type !== SIGNATURE.cosignature) || publicKey.length !== KEY_BYTES) {
    throw new Error(`The key of ${name} is of a kind that is not known here: expected Ed25519.`);
  }
  const id = keyIdOf(name, type, publicKey);
  if (!isSame(id, fromHex(idText))) throw new Error(`The key of ${name} was mistyped: its number does not fit.`);
  return { name, id, type, publicKey };
}

export const distinctKeys = (keys: readonly VerifierKey[]): VerifierKey[] => [
  ...new Map(keys.map((key) => [formatVerifierKey(key), key])).values(),
];

/** A signature as its line in a note, with the line break. */
export const signatureLine = ({ name, id, signature }: NoteSignature): string =>
  `${DASH} ${name} ${toBase64(concatBytes(id, signature))}\n`;

export const formatNote = ({ text, signatures }: Note): string => `${text}\n${signatures.map(signatureLine).join('')}`;

/** Parses a note; this proves nothing of it yet. @throws Error that explains what is wrong */
export function parseNote(note: string): Note {
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) throw new Error('This is no signed note: it has no signatures.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u0009\u000b-\u001f\ufffd]/.test(note))
    throw new Error('This is no signed note: it has control characters.');
  return { text: note.slice(0, split + 1), signatures: parseSignatureLines(note.slice(split + 2)) };
}

/** Signature lines without a text, as a witness returns them. @throws Error */
export function parseSignatureLines(text: string): NoteSignature[] {
  const lines = text.split('\n').slice(0, -1);
  if (lines.length === 0 || lines.length > MAX_SIGNATURES) {
    throw new Error(`Expected from 1 to ${MAX_SIGNATURES} signatures.`);
  }
  return lines.map((line) => {
    const [dash, name = '', base64 = '', ...rest] = line.split(' ');
    if (dash !== DASH || rest.length > 0 || !NAME.test(name))
      throw new Error('A line among the signatures is not a signature.');
    const bytes = fromBase64(base64);
    if (bytes.length <= ID_BYTES) throw new Error(`The signature of ${name} is too short.`);
    return { name, id: bytes.slice(0, ID_BYTES), signature: bytes.slice(ID_BYTES) };
  });
}

/** The signatures by that key, all of which must be right. @throws Error when there is none, or one is wrong */
export async function verifyNote(note: Note, key: VerifierKey): Promise<NoteSignature[]> {
  const own = note.signatures.filter(({ name, id }) => name === key.name && isSame(id, key.id));
  if (own.length === 0) throw new Error(`It is not signed by ${key.name} with this key.`);
  for (const { signature } of own) {
    if (!(await isRight(note.text, signature, key))) throw new Error(`The signature of ${key.name} is wrong.`);
  }
  return own;
}

/** When a witness signed, in seconds since 1970. */
export const timeOfCosignature = (signature: Uint8Array): number =>
  signature.slice(0, TIME_BYTES).reduce((seconds, byte) => seconds * 256 + byte, 0);

async function isRight(text: string, signature: Uint8Array, { type, publicKey }: VerifierKey): Promise<boolean> {
  const isTimed = type === SIGNATURE.cosignature;
  if (signature.length !== SIGNATURE_BYTES + (isTimed ? TIME_BYTES : 0)) return false;
  const message = isTimed ? `cosignature/v1\ntime ${timeOfCosignature(signature)}\n${text}` : text;
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify(
    'Ed25519',
    key,
    concatBytes(signature.slice(isTimed ? TIME_BYTES : 0)),
    utf8ToBytes(message),
  );
}
