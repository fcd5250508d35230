import { z } from 'zod';
import { MessageAnswer, Money, named, PageQuery, pageOf, savedOf, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { WEBHOOK_EVENT_TYPES } from './webhook-events.ts';
import { WebhookEndpointForm } from './webhook-form.ts';

export const MAX_WEBHOOK_ENDPOINTS = 10;
/** It grows when a field of a message changes its meaning or is removed. New fields do not change it. */
export const WEBHOOK_MESSAGE_VERSION = 1;
export const WEBHOOK_TEST_TYPE = 'test';

const WebhookEventType = z.enum(WEBHOOK_EVENT_TYPES).meta({ id: 'WebhookEventType' });

export const WebhookEndpoint = named('WebhookEndpoint', {
  id: Uuid,
  url: z.string(),
  events: z.array(WebhookEventType),
  /** `given-up`: it failed for days and was switched off; its owner got a mail. */
  status: z.enum(['enabled', 'disabled', 'given-up']),
  /** Since when deliveries fail; null where the last one arrived. */
  failing_since: Timestamp.nullable(),
  created_at: Timestamp,
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const WebhookDelivery = named('WebhookDelivery', {
  /** The `webhook-id` of every attempt. */
  id: Uuid,
  type: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  created_at: Timestamp,
  last_attempt_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
  answer_status: z.int().nullable(),
  /** The first bytes of the answer, or why there was none. */
  answer: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** What is sent to an endpoint: what happened to which object. It has no codes and no bank data; the API has the rest. */
export const WebhookMessage = named('WebhookMessage', {
  id: Uuid,
  type: z.enum([...WEBHOOK_EVENT_TYPES, WEBHOOK_TEST_TYPE]),
  version: z.literal(WEBHOOK_MESSAGE_VERSION),
  timestamp: Timestamp,
  data: z.object({
    object: z.enum(['order', 'deposit', 'withdrawal', 'endpoint']),
    id: Uuid,
    number: z.string().nullable(),
    wallet_id: Uuid.nullable(),
    amount: Money.nullable(),
  }),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

const WebhookEndpointList = z.object({ data: z.array(WebhookEndpoint) });
const UpdateWebhookBody = WebhookEndpointForm.extend({ is_enabled: z.boolean() }).partial();
/** `secret` is shown only here. */
export const WebhookSecretShown = savedOf(WebhookEndpoint).extend({ secret: z.string() });
export const WebhookDeliveryPage = pageOf(WebhookDelivery);
const WebhookDeliverySaved = savedOf(WebhookDelivery);
const WebhookDeliveryParams = z.object({ id: Uuid, deliveryId: Uuid });

// No API key ability, because somebody with a leaked key must not be able to redirect messages.
const own = routesFor({ auth: 'customer', tag: 'Webhooks' });

export const webhookRoutes = {
  listWebhooks: own.get('/webhooks', 'The endpoints that get messages, oldest first.', WebhookEndpointList),
  createWebhook: own.post('/webhooks', 'Add an endpoint; its secret is shown once.', WebhookSecretShown, {
    step_up: true,
    body: WebhookEndpointForm,
    status: 201,
  }),
  updateWebhook: own.patch('/webhooks/:id', 'Change an endpoint, or switch it on or off.', savedOf(WebhookEndpoint), {
    step_up: true,
    body: UpdateWebhookBody,
  }),
  removeWebhook: own.delete('/webhooks/:id', 'Remove an endpoint with its log.', MessageAnswer),
  rotateWebhookSecret: own.post(
    '/webhooks/:id/rotate-secret',
    'A new secret, shown once; for a day the old one signs too.',
    WebhookSecretShown,
    { step_up: true },
  ),
  sendWebhookTest: own.post('/webhooks/:id/test', 'Send a test message.', WebhookDeliverySaved, { status: 202 }),
  listWebhookDeliveries: own.get(
    '/webhooks/:id/deliveries',
    'What was sent to an endpoint in the last 30 days, newest first.',
    WebhookDeliveryPage,
    { query: PageQuery },
  ),
  redeliverWebhook: own.post(
    '/webhooks/:id/deliveries/:deliveryId/redeliver',
    'Send a delivery again, under its old id.',
    WebhookDeliverySaved,
    { params: WebhookDeliveryParams, status: 202 },
  ),
};
