import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type FileToSend = {
  readonly body: Readable | Buffer;
  readonly sizeBytes: number;
  /** Judged by content when it was stored, never by its name. */
  readonly contentType: string;
  readonly fileName: string;
  readonly disposition: 'inline' | 'attachment';
  /** 'immutable' for what everybody may see and what never changes under its address; else nobody keeps a copy. */
  readonly caching?: 'immutable' | 'short' | 'none';
};

const CACHE_CONTROL = {
  immutable: 'public, max-age=31536000, immutable',
  short: 'public, max-age=60',
  none: 'private, no-store',
} as const;

/** Sends a file so that a browser can do nothing with it but show or save it. */
export function sendFile(reply: FastifyReply, file: FileToSend): FastifyReply {
  return reply
    .header('content-type', file.contentType)
    .header('content-length', file.sizeBytes)
    .header('content-disposition', contentDisposition(file.disposition, file.fileName))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('cache-control', CACHE_CONTROL[file.caching ?? 'none'])
    .send(file.body);
}

/** RFC 6266: a plain ASCII name for old clients, the exact one beside it. */
function contentDisposition(disposition: FileToSend['disposition'], fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_');
  const exact = encodeURIComponent(fileName).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
