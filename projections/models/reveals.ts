import { z } from 'zod';
import { Actor } from '#core/kernel/log/event.ts';
import { bigint, int, oneOf, optional, text, time, uuid } from '#projections/kernel/columns.ts';
import { objectIdOf, type Projection } from '#projections/kernel/projection.ts';
import { countRows, type Database, type Days, every, type Fragment, sql, withinDays } from '#projections/kernel/sql.ts';
import { defineTable, rowOf } from '#projections/kernel/table.ts';
import { conditionsOf, defineView, findRows, type ItemOf } from '#projections/kernel/view.ts';
import { type Page, pageOf, placeOf } from '#projections/lists/page.ts';
import { withinPlaces } from './audit-trail.ts';
import { orders } from './orders.ts';

/** Each time that codes were shown, by its customer: a customer of many orders reads a page and not all of them. */
const codeReveals = defineTable(
  'code_reveals',
  ['position'],
  {
    position: bigint(),
    id: uuid(),
    order_id: uuid(),
    customer_id: uuid(),
    order_number: text(),
    time: time(),
    actor_kind: oneOf(Actor.shape.kind.options),
    codes: int(),
    /** Encrypted under the customer's key: the device and the address. */
    origin: optional(text()),
  },
  { indexes: { by_customer: ['customer_id', 'position'], by_order: ['order_id', 'position'] } },
);

/** Runs after the orders. */
export const revealsProjection: Projection = {
  tables: [codeReveals],
  reads: (event) => (event.type === 'OrderCodesRevealed' ? [rowOf(orders, objectIdOf(event))] : []),
  apply(event, rows) {
    if (event.type !== 'OrderCodesRevealed') return;
    const { order_id, customer_id, number } = rows.require(orders, objectIdOf(event));
    rows.append(codeReveals, {
      position: event.position,
      id: event.id,
      order_id,
      customer_id,
      order_number: number,
      time: event.metadata.time,
      actor_kind: event.metadata.actor.kind,
      codes: event.data.codes,
      origin: event.data.from ?? null,
    });
  },
};

const reveal = defineView(codeReveals, { without: ['customer_id'] });
export type RevealView = ItemOf<typeof reveal>;

export type RevealFilters = Days & {
  readonly orderId?: string | undefined;
  readonly orderNumber?: string | undefined;
  readonly actorKind?: Actor['kind'] | undefined;
};
type Paging = { readonly page?: number; readonly perPage?: number };

/** Each time that codes of a customer's orders were shown, newest first. */
export async function listOwnReveals(
  database: Database,
  customerId: string,
  request: RevealFilters & Paging,
): Promise<Page<RevealView>> {
  const where = await revealsOf(database, customerId, request);
  const { perPage, offset } = placeOf(request);
  const [counted, items] = await Promise.all([
    countRows(database, sql.fragment`read.code_reveals where ${where}`),
    findRows(database, reveal, sql.fragment`where ${where} order by position desc limit ${perPage} offset ${offset}`),
  ]);
  return pageOf(request, counted, items);
}

/** The next of them before this place in the log, for exports: every chunk costs the same, however long the history. */
export async function exportOwnReveals(
  database: Database,
  customerId: string,
  { before, limit, ...filters }: RevealFilters & { readonly before?: bigint | undefined; readonly limit: number },
): Promise<readonly RevealView[]> {
  const where = await revealsOf(database, customerId, filters);
  const earlier = before === undefined ? sql.fragment`` : sql.fragment`and position < ${before}::int8`;
  return findRows(database, reveal, sql.fragment`where ${where} ${earlier} order by position desc limit ${limit}`);
}

async function revealsOf(database: Database, customerId: string, filters: RevealFilters): Promise<Fragment> {
  const { orderId, orderNumber, actorKind } = filters;
  // By the order's index, not among all that the customer has.
  const ofOrder = sql.fragment`order_id = (select order_id from read.orders where number = ${orderNumber?.toUpperCase() ?? ''})`;
  return every([
    ...(orderNumber === undefined ? [] : [ofOrder]),
    ...conditionsOf(codeReveals, {
      customer_id: customerId,
      order_id: orderId,
      actor_kind: actorKind,
    }),
    ...(await withinPlaces(database, filters)),
    ...withinDays(sql.fragment`time`, filters),
  ]);
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
      join app.allocated_code code on code.order_id = lines.order_id and code.line_id = lines.line_id
      where orders.order_id = ${orderId} and orders.customer_id = ${customerId}
    ) as code
    left join lateral (
      select count(*)::int as reveals, min(time) as first_at, max(time) as last_at from read.audit_events
      where object_id = code.order_id::text and type = 'OrderCodesRevealed' and time >= code.allocated_at
    ) looks on true
    where place <= delivered`;
  const { perPage, offset } = placeOf(request);
  const [counted, items] = await Promise.all([
    countRows(database, from),
    database.any(
      sql.type(Code)`select id, line_id as "lineId", product_name as "productName", last_four as "lastFour",
          allocated_at as "allocatedAt", reveals, first_at as "firstRevealedAt", last_at as "lastRevealedAt"
        from ${from} order by line_number, place limit ${perPage} offset ${offset}`,
    ),
  ]);
  return pageOf(request, counted, items);
}
