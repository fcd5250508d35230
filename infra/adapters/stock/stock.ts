import { hash } from 'node:crypto';
import pg from 'pg';
import { DomainError } from '#core/kernel/errors.ts';
import type { ServedOrder, StockAllocation, StockPort, StockRequest } from '#core/processes/ports.ts';
import { inTransaction } from '#infra/adapters/postgres/transaction.ts';
import { inGroups } from './in-groups.ts';
import { PLACES_OF_CODES } from './parts.ts';

/** Orders that get their codes, or are confirmed, with one statement. */
const MAX_ORDERS_PER_CALL = 64;
/** Lines of one order; the cart allows fewer. */
const MAX_LINES_PER_REQUEST = 1_000;
/** The database's error for a request with other lines than before. */
const MISMATCH = 'STK01';

/** A code of the order was seen: it does not go back to stock. */
export class RevealedStockError extends DomainError {
  constructor(orderId: string) {
    super('invalid_state', `Codes of order ${orderId} were already revealed and cannot go back to stock.`);
    this.name = 'RevealedStockError';
  }
}

/** A repeated request for an order has other lines than the first one. */
export class StockRequestMismatchError extends DomainError {
  constructor(orderId: string) {
    super('reference_reused', `Stock was requested for order ${orderId} before, with other lines.`);
    this.name = 'StockRequestMismatchError';
  }
}

/** The stock of gift codes. Who gets codes is decided in the database: rules/stock.sql. */
export function createStock({ pool }: { pool: pg.Pool }): StockPort {
  const allocate = inGroups(MAX_ORDERS_PER_CALL, (requests: readonly StockRequest[]) => allocateAll(pool, requests));
  return {
    async allocate(request) {
      const { orderId, lines } = request;
      if (lines.length === 0 || lines.length > MAX_LINES_PER_REQUEST) {
        throw new RangeError(`An order has 1 to ${MAX_LINES_PER_REQUEST} lines, not ${lines.length}.`);
      }
      try {
        return await allocate(request);
      } catch (error) {
        throw isMismatch(error) ? new StockRequestMismatchError(orderId) : error;
      }
    },
    confirmFulfilled: inGroups(MAX_ORDERS_PER_CALL, async (orderIds) => {
      await pool.query({
        name: 'stock-fulfilled',
        // Without waiting for the disk: an order whose confirmation is lost in a crash is returned again.
        text: `update app.stock_request set fulfilled_at = now()
          from (select set_config('synchronous_commit', 'off', true)) as setting
          where order_id = any($1::uuid[]) and fulfilled_at is null`,
        values: [orderIds],
      });
      return () => undefined;
    }),
    async confirmPartly(orderId, codes) {
      await pool.query(
        `update app.stock_request set is_unbooked = false where order_id = $1 and is_unbooked
           and $2 = (select sum(given) from app.stock_request_line where order_id = $1)`,
        [orderId, codes],
      );
    },
    releaseRest: (orderId, booked) => inTransaction(pool, (client) => releaseRest(client, orderId, booked)),
    release: (orderId) => inTransaction(pool, (client) => release(client, orderId)),
    allocateWaiting: (limit, except) => allocateWaiting(pool, limit, except),
  };
}

/** `codeIds`: sorted, one a line. */
type LineCodes = { orderId: string; lineId: string; quantity: number; codeIds: string; isWhole: boolean };

async function allocateAll(pool: pg.Pool, requests: readonly StockRequest[]) {
  const lines = requests.flatMap(({ orderId, lines }) => lines.map((line) => ({ orderId, ...line })));
  return callStock(pool, 'allocate_stock($1, $2, $3, $4, $5, $6, $7)', [
    requests.map((request) => request.orderId),
    requests.map((request) => request.position),
    requests.map((request) => request.inPart ?? false),
    lines.map((line) => line.orderId),
    lines.map((line) => line.lineId),
    lines.map((line) => line.variantId),
    lines.map((line) => line.quantity),
  ]);
}

/** Prepared once for each connection. */
async function callStock(pool: pg.Pool, call: string, values: unknown[]) {
  const text = `select order_id as "orderId", line_id as "lineId", quantity, code_ids as "codeIds", is_whole as "isWhole"
    from app.${call}`;
  const { rows } = await pool.query<LineCodes>({ name: call, text, values });
  const linesOf = Map.groupBy(rows, (row) => row.orderId);
  return ({ orderId }: { readonly orderId: string }) => allocationOf(orderId, linesOf.get(orderId));
}

async function serve(pool: pg.Pool, orderId: string): Promise<StockAllocation> {
  const allocationTo = await callStock(pool, 'serve_stock_requests($1)', [[orderId]]);
  return allocationTo({ orderId });
}

const isMismatch = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === MISMATCH;

const allocationOf = (orderId: string, lines: readonly LineCodes[] | undefined): StockAllocation =>
  lines
    ? {
        status: lines.every((line) => line.isWhole) ? 'allocated' : 'partly',
        orderId,
        lines: lines.map(({ lineId, quantity, codeIds }) => ({
          lineId,
          quantity,
          codesDigest: hash('sha256', codeIds, 'hex'),
        })),
      }
    : { status: 'waiting', orderId };

