import { MessageAnswer, PageQuery } from './common.ts';
import { defineRoutes } from './route.ts';
import {
  UpdateWebhookBody,
  WebhookDeliveryPage,
  WebhookDeliveryParams,
  WebhookDeliverySaved,
  WebhookEndpointList,
  WebhookEndpointSaved,
  WebhookSecretShown,
} from './webhook.ts';
import { WebhookEndpointForm } from './webhook-form.ts';

// No API key ability, because somebody with a leaked key must not be able to redirect messages.
const webhook = { auth: 'customer', tag: 'Webhooks' } as const;

export const webhookRoutes = defineRoutes(webhook, {
  list: {
    call: 'GET /webhooks',
    response: WebhookEndpointList,
    summary: 'The endpoints that get messages, oldest first.',
  },
  create: {
    call: 'POST /webhooks',
    body: WebhookEndpointForm,
    response: WebhookSecretShown,
    status: 201,
    summary: 'Add an endpoint; its secret is shown once.',
  },
  update: {
    call: 'PATCH /webhooks/:id',
    step_up: true,
    body: UpdateWebhookBody,
    response: WebhookEndpointSaved,
    summary: 'Change an endpoint, or switch it on or off.',
  },
  remove: {
    call: 'DELETE /webhooks/:id',
    response: MessageAnswer,
    summary: 'Remove an endpoint with its log.',
  },
  rotateSecret: {
    call: 'POST /webhooks/:id/rotate-secret',
    step_up: true,
    response: WebhookSecretShown,
    summary: 'A new secret, shown once; for a day the old one signs too.',
  },
  sendTest: {
    call: 'POST /webhooks/:id/test',
    operation: 'sendWebhookTest',
    response: WebhookDeliverySaved,
    status: 202,
    summary: 'Send a test message.',
  },
  deliveries: {
    call: 'GET /webhooks/:id/deliveries',
    operation: 'listWebhookDeliveries',
    query: PageQuery,
    response: WebhookDeliveryPage,
    summary: 'What was sent to an endpoint in the last 30 days, newest first.',
  },
  redeliver: {
    call: 'POST /webhooks/:id/deliveries/:deliveryId/redeliver',
    operation: 'redeliverWebhook',
    params: WebhookDeliveryParams,
    response: WebhookDeliverySaved,
    status: 202,
    summary: 'Send a delivery again, under its old id.',
  },
});
