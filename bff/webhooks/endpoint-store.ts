import { z } from 'zod';
import type { WebhookEndpoint } from '#bff/contract/webhook.ts';
import { WEBHOOK_EVENTS, type WebhookEventType } from '#bff/contract/webhook-events.ts';
import { timeOrNull } from '#bff/lib/present.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';

const Row = z.object({
  endpoint_id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  is_enabled: z.boolean(),
  failing_since: z.date().nullable(),
  given_up_at: z.date().nullable(),
  created_at: z.date(),
});

const columns = sql.fragment`endpoint_id, url, events, is_enabled, failing_since, given_up_at, created_at`;

function present(row: z.infer<typeof Row>): WebhookEndpoint {
  const off = row.given_up_at === null ? 'disabled' : 'given-up';
  return {
    id: row.endpoint_id,
    url: row.url,
    // An event that a later version removed is not sent.
    events: row.events.filter((event): event is WebhookEventType => Object.hasOwn(WEBHOOK_EVENTS, event)),
    status: row.is_enabled ? 'enabled' : off,
    failing_since: timeOrNull(row.failing_since),
    created_at: row.created_at.toISOString(),
  };
}

export async function listEndpoints(database: Queryable, customerId: string): Promise<WebhookEndpoint[]> {
  const rows = await database.any(
    sql.type(Row)`select ${columns} from app.webhook_endpoint where customer_id = ${customerId} order by created_at`,
  );
  return rows.map(present);
}

/** Null where the customer has no such endpoint. */
export async function findEndpoint(
  database: Queryable,
  customerId: string,
  endpointId: string,
): Promise<WebhookEndpoint | null> {
  const row = await database.maybeOne(sql.type(Row)`select ${columns} from app.webhook_endpoint
    where customer_id = ${customerId} and endpoint_id = ${endpointId}`);
  return row && present(row);
}

export async function insertEndpoint(
  database: Queryable,
  endpoint: {
    readonly endpointId: string;
    readonly customerId: string;
    readonly url: string;
    readonly events: readonly string[];
    readonly secretSealed: Buffer;
    readonly sincePosition: bigint;
    readonly at: Date;
  },
): Promise<void> {
  await database.query(sql.void`
    insert into app.webhook_endpoint
      (endpoint_id, customer_id, url, events, secret_sealed, since_position, created_at)
    values (${endpoint.endpointId}, ${endpoint.customerId}, ${endpoint.url},
      ${sql.array([...endpoint.events], 'text')}, ${sql.binary(endpoint.secretSealed)}, ${endpoint.sincePosition},
      ${endpoint.at.toISOString()})`);
}

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
    update app.webhook_endpoint set url = ${url}, events = ${sql.array([...events], 'text')},
      failing_since = case when ${isEnabled} and not is_enabled then null else failing_since end,
      given_up_at = case when ${isEnabled} then null else given_up_at end,
      is_enabled = ${isEnabled}
    from before where endpoint_id = ${endpointId} returning before.url`);
  return row?.url ?? null;
}

export async function removeEndpoint(database: Queryable, endpointId: string): Promise<void> {
  await database.query(sql.void`delete from app.webhook_endpoint where endpoint_id = ${endpointId}`);
}

/** Until then the old secret signs, too. */
export async function replaceSecret(
  database: Queryable,
  endpointId: string,
  secretSealed: Buffer,
  oldUntil: Date,
): Promise<void> {
  await database.query(sql.void`
    update app.webhook_endpoint set previous_secret_sealed = secret_sealed,
      previous_secret_until = ${oldUntil.toISOString()}, secret_sealed = ${sql.binary(secretSealed)}
    where endpoint_id = ${endpointId}`);
}

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
