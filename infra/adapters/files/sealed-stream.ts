import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { FileAlteredError } from '#bff/kit/ports/file-store.ts';

/*
 * A sealed file: `GLF1`, 16 bytes of salt, then the content in pieces of 64 KiB, each under AES-256-GCM and followed by
 * its tag (the STREAM construction; RFC 5869 for the key). The file's own key is HKDF-SHA256 of the owner's key, the
 * salt, and what the file is and its owner. A piece's nonce is its number in 11 bytes and a byte that is 1 for the last
 * piece. So pieces cannot be altered, exchanged, left out or added, and a truncated file does not open to its end.
 */
const MAGIC = Buffer.from('GLF1');
const SALT_BYTES = 16;
export const HEADER_BYTES = MAGIC.length + SALT_BYTES;
const TAG_BYTES = 16;
const PIECE_BYTES = 64 * 1024;
const SEALED_PIECE_BYTES = PIECE_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;
const ALGORITHM = 'aes-256-gcm';

/** True for the first bytes of a sealed file. No accepted type of file begins with them. */
export const isSealedHeader = (header: Buffer): boolean =>
  header.length === HEADER_BYTES && header.subarray(0, MAGIC.length).equals(MAGIC);

export function openedBytes(sealedBytes: number): number {
  const body = sealedBytes - HEADER_BYTES;
  return body - Math.ceil(body / SEALED_PIECE_BYTES) * TAG_BYTES;
}

/** A stream that seals. `context` is what the file is and its owner: with another one it does not open. */
export function sealing(ownersKey: Uint8Array, context: string): Transform {
  const salt = randomBytes(SALT_BYTES);
  const key = fileKey(ownersKey, salt, context);
  const stream = inPieces(PIECE_BYTES, (piece, nonce) => {
    const cipher = createCipheriv(ALGORITHM, key, nonce);
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  });
  stream.push(Buffer.concat([MAGIC, salt]));
  return stream;
}

/** A stream that opens what follows the header. It fails at the first piece that was changed. */
export function opening(ownersKey: Uint8Array, context: string, header: Buffer): Transform {
  const key = fileKey(ownersKey, header.subarray(MAGIC.length), context);
  return inPieces(SEALED_PIECE_BYTES, (piece, nonce) => {
    if (piece.length < TAG_BYTES) throw new Error('The sealed file was cut off.');
    const decipher = createDecipheriv(ALGORITHM, key, nonce);
    decipher.setAuthTag(piece.subarray(piece.length - TAG_BYTES));
    return Buffer.concat([decipher.update(piece.subarray(0, piece.length - TAG_BYTES)), decipher.final()]);
  });
}

const fileKey = (ownersKey: Uint8Array, salt: Uint8Array, context: string) =>
  Buffer.from(hkdfSync('sha256', ownersKey, salt, `giftledger file ${context}`, 32));

/** A stream that cuts its input into pieces of that size; the last one has the rest, and is marked as the last. */
function inPieces(size: number, change: (piece: Buffer, nonce: Buffer) => Buffer): Transform {
  let held = Buffer.alloc(0);
  let number = 0;
  const next = (piece: Buffer, isLast: boolean) => {
    const nonce = Buffer.alloc(NONCE_BYTES);
    nonce.writeUIntBE(number, 5, 6);
    nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
    number += 1;
    return change(piece, nonce);
  };
  const attempt = (done: TransformCallback, work: () => Buffer) => {
    let changed: Buffer;
    try {
      changed = work();
    } catch (error) {
      return done(new FileAlteredError(undefined, { cause: error }));
    }
    done(null, changed);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = Buffer.concat([held, chunk]);
      attempt(done, () => {
        const pieces: Buffer[] = [];
        // A full piece may be the last one, so it waits for more input.
        for (; held.length > size; held = held.subarray(size)) pieces.push(next(held.subarray(0, size), false));
        return Buffer.concat(pieces);
      });
    },
    flush(done) {
      attempt(done, () => next(held, true));
    },
  });
}
