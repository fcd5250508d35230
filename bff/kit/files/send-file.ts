import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import type { BffDeps } from '#bff/kit/deps.ts';
import { conflict, notFound } from '#bff/kit/lib/api-error.ts';
import { FileAlteredError, FileNotFoundError } from '#bff/kit/ports/file-store.ts';

/** Types that the browser shows in its own viewer; all others are downloads. */
const INLINE_TYPES = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/gif', 'image/webp']);

const PIECE_BYTES = 64 * 1024;
/** More than any upload may have. */
const MAX_SHOWN_BYTES = 64 * 1024 * 1024;

/** For each type that can be uploaded, the endings of file names, the usual one first. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
};

/** A file opens in the wrong program where its name does not have the ending of its type. Exported for its test. */
export function withExtension(name: string, contentType: string): string {
  const endings = EXTENSIONS[contentType] ?? [];
  return endings.some((ending) => name.toLowerCase().endsWith(ending)) ? name : `${name}${endings[0] ?? ''}`;
}

export type StoredFile = {
  readonly id: string;
  /** The customer under whose key it is sealed. */
  readonly owner: string;
  readonly name: string;
  readonly contentType: string;
  /** As the ledger has it. */
  readonly sha256: string;
};

/** Names a download in both forms of RFC 6266: plain for old clients, encoded for names beyond ASCII. Exported for its test. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\/%;]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Sends a stored upload. Its type was checked by content when it came in. The sandbox keeps its active content (a PDF's script) from acting
 * on this origin. Nothing of it is cached or sniffed.
 * @throws ApiError 404 where the store no longer has it; 409 where it is another one
 */
export async function sendStoredFile(
  deps: Pick<BffDeps, 'files' | 'security'>,
  reply: FastifyReply,
  file: StoredFile,
): Promise<FastifyReply> {
  const content = await readStored(deps, file);
  return reply
    .header('content-type', file.contentType)
    .header('content-length', content.length)
    .header(
      'content-disposition',
      contentDisposition(
        INLINE_TYPES.has(file.contentType) ? 'inline' : 'attachment',
        withExtension(file.name, file.contentType),
      ),
    )
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(Readable.from(pieces(content)));
}

/** A stream, so that a reader who stalls is cut off. */
function* pieces(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
}

/** The whole file, compared with the ledger's SHA-256 before anybody sees a byte of it. @throws ApiError 404, 409 */
async function readStored(
  { files, security }: Pick<BffDeps, 'files' | 'security'>,
  { id, owner, sha256 }: StoredFile,
): Promise<Buffer> {
  try {
    const { stream, sizeBytes } = await files.open(id, owner);
    if (sizeBytes > MAX_SHOWN_BYTES) throw new FileAlteredError();
    const content = await buffer(stream);
    if (createHash('sha256').update(content).digest('hex') !== sha256) throw new FileAlteredError();
    return content;
  } catch (error) {
    if (error instanceof FileNotFoundError) throw notFound('The file is not in the store any more.');
    if (!(error instanceof FileAlteredError)) throw error;
    security.note('file-altered', { accountId: owner, detail: id });
    throw conflict(
      'file_altered',
      'What is stored is not the file that was uploaded: its SHA-256 is not the ledger’s. It is not shown. The owners of the store were told.',
    );
  }
}

/** A PDF and its file name, without the ending. */
export type Pdf = { readonly name: string; readonly body: Buffer };

export const sendPdf = (reply: FastifyReply, { name, body }: Pdf): FastifyReply =>
  sendDownload(reply, { name: `${name}.pdf`, contentType: 'application/pdf', body });

/** A stream may have an unknown length. */
export function sendDownload(
  reply: FastifyReply,
  file: { readonly name: string; readonly contentType: string; readonly body: Buffer | NodeJS.ReadableStream },
): FastifyReply {
  return reply
    .header('content-type', file.contentType)
    .header('content-disposition', contentDisposition('attachment', file.name))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(file.body);
}
