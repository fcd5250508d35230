import { WebhookMessage } from '#bff/contract/outside/webhook.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '#bff/contract/outside/webhook-events.ts';
import type { SchemaNames } from './schemas.ts';

const HEADERS = {
  'webhook-id': 'The same in every attempt: what you have seen before is the same message.',
  'webhook-timestamp': 'Seconds since 1970 of this attempt. Refuse what is older than five minutes.',
  'webhook-signature':
    'By the scheme of Standard Webhooks: `v1,` and the HMAC-SHA256 in base64; two while a secret is new.',
} as const;

/** The messages to customers' endpoints, each as an operation of the endpoint. */
export function describeWebhooks(schemas: SchemaNames) {
  const schema = schemas.name('WebhookMessage', WebhookMessage, 'output');
  const message = schemas.exampleOf(schema) as WebhookMessage;
  const parameters = Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  return Object.fromEntries(
    WEBHOOK_EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: type.replace(/\.(\w)/, (_all, letter: string) => `${letter.toUpperCase()}`),
          summary: WEBHOOK_EVENTS[type].meaning.replace(/\.$/, ''),
          description: 'Sent to the endpoints that asked for it, until one attempt is answered with a status of 2xx.',
          tags: ['Webhooks'],
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema, example: { ...message, type } } },
          },
          responses: {
            '2XX': { description: 'It has arrived.' },
            '4XX': { description: 'It has not arrived, and is sent again after a pause that grows.' },
            '5XX': { description: 'As 4XX.' },
          },
        },
      },
    ]),
  );
}
