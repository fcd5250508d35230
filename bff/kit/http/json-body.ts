import type { FastifyInstance } from 'fastify';
import { ApiError } from '#bff/kit/lib/api-error.ts';

/**
 * JSON is UTF-8 (RFC 8259). Bytes of another encoding would be stored as replacement characters, in names and payment
 * files too, so they are refused, and so is a body that says it has another.
 */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Many clients name JSON in every call, also in those without a body.
    if (body.length === 0) return done(null, undefined);
    const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '') ?? [];
    if (!/^utf-?8$/i.test(charset)) {
      return done(new ApiError(415, 'unsupported_media_type', 'JSON is taken in UTF-8 alone. Nothing was saved.'));
    }
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    } catch {
      return done(new ApiError(400, 'invalid_json', 'The body is not UTF-8, which JSON has to be. Nothing was saved.'));
    }
    parse(request, text, done);
  });
}
