import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import type { BffDeps } from '#bff/kit/deps.ts';
import { knownSeller, storeName } from '#bff/kit/lib/seller.ts';
import { demonstrationStrip, STRIP_POLICY } from '#bff/kit/plugins/demonstration-strip.ts';
import { createOpenApiDocument, namedAfter } from './document.ts';

/** The viewer's own policy would take styles and fonts of any site, and pictures of validator.swagger.io. */
const VIEWER_POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src-attr 'none'",
  `style-src 'self' ${STRIP_POLICY}`,
].join('; ');

/** The OpenAPI document at /api/docs/json, and its pages at /api/docs. */
export async function registerOpenApi(
  app: FastifyInstance,
  { config, settings }: Pick<BffDeps, 'config' | 'settings'>,
): Promise<void> {
  // Made for the first who asks, because a start should not wait for it.
  let made: OpenAPIV3.Document | undefined;
  const document = () => {
    made ??= createOpenApiDocument(config.publicUrl);
    return made;
  };
  // The viewer wants some document here, and gets the real one below.
  await app.register(swagger, { mode: 'static', specification: { document: {} as OpenAPIV3.Document } });
  const withStrip = demonstrationStrip(settings);
  await app.register(async (viewer) => {
    viewer.addHook('onSend', async (_request, reply, payload) =>
      typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
        ? withStrip(payload)
        : payload,
    );
    await viewer.register(swaggerUi, {
      routePrefix: '/api/docs',
      // Its badge would send the document's address to another site.
      uiConfig: { docExpansion: 'none', validatorUrl: null },
      staticCSP: VIEWER_POLICY,
      transformSpecification: () => namedAfter(document(), storeName(settings), knownSeller(settings)),
    });
  });
}
