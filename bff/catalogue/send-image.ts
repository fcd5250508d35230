import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file never changes under its id, so it may be kept for good; a stand-in only until the right size is made. */
const CACHE_CONTROL = { exact: 'public, max-age=31536000, immutable', standIn: 'public, max-age=60' } as const;

/** Sends a picture so that a browser can do nothing with it but show it. */
export function sendImage(
  reply: FastifyReply,
  image: {
    readonly body: Readable;
    readonly sizeBytes: number;
    /** By its first bytes. */
    readonly contentType: string;
    readonly isExact: boolean;
  },
): FastifyReply {
  return reply
    .header('content-type', image.contentType)
    .header('content-length', image.sizeBytes)
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', image.isExact ? CACHE_CONTROL.exact : CACHE_CONTROL.standIn)
    .send(image.body);
}
