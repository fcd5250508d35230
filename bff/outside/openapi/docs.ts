import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createOpenApiDocument } from './document.ts';

/** The viewer's own policy would take styles and fonts of any site, and pictures of validator.swagger.io. */
const VIEWER_POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src-attr 'none'",
].join('; ');

/** The OpenAPI document at /api/docs/json, and its pages at /api/docs. */
export async function registerOpenApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: createOpenApiDocument(publicUrl) } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Its badge would send the document's address to another site.
    uiConfig: { docExpansion: 'none', validatorUrl: null },
    staticCSP: VIEWER_POLICY,
  });
}
