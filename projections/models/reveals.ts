import { z } from 'zod';
import { countRows, type Database, type Days, every, type Fragment, sql, withinDays } from '#projections/kernel/sql.ts';
import { type Page, pageOf, placeOf } from '#projections/lists/page.ts';

const Reveal = z.object({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  time: z.date(),
  actorKind: z.string(),
  codes: z.int(),
  /** Encrypted under the customer's key: the device and the address. */
  from: z.string().nullable(),
});
export type RevealView = z.infer<typeof Reveal>;

export type RevealFilters = Days & {
  readonly orderId?: string | undefined;
  readonly orderNumber?: string | undefined;
  readonly actorKind?: string | undefined;
};
type Paging = { readonly page?: number; readonly perPage?: number };

/** Each time that codes of a customer's orders were shown, newest first. */
export async function listOwnReveals(
  database: Database,
  customerId: string,
  request: RevealFilters & Paging,
): Promise<Page<RevealView>> {
  const from = revealsOf(customerId, request);
  const { perPage, offset } = placeOf(request);
  const [total, items] = await Promise.all([
    countRows(database, from),
    database.any(
      sql.type(
        Reveal,
      )`select events.event_id as id, orders.order_id as "orderId", orders.number as "orderNumber", events.time,
          events.actor_kind as "actorKind", (events.data::json ->> 'codes')::int as codes, events.data::json ->> 'from' as from
        from ${from} order by events.position desc limit ${perPage} offset ${offset}`,
    ),
  ]);
  return pageOf(request, total, items);
}

function revealsOf(customerId: string, filters: RevealFilters): Fragment {
  const { orderId, orderNumber, actorKind } = filters;
  const where = [
    sql.fragment`orders.customer_id = ${customerId}`,
    sql.fragment`orders.reveals > 0`,
    ...withinDays(sql.fragment`events.time`, filters),
  ];
  if (orderId !== undefined) where.push(sql.fragment`orders.order_id = ${orderId}`);
  if (orderNumber !== undefined) where.push(sql.fragment`orders.number = ${orderNumber.toUpperCase()}`);
  if (actorKind !== undefined) where.push(sql.fragment`events.actor_kind = ${actorKind}`);
  return sql.fragment`read.orders join read.audit_events events
    on events.object_id = orders.order_id::text and events.type = 'OrderCodesRevealed' where ${every(where)}`;
}

const Code = z.object({
  id: z.string(),
  lineId: z.string(),
  productName: z.string(),
  lastFour: z.string(),
  allocatedAt: z.date(),
  firstRevealedAt: z.date().nullable(),
  lastRevealedAt: z.date().nullable(),
  reveals: z.int(),
});
export type CodeView = z.infer<typeof Code>;

/**
 * The codes of this customer's fulfilled order, by line; none of another customer's. Each look shows all that there
 * are.
 */
export async function listOwnCodes(
  database: Database,
  customerId: string,
  { orderId, ...request }: { readonly orderId: string } & Paging,
): Promise<Page<CodeView>> {
  // Codes are reserved a moment before they are delivered. A seeded code was allocated later than its order's time.
  const from = sql.fragment`(
      select code.id, code.order_id, code.last_four, lines.line_id, lines.line_number, lines.product_name, lines.delivered,
        least(code.allocated_at, orders.fulfilled_at) as allocated_at,
        row_number() over (partition by lines.line_id order by code.allocated_at, code.id) as place
      from read.orders
      join read.order_lines lines on lines.order_id = orders.order_id
      join app.gift_code code on code.order_id = lines.order_id and code.line_id = lines.line_id
      where orders.order_id = ${orderId} and orders.customer_id = ${customerId}
    ) as code
    left join lateral (
      select count(*)::int as reveals, min(time) as first_at, max(time) as last_at from read.audit_events
      where object_id = code.order_id::text and type = 'OrderCodesRevealed' and time >= code.allocated_at
    ) looks on true
    where place <= delivered`;
  const { perPage, offset } = placeOf(request);
  const [total, items] = await Promise.all([
    countRows(database, from),
    database.any(
      sql.type(Code)`select id, line_id as "lineId", product_name as "productName", last_four as "lastFour",
          allocated_at as "allocatedAt", reveals, first_at as "firstRevealedAt", last_at as "lastRevealedAt"
        from ${from} order by line_number, place limit ${perPage} offset ${offset}`,
    ),
  ]);
  return pageOf(request, total, items);
}
