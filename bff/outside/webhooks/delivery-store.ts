import { z } from 'zod';
import { WebhookDelivery } from '#bff/contract/outside/webhook.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { PageAsked } from '#bff/kit/lib/asked.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable } from '#bff/kit/tables/table.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto'>;

const deliveries = appTable(
  'webhook_delivery',
  WebhookDelivery.omit({ answer: true }).extend({ answer_sealed: z.instanceof(Buffer).nullable() }),
  { id: sql.fragment`delivery_id` },
);

const present = (
  { crypto }: Deps,
  { answer_sealed: sealed, ...row }: z.infer<typeof deliveries.type>,
): WebhookDelivery => ({ ...row, answer: sealed && crypto.open('webhookAnswer', row.id, sealed).toString() });

/** Adds a delivery that is due at once. An existing one stays as it is, because an event may come again from the log. */
export async function insertDelivery(
  deps: Deps,
  delivery: {
    readonly deliveryId: string;
    readonly endpointId: string;
    readonly type: string;
    readonly body: string;
    readonly at: Date;
  },
): Promise<void> {
  const { deliveryId, endpointId, type, body } = delivery;
  const at = delivery.at.toISOString();
  await deps.database.query(sql.void`
    insert into app.webhook_delivery (delivery_id, endpoint_id, type, body_sealed, next_attempt_at, created_at)
    select ${deliveryId}, endpoint_id, ${type}, ${sql.binary(deps.crypto.seal('webhookBody', deliveryId, body))}, ${at},
      ${at} from app.webhook_endpoint where endpoint_id = ${endpointId}
    on conflict (delivery_id) do nothing`);
}

/** Of an endpoint, the newest first. */
export async function listDeliveries(deps: Deps, endpointId: string, asked: PageAsked) {
  const order = sql.fragment`created_at desc, delivery_id desc`;
  const { data, meta } = await deliveries.page(deps.database, asked, { endpoint_id: endpointId }, order);
  return { data: data.map((row) => present(deps, row)), meta };
}

export async function findDelivery(
  deps: Deps,
  endpointId: string,
  deliveryId: string,
): Promise<WebhookDelivery | null> {
  const row = await deliveries.find(deps.database, { endpoint_id: endpointId, delivery_id: deliveryId });
  return row && present(deps, row);
}

/** Makes it due at once. Its earlier attempts stay. */
export const redeliver = (database: Queryable, deliveryId: string, at: Date): Promise<number> =>
  deliveries.update(database, { delivery_id: deliveryId }, { status: 'pending', attempts: 0, next_attempt_at: at });

const Due = z.object({
  customer_id: z.string(),
  delivery_id: z.string(),
  endpoint_id: z.string(),
  attempts: z.int(),
  body_sealed: z.instanceof(Buffer),
  url: z.string(),
  secret_sealed: z.instanceof(Buffer),
  previous_secret_sealed: z.instanceof(Buffer).nullable(),
});

export type DueDelivery = {
  readonly customerId: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  /** The number of attempts, this one included. */
  readonly attempts: number;
  readonly url: string;
  readonly body: string;
  /** The newest first. */
  readonly secrets: readonly string[];
};

/**
 * Takes due deliveries, oldest first, a few of each endpoint and of each customer, and none of the customers in `except`. A taken delivery
 * is due again after `lostAt`, so an attempt that dies with its process is repeated.
 */
export async function claimDue(
  deps: Deps,
  options: {
    readonly at: Date;
    readonly lostAt: Date;
    readonly perEndpoint: number;
    readonly perCustomer: number;
    readonly limit: number;
    readonly except: readonly string[];
  },
): Promise<readonly DueDelivery[]> {
  const { at, lostAt, perEndpoint, perCustomer, limit, except } = options;
  const now = at.toISOString();
  const rows = await deps.database.any(sql.type(Due)`
    update app.webhook_delivery delivery
    set attempts = attempts + 1, last_attempt_at = ${now}, next_attempt_at = ${lostAt.toISOString()}
    from app.webhook_endpoint endpoint
    where endpoint.endpoint_id = delivery.endpoint_id and delivery.status = 'pending' and next_attempt_at <= ${now}
      and delivery.delivery_id in (
        select delivery_id from (
          select first.*, row_number() over (partition by each.customer_id order by first.next_attempt_at) as place
          from app.webhook_endpoint each
          cross join lateral (
            select delivery_id, next_attempt_at from app.webhook_delivery waiting
            where waiting.endpoint_id = each.endpoint_id and status = 'pending' and next_attempt_at <= ${now}
            order by next_attempt_at limit ${perEndpoint}
          ) first
          where each.is_enabled and each.customer_id <> all(${sql.array(except, 'uuid')})
        ) turn
        where place <= ${perCustomer} order by next_attempt_at limit ${limit})
    returning endpoint.customer_id, delivery.delivery_id, delivery.endpoint_id, attempts, body_sealed, url, secret_sealed,
      case when previous_secret_until > ${now} then previous_secret_sealed end as previous_secret_sealed`);
  return rows.map((row) => ({
    customerId: row.customer_id,
    deliveryId: row.delivery_id,
    endpointId: row.endpoint_id,
    attempts: row.attempts,
    url: row.url,
    body: deps.crypto.open('webhookBody', row.delivery_id, row.body_sealed).toString(),
    secrets: [row.secret_sealed, row.previous_secret_sealed].flatMap((sealed) =>
      sealed === null ? [] : [deps.crypto.open('webhookSecret', row.endpoint_id, sealed).toString()],
    ),
  }));
}

/** `nextAt` is the time of the next attempt, null where there is none. */
export async function noteAttempt(
  deps: Deps,
  deliveryId: string,
  {
    isDelivered,
    answerStatus,
    answer,
    nextAt,
  }: {
    readonly isDelivered: boolean;
    readonly answerStatus: number | null;
    readonly answer: string;
    readonly nextAt: Date | null;
  },
): Promise<void> {
  const ended = isDelivered ? 'delivered' : 'failed';
  await deliveries.update(
    deps.database,
    { delivery_id: deliveryId, status: 'pending' },
    {
      status: nextAt === null ? ended : 'pending',
      next_attempt_at: nextAt,
      answer_status: answerStatus,
      answer_sealed: deps.crypto.seal('webhookAnswer', deliveryId, answer),
    },
  );
}
