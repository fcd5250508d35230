import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { RouteAuth, RouteContract } from '#bff/contract/route.ts';

const SECURITY: Record<RouteAuth, readonly Record<string, readonly string[]>[]> = {
  public: [],
  'customer-any-state': [{ customer: [] }],
  customer: [{ customer: [] }],
  administrator: [{ administrator: [] }],
};

/** The OpenAPI document, made from the contract's schemas, and its pages at /api/docs. */
export async function registerOpenApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Giftledger API',
        version: '1.0.0',
        description:
          'Customers sign in for a bearer token or use an API key; administrators have a session of their own. Money is ' +
          'an object of minor units (text), decimal, formatted text and currency. Every error has `message`, `code` and, ' +
          'for 422, `errors` by field. Writes marked so accept an `Idempotency-Key`.',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          customer: { type: 'http', scheme: 'bearer', description: 'Access token of /api/auth/sign-in, or an API key' },
          administrator: { type: 'http', scheme: 'bearer', description: 'Token of /api/admin/login' },
        },
      },
    },
    transform: (input) => {
      const transformed = jsonSchemaTransform(input as Parameters<typeof jsonSchemaTransform>[0]);
      const contract = (input.route.config as { contract?: RouteContract } | undefined)?.contract;
      if (!contract) return transformed;
      return {
        url: transformed.url,
        schema: {
          ...transformed.schema,
          security: SECURITY[contract.auth],
          description: describe(contract),
          ...(contract.multipart ? multipartSchema(contract.multipart.files) : {}),
          ...(contract.file ? { produces: [contract.file] } : {}),
        } as typeof transformed.schema,
      };
    },
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { docExpansion: 'none' }, staticCSP: true });
}

function describe(contract: RouteContract): string {
  const notes = [`For: ${contract.auth}.`];
  if (contract.ability) notes.push(`API key ability: \`${contract.ability}\`.`);
  if (contract.idempotent) notes.push('Accepts an Idempotency-Key.');
  if (contract.multipart) notes.push(`At most ${contract.multipart.max_file_bytes} bytes a file.`);
  return notes.join(' ');
}

function multipartSchema(files: readonly string[]) {
  return {
    consumes: ['multipart/form-data'],
    body: {
      type: 'object',
      properties: Object.fromEntries(files.map((file) => [file, { type: 'string', format: 'binary' }])),
    },
  };
}
