import { v7 } from 'uuid';
import type { AnswerOf, BodyOf } from '#bff/contract/base/route.ts';
import { MAX_WEBHOOK_ENDPOINTS, WEBHOOK_TEST_TYPE, webhookRoutes } from '#bff/contract/outside/webhook.ts';
import { lockAccount } from '#bff/identity/accounts/accounts.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { CustomerActor } from '#bff/kit/http/actor.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict, found, invalidField } from '#bff/kit/lib/api-error.ts';
import type { Mail } from '#bff/kit/mails/layout.ts';
import { webhookAddedMail, webhookMovedMail, webhookSecretMail } from '#bff/papers/mails/account-mails.ts';
import { findDelivery, insertDelivery, listDeliveries, redeliver } from './delivery-store.ts';
import { endpoints, listEndpoints, replaceSecret, updateEndpoint } from './endpoint-store.ts';
import { testMessageOf, WEBHOOK_SETTINGS } from './message.ts';
import { newSecret } from './signature.ts';

/** How long the old secret signs too, so that the receiver can change to the new one. */
const OLD_SECRET_MS = 24 * 3_600_000;

export const registerWebhooks = feature(webhookRoutes, (deps) => {
  const { database, crypto, clock, webhooks } = deps;
  type Own = { readonly actor: { readonly customerId: string }; readonly params: { readonly id: string } };
  const own = async ({ actor, params }: Own) =>
    found(await endpoints.find(database, { endpoint_id: params.id, customer_id: actor.customerId }));
  const requireAllowed = (url: string) => {
    const problem = webhooks.problemOf(url);
    if (problem !== undefined) throw invalidField('url', problem);
  };
  /** A switched-off endpoint gets nothing, so the delivery would wait without a notice. */
  const requireEnabled = ({ status }: { status: string }) => {
    if (status !== 'enabled') throw conflict('invalid_state', 'This endpoint is switched off. Switch it on first.');
  };
  /** The account's owner, who should know where events of the account are sent and how they are signed. */
  const tell = (owner: CustomerActor, mail: Mail) => deps.mails.send('webhook', owner, mail);
  const settings = `${deps.config.publicUrl}${WEBHOOK_SETTINGS}`;

  return {
    listWebhooks: async ({ actor }) => ({ data: await listEndpoints(database, actor.customerId) }),
    createWebhook: ({ actor, body }) => {
      requireAllowed(body.url);
      return addEndpoint(deps, actor, body);
    },
    updateWebhook: async (call) => {
      const endpoint = await own(call);
      const { url = endpoint.url, events = endpoint.events, is_enabled = endpoint.status === 'enabled' } = call.body;
      requireAllowed(url);
      const before = await updateEndpoint(database, endpoint.id, { url, events, isEnabled: is_enabled });
      if (before !== null && before !== url) {
        await tell(call.actor, webhookMovedMail({ before, now: url }, settings));
      }
      if (is_enabled) await webhooks.wake();
      return { message: 'The endpoint was saved.', data: await own(call) };
    },
    removeWebhook: async (call) => {
      await endpoints.remove(database, { endpoint_id: (await own(call)).id });
      return { message: 'The endpoint was removed.' };
    },
    rotateWebhookSecret: async (call) => {
      const { id, url } = await own(call);
      const secret = newSecret();
      const oldUntil = new Date(clock().getTime() + OLD_SECRET_MS);
      await replaceSecret(database, id, crypto.seal('webhookSecret', id, secret), oldUntil);
      await tell(call.actor, webhookSecretMail(url, oldUntil, settings));
      return {
        message: 'The endpoint has a new secret. The old one signs too for a day.',
        data: await own(call),
        secret,
      };
    },
    sendWebhookTest: async (call) => {
      const { id: endpointId, ...endpoint } = await own(call);
      requireEnabled(endpoint);
      const [deliveryId, at] = [v7(), clock()];
      const body = JSON.stringify(testMessageOf(deliveryId, endpointId, at));
      await insertDelivery(deps, { deliveryId, endpointId, type: WEBHOOK_TEST_TYPE, body, at });
      await webhooks.wake();
      return {
        message: 'A test message is on its way.',
        data: found(await findDelivery(deps, endpointId, deliveryId)),
      };
    },
    listWebhookDeliveries: async (call) => listDeliveries(deps, (await own(call)).id, call.query),
    redeliverWebhook: async (call) => {
      const endpoint = await own(call);
      requireEnabled(endpoint);
      const { id } = found(await findDelivery(deps, endpoint.id, call.params.deliveryId));
      await redeliver(database, id, clock());
      await webhooks.wake();
      return { message: 'It is sent again.', data: found(await findDelivery(deps, endpoint.id, id)) };
    },
  };
});

/** Also mails the account's owner, who should know where events of the account are sent. */
async function addEndpoint(
  deps: BffDeps,
  owner: CustomerActor,
  { url, events }: BodyOf<typeof webhookRoutes.createWebhook>,
): Promise<AnswerOf<typeof webhookRoutes.createWebhook>> {
  const { database, crypto, mails, config, eventStore, clock } = deps;
  const { customerId } = owner;
  const endpointId = v7();
  const secret = newSecret();
  const sincePosition = await eventStore.headPosition();
  const data = await database.transaction(async (transaction) => {
    await lockAccount(transaction, customerId);
    const { length } = await listEndpoints(transaction, customerId);
    if (length >= MAX_WEBHOOK_ENDPOINTS) {
      throw conflict('too_many', `There are ${length} endpoints already. Remove one of them first.`);
    }
    return endpoints.insert(transaction, {
      endpoint_id: endpointId,
      customer_id: customerId,
      url,
      events,
      secret_sealed: crypto.seal('webhookSecret', endpointId, secret),
      since_position: sincePosition,
      created_at: clock(),
    });
  });
  const mail = webhookAddedMail(url, `${config.publicUrl}${WEBHOOK_SETTINGS}`);
  await mails.send('webhook', owner, mail, { id: `webhook-added-${endpointId}` });
  return { message: 'The endpoint was added.', data, secret };
}