/** So that nothing is allocated from them meanwhile. */
async function lockVariants(client: pg.PoolClient, orderId: string): Promise<void> {
  const { rows } = await client.query<{ variantId: string }>(
    'select distinct variant_id as "variantId" from app.stock_request_line where order_id = $1',
    [orderId],
  );
  await client.query('select 1 from app.product_variant where id = any($1::uuid[]) order by id for no key update', [
    rows.map((row) => row.variantId),
  ]);
}

async function release(client: pg.PoolClient, orderId: string): Promise<void> {
  await lockVariants(client, orderId);
  const revealed = await client.query(
    'select 1 from app.allocated_code where order_id = $1 and first_revealed_at is not null limit 1',
    [orderId],
  );
  if ((revealed.rowCount ?? 0) > 0) throw new RevealedStockError(orderId);
  // An order that was never requested is also recorded as released: a late request for it then gets nothing.
  await client.query(
    `insert into app.stock_request (order_id, position, status, released_at) values ($1, 0, 'released', now())
     on conflict (order_id) do update set status = 'released', is_unbooked = false, released_at = coalesce(app.stock_request.released_at, now())`,
    [orderId],
  );
  await client.query(
    `update app.gift_code set order_id = null, line_id = null, allocated_at = null
     where id in (select id from app.allocated_code where order_id = $1)`,
    [orderId],
  );
}

/** Codes that nobody saw: of an order, only booked codes are shown. */
const BEYOND_BOOKED = `select id, first_revealed_at from (${PLACES_OF_CODES}) as code where place > booked`;

async function releaseRest(client: pg.PoolClient, orderId: string, booked: ReadonlyMap<string, number>): Promise<void> {
  await lockVariants(client, orderId);
  await client.query(
    `update app.stock_request set status = 'released', is_unbooked = false,
       released_at = coalesce(released_at, now()), fulfilled_at = coalesce(fulfilled_at, now())
     where order_id = $1`,
    [orderId],
  );
  const beyond = [orderId, [...booked.keys()], [...booked.values()]];
  const revealed = await client.query(`${BEYOND_BOOKED} and first_revealed_at is not null limit 1`, beyond);
  if ((revealed.rowCount ?? 0) > 0) throw new RevealedStockError(orderId);
  await client.query(
    `update app.gift_code set order_id = null, line_id = null, allocated_at = null
     where id in (select id from (${BEYOND_BOOKED}) as beyond)`,
    beyond,
  );
}

/** Each order in its own transaction: an order that was served stays served, whatever happens to the next one. */
async function allocateWaiting(pool: pg.Pool, limit: number, except: readonly string[] = []): Promise<ServedOrder[]> {
  const served = await unconfirmed(pool, limit, except);
  if (served.length === limit) return served;
  // Read without locks, in one pass over the queue: the orders for which those before them leave enough; for orders
  // that take parts, anything. `serve` decides with a pass for each order, which would take long for all the orders
  // that would get nothing.
  const { rows } = await pool.query<{ orderId: string }>(
    `select queued.order_id as "orderId"
     from (
       select request.order_id, request.position, request.in_part, line.variant_id, line.quantity, sum(line.quantity) over (
           partition by line.variant_id order by request.position, request.order_id, line.line_id
         ) as wanted
       from app.stock_request as request
       cross join lateral (
         select line_id, variant_id, quantity - given as quantity from app.stock_request_line
         where order_id = request.order_id offset 0
       ) as line
       where request.status = 'waiting'
     ) as queued
     join app.product_variant as shelf on shelf.id = queued.variant_id
     where queued.order_id <> all($2::uuid[])
     group by queued.order_id, queued.position, queued.in_part
     having case when queued.in_part
       then bool_or(queued.quantity > 0 and queued.wanted - queued.quantity < shelf.free_codes)
       else bool_and(queued.wanted <= shelf.free_codes) end
     order by queued.position, queued.order_id limit $1`,
    [limit - served.length, except],
  );
  for (const { orderId } of rows) {
    const allocation = await serve(pool, orderId);
    if (allocation.status !== 'waiting') served.push(allocation);
  }
  return served;
}

/** Orders that have codes whose booking was not confirmed: the process that allocated them may have crashed. */
async function unconfirmed(pool: pg.Pool, limit: number, except: readonly string[]): Promise<ServedOrder[]> {
  const { rows } = await pool.query<{ orderId: string }>(
    `select order_id as "orderId" from (
       select order_id, position from app.stock_request where status = 'allocated' and fulfilled_at is null
       union all select order_id, position from app.stock_request where is_unbooked
     ) as request where order_id <> all($2::uuid[]) order by position, order_id limit $1`,
    [limit, except],
  );
  const found: ServedOrder[] = [];
  for (const { orderId } of rows) {
    const allocation = await serve(pool, orderId);
    if (allocation.status !== 'waiting') found.push(allocation);
  }
  return found;
}
