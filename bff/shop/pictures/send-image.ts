import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file never changes under its id, so its answer is cached permanently; a substitute only until the right size is made. */
const CACHE_CONTROL = { exact: 'public, max-age=31536000, immutable', standIn: 'public, max-age=60' } as const;

/**
 * Sets how long the answer may be cached and that it depends on the accepted formats. True where the client has this very file. One address
 * has several files, each with its own tag, so that a cached substitute is not used in place of the later file.
 */
export function isKept(
  request: FastifyRequest,
  reply: FastifyReply,
  image: { readonly fileId: string; readonly isExact: boolean },
): boolean {
  const tag = `"${image.fileId}"`;
  reply.headers({
    vary: 'accept',
    etag: tag,
    'cache-control': image.isExact ? CACHE_CONTROL.exact : CACHE_CONTROL.standIn,
  });
  const kept = request.headers['if-none-match'] ?? '';
  return kept.trim() === '*' || kept.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}

/** Sends a picture so that a browser can do nothing with it but show it. */
export function sendImage(
  reply: FastifyReply,
  image: { readonly body: Readable; readonly sizeBytes: number; readonly contentType: string },
): FastifyReply {
  return reply
    .header('content-type', image.contentType)
    .header('content-length', image.sizeBytes)
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(image.body);
}
