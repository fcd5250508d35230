import { MessageAnswer, UuidParams } from './common.ts';
import { defineRoutes } from './route.ts';
import {
  CreateWebhookBody,
  UpdateWebhookBody,
  WebhookDeliveryPage,
  WebhookDeliveryParams,
  WebhookDeliveryQuery,
  WebhookDeliverySaved,
  WebhookEndpointList,
  WebhookEndpointSaved,
  WebhookSecretShown,
} from './webhook.ts';

// No API key ability: who holds a leaked key must not be able to redirect what happens.
const webhook = { auth: 'customer', tag: 'Webhooks' } as const;

export const webhookRoutes = defineRoutes({
  list: {
    ...webhook,
    method: 'GET',
    path: '/api/webhooks',
    response: WebhookEndpointList,
    summary: 'The endpoints that get messages, oldest first.',
  },
  create: {
    ...webhook,
    method: 'POST',
    path: '/api/webhooks',
    body: CreateWebhookBody,
    response: WebhookSecretShown,
    status: 201,
    summary: 'Add an endpoint; its secret is shown once.',
  },
  update: {
    ...webhook,
    method: 'PATCH',
    path: '/api/webhooks/:id',
    params: UuidParams,
    body: UpdateWebhookBody,
    response: WebhookEndpointSaved,
    summary: 'Change an endpoint, or switch it on or off.',
  },
  remove: {
    ...webhook,
    method: 'DELETE',
    path: '/api/webhooks/:id',
    params: UuidParams,
    response: MessageAnswer,
    summary: 'Remove an endpoint with its log.',
  },
  rotateSecret: {
    ...webhook,
    method: 'POST',
    path: '/api/webhooks/:id/rotate-secret',
    params: UuidParams,
    response: WebhookSecretShown,
    summary: 'A new secret, shown once; for a day the old one signs too.',
  },
  sendTest: {
    ...webhook,
    operation: 'sendWebhookTest',
    method: 'POST',
    path: '/api/webhooks/:id/test',
    params: UuidParams,
    response: WebhookDeliverySaved,
    status: 202,
    summary: 'Send a test message.',
  },
  deliveries: {
    ...webhook,
    operation: 'listWebhookDeliveries',
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    params: UuidParams,
    query: WebhookDeliveryQuery,
    response: WebhookDeliveryPage,
    summary: 'What was sent to an endpoint in the last 30 days, newest first.',
  },
  redeliver: {
    ...webhook,
    operation: 'redeliverWebhook',
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/:deliveryId/redeliver',
    params: WebhookDeliveryParams,
    response: WebhookDeliverySaved,
    status: 202,
    summary: 'Send a delivery again, under its old id.',
  },
});
