import { z } from 'zod';
import { WebhookEndpoint } from '#bff/contract/outside/webhook.ts';
import { WEBHOOK_EVENTS, type WebhookEventType } from '#bff/contract/outside/webhook-events.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable, assigned } from '#bff/kit/tables/table.ts';

/** An event that a later version removed is not sent. */
const KnownEvents = z
  .array(z.string())
  .transform((events) => events.filter((event): event is WebhookEventType => Object.hasOwn(WEBHOOK_EVENTS, event)));

export const endpoints = appTable('webhook_endpoint', WebhookEndpoint.extend({ events: KnownEvents }), {
  id: sql.fragment`endpoint_id`,
  status: sql.fragment`case when is_enabled then 'enabled' when given_up_at is null then 'disabled' else 'given-up' end`,
});

export const listEndpoints = (database: Queryable, customerId: string): Promise<WebhookEndpoint[]> =>
  endpoints.list(database, { customer_id: customerId }, sql.fragment`order by created_at`);

/**
 * An endpoint that is switched on starts without failures, and gets what waits for it. Returns the address that it had before, also where
 * two change it at once; null where it was removed meanwhile.
 */
export async function updateEndpoint(
  database: Queryable,
  endpointId: string,
  { url, events, isEnabled }: { readonly url: string; readonly events: readonly string[]; readonly isEnabled: boolean },
): Promise<string | null> {
  const row = await database.maybeOne(sql.type(z.object({ url: z.string() }))`
    with before as (select url from app.webhook_endpoint where endpoint_id = ${endpointId} for update)
    update app.webhook_endpoint set ${assigned({ url, events })},
      failing_since = case when ${isEnabled} and not is_enabled then null else failing_since end,
      given_up_at = case when ${isEnabled} then null else given_up_at end,
      is_enabled = ${isEnabled}
    from before where endpoint_id = ${endpointId} returning before.url`);
  return row?.url ?? null;
}

/** Until then the old secret signs, too. */
export const replaceSecret = (database: Queryable, endpointId: string, secretSealed: Buffer, oldUntil: Date) =>
  endpoints.update(
    database,
    { endpoint_id: endpointId },
    {
      previous_secret_sealed: sql.fragment`secret_sealed`,
      previous_secret_until: oldUntil,
      secret_sealed: secretSealed,
    },
  );

const Failing = z.object({ failing_since: z.date() });

export async function noteArrival(database: Queryable, endpointId: string): Promise<void> {
  await database.query(sql.void`update app.webhook_endpoint set failing_since = null
    where endpoint_id = ${endpointId} and failing_since is not null`);
}

/** Returns since when it fails; null where it was removed meanwhile. */
export async function noteFailure(database: Queryable, endpointId: string, at: Date): Promise<Date | null> {
  const row = await database.maybeOne(sql.type(Failing)`
    update app.webhook_endpoint set failing_since = coalesce(failing_since, ${at.toISOString()})
    where endpoint_id = ${endpointId} returning failing_since`);
  return row?.failing_since ?? null;
}

const Owner = z.object({ email: z.string(), name: z.string(), url: z.string() });

/** Switches off an endpoint that failed for too long. Returns its owner once, null the second time. */
export function giveUp(database: Queryable, endpointId: string, at: Date): Promise<z.infer<typeof Owner> | null> {
  return database.maybeOne(sql.type(Owner)`
    update app.webhook_endpoint endpoint set is_enabled = false, given_up_at = ${at.toISOString()}
    from app.account account
    where endpoint_id = ${endpointId} and is_enabled and account.customer_id = endpoint.customer_id
    returning account.email, account.name, endpoint.url`);
}

const Listener = z.object({ endpoint_id: z.string() });

/** The endpoints for an event: switched on, subscribed to its kind, and older than the event. */
export async function listListeners(
  database: Queryable,
  customerId: string,
  event: { readonly type: WebhookEventType; readonly position: bigint },
): Promise<string[]> {
  const rows = await database.any(sql.type(Listener)`
    select endpoint_id from app.webhook_endpoint
    where customer_id = ${customerId} and is_enabled and ${event.type} = any(events)
      and since_position < ${event.position}`);
  return rows.map((row) => row.endpoint_id);
}

export function hasEndpoints(database: Queryable): Promise<boolean> {
  return database.exists(sql.type(Listener)`select endpoint_id from app.webhook_endpoint`);
}
