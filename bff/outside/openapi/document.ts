import type { OpenAPIV3 } from 'openapi-types';
import { ErrorBody } from '#bff/contract/base/common.ts';
import { UNNAMED_STORE } from '#bff/contract/base/unnamed-store.ts';
import { operations } from '#bff/contract/routes.ts';
import type { Seller } from '#core/aggregates/settings/seller.ts';
import { describeOperation, IdempotencyKey } from './describe-operation.ts';
import { refusalComponents } from './refusals.ts';
import { createSchemaNames } from './schemas.ts';
import { TAGS } from './tags.ts';
import { describeWebhooks } from './webhooks.ts';

const INTRODUCTION = `Buy digital gift cards for your company from your own systems.

Customers sign in for a bearer token or use an API key; administrators have a session of their own. An API key may do what its
abilities name. Money is an object of minor units (text), decimal, formatted text and currency. Lists answer \`data\` and \`meta\`.
Every error has \`message\`, \`code\` and, for 422, \`errors\` by field. Writes marked so accept an \`Idempotency-Key\`: the same key
with the same body gets the first answer again.`;

const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': 'Requests that one address may send in a minute.',
  'RateLimit-Remaining': 'Requests that are left of it.',
  'RateLimit-Reset': 'Seconds until the minute is over.',
} as const;
const rateLimitHeaders = Object.fromEntries(
  Object.keys(RATE_LIMIT_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const SECURITY_SCHEMES = {
  session: { type: 'http', scheme: 'bearer', description: 'Access token of /api/auth/sign-in.' },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key with the ability that is named: `gl_live_…`, or `gl_test_…`, which reads and whose writes are checked but not done.',
  },
  administrator: { type: 'http', scheme: 'bearer', description: 'Token of /api/admin/login.' },
} as const;

const titleOf = (store: string): string => `${store} API`;

/** The document with the name of the store, and where it helps. */
export const namedAfter = (
  document: OpenAPIV3.Document,
  store: string,
  seller: Seller | undefined,
): OpenAPIV3.Document => ({
  ...document,
  info: {
    ...document.info,
    title: titleOf(store),
    ...(seller && { contact: { name: store, email: seller.supportEmail ?? seller.email } }),
  },
});

/** The OpenAPI document, generated from the contract alone: the same contract and address give the same document. */
export function createOpenApiDocument(publicUrl: string): OpenAPIV3.Document {
  const schemas = createSchemaNames();
  schemas.name('ErrorBody', ErrorBody, 'output');
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const { method, path } = operation.route;
    const at = path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[at] = { ...paths[at], [method.toLowerCase()]: describeOperation(operation, schemas, rateLimitHeaders) };
  }
  const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
  const document = {
    openapi: '3.1.0',
    info: {
      title: titleOf(UNNAMED_STORE),
      version: '1.0.0',
      summary: 'Digital gift cards, wallets and orders.',
      description: INTRODUCTION,
      license: { name: 'Terms of Service', url: `${publicUrl}/terms` },
    },
    servers: [{ url: publicUrl, description: 'This store.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describeWebhooks(schemas),
    components: {
      schemas: schemas.components,
      responses: refusalComponents(rateLimitHeaders, { $ref: '#/components/headers/Retry-After' }),
      parameters: { IdempotencyKey },
      headers: {
        ...Object.fromEntries(Object.entries(RATE_LIMIT_HEADERS).map(([name, text]) => [name, integerHeader(text)])),
        'Retry-After': integerHeader('Seconds after which to ask again.'),
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
  // The plugin accepts 3.1, although its types end at 3.0.
  return document as unknown as OpenAPIV3.Document;
}
