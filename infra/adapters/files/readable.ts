import { FileRefusedError } from '#bff/kit/ports/file-store.ts';
import { streamIn } from './compound-file.ts';
import type { FileContentType } from './content-type.ts';
import { isLockedPdf } from './pdf-lock.ts';

/** In the head of an old Word document. */
const WORD_FLAGS_AT = 10;
const IS_ENCRYPTED = 0x0100;
/** The end of a zip with its longest comment. */
const MAX_ZIP_END_BYTES = 22 + 65_535;

/**
 * Requires of a paper that those who decide from it can open it: it has no password, and its end is there. Pictures show that when they are drawn.
 * @throws FileRefusedError
 */
export function requireReadable(content: Buffer, contentType: FileContentType | undefined): void {
  if (isLocked(content, contentType)) throw new FileRefusedError('locked', 'The file has a password.');
  if (!isWhole(content, contentType)) throw new FileRefusedError('cut-off', 'The end of the file is missing.');
}

function isLocked(content: Buffer, contentType: FileContentType | undefined): boolean {
  if (contentType === 'application/pdf') return isLockedPdf(content);
  // Only the container of a new Office document with a password is known.
  if (contentType === undefined) return streamIn(content, 'EncryptedPackage') !== undefined;
  const head = contentType === 'application/msword' ? streamIn(content, 'WordDocument') : undefined;
  return head !== undefined && head.length > WORD_FLAGS_AT && (head.readUInt16LE(WORD_FLAGS_AT) & IS_ENCRYPTED) !== 0;
}

function isWhole(content: Buffer, contentType: FileContentType | undefined): boolean {
  if (contentType === 'application/pdf') {
    // Each part of a PDF ends with the place of its table; behind the last one begins nothing.
    const end = content.lastIndexOf('startxref');
    const rest = end < 0 ? '' : content.toString('latin1', end);
    return /^startxref\s+\d/.test(rest) && !/\d\s+\d+\s+obj\b/.test(rest);
  }
  if (contentType?.startsWith('application/vnd.openxmlformats'))
    return content.subarray(-MAX_ZIP_END_BYTES).includes('PK\u0005\u0006');
  return contentType !== 'application/msword' || streamIn(content, 'WordDocument')?.length !== 0;
}
