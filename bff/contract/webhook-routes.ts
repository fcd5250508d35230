import { MessageAnswer, PageQuery, savedOf } from './common.ts';
import { routesFor } from './route.ts';
import {
  UpdateWebhookBody,
  WebhookDeliveryPage,
  WebhookDeliveryParams,
  WebhookDeliverySaved,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookSecretShown,
} from './webhook.ts';
import { WebhookEndpointForm } from './webhook-form.ts';

// No API key ability, because somebody with a leaked key must not be able to redirect messages.
const webhook = routesFor({ auth: 'customer', tag: 'Webhooks' });

export const webhookRoutes = {
  listWebhooks: webhook.get('/webhooks', 'The endpoints that get messages, oldest first.', WebhookEndpointList),
  createWebhook: webhook.post('/webhooks', 'Add an endpoint; its secret is shown once.', WebhookSecretShown, {
    body: WebhookEndpointForm,
    status: 201,
  }),
  updateWebhook: webhook.patch(
    '/webhooks/:id',
    'Change an endpoint, or switch it on or off.',
    savedOf(WebhookEndpoint),
    {
      step_up: true,
      body: UpdateWebhookBody,
    },
  ),
  removeWebhook: webhook.delete('/webhooks/:id', 'Remove an endpoint with its log.', MessageAnswer),
  rotateWebhookSecret: webhook.post(
    '/webhooks/:id/rotate-secret',
    'A new secret, shown once; for a day the old one signs too.',
    WebhookSecretShown,
    { step_up: true },
  ),
  sendWebhookTest: webhook.post('/webhooks/:id/test', 'Send a test message.', WebhookDeliverySaved, { status: 202 }),
  listWebhookDeliveries: webhook.get(
    '/webhooks/:id/deliveries',
    'What was sent to an endpoint in the last 30 days, newest first.',
    WebhookDeliveryPage,
    { query: PageQuery },
  ),
  redeliverWebhook: webhook.post(
    '/webhooks/:id/deliveries/:deliveryId/redeliver',
    'Send a delivery again, under its old id.',
    WebhookDeliverySaved,
    { params: WebhookDeliveryParams, status: 202 },
  ),
};
