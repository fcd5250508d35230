/** Signing heads of a log with Ed25519. */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type Checkpoint, checkpointText } from './check/checkpoint.ts';
import { formatNote, SIGNATURE, type VerifierKey, verifierKeyOf } from './check/note.ts';

/** Prefixes of the 32 bytes of an Ed25519 key: private (RFC 8410) and public. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX_BYTES = 12;

export type Signer = { readonly key: VerifierKey; readonly privateKey: KeyObject };

/** @param seed 32 random bytes */
export function createSigner(name: string, seed: Buffer, type: VerifierKey['type'] = SIGNATURE.ed25519): Signer {
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { key: verifierKeyOf(name, Uint8Array.from(spki.subarray(PUBLIC_PREFIX_BYTES)), type), privateKey };
}

/** The checkpoint as a note, signed by its log with one key or several. */
export function signCheckpoint(checkpoint: Checkpoint, ...signers: readonly Signer[]): string {
  const text = checkpointText(checkpoint);
  const signatures = signers.map(({ key, privateKey }) => ({
    name: key.name,
    id: key.id,
    signature: sign(null, Buffer.from(text), privateKey),
  }));
  return formatNote({ text, signatures });
}
