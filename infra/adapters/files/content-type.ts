import { streamIn } from './compound-file.ts';

/** The types that customers and administrators may upload, recognised by content. */
export const FILE_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;
export type FileContentType = (typeof FILE_TYPES)[number];

/** In which readers look for the head of a PDF. */
const MAX_BLANKS_BYTES = 1_024;

/** The type of the content, or undefined when it is not one of ours. */
export async function sniffContentType(content: Buffer): Promise<FileContentType | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content);
  // Excel sheets and installers have the same container and signature, so the signature alone is not enough.
  if (found?.mime === 'application/x-cfb') return streamIn(content, 'WordDocument') && 'application/msword';
  // A picture that moves is a PNG to everything that shows or changes pictures.
  if (found?.mime === 'image/apng') return 'image/png';
  // Readers skip blanks before the head, which mail programs and scanners leave.
  if (!found && /^(\xef\xbb\xbf)?\s*%PDF-/.test(content.toString('latin1', 0, MAX_BLANKS_BYTES)))
    return 'application/pdf';
  return FILE_TYPES.find((type) => type === found?.mime);
}
