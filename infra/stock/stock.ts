import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { StockAllocation, StockPort, StockRequest } from '#core/processes/ports.ts';
import { inTransaction } from '../postgres/transaction.ts';

/** Candidates that are read at a time while the queue is served. */
const QUEUE_PAGE = 200;
/** Lines of one order; the cart allows fewer. */
const MAX_LINES_PER_REQUEST = 1_000;

type Allocated = Extract<StockAllocation, { status: 'allocated' }>;

/** A code of the order was seen by somebody: it is not given back to stock. */
export class RevealedStockError extends Error {
  override readonly name = 'RevealedStockError';
  constructor(orderId: string) {
    super(`Codes of order ${orderId} were already revealed and cannot go back to stock.`);
  }
}

/** Asked again for an order with other lines than the first time. */
export class StockRequestMismatchError extends Error {
  override readonly name = 'StockRequestMismatchError';
  constructor(orderId: string) {
    super(`Stock was requested for order ${orderId} before, with other lines.`);
  }
}

/**
 * The stock of gift codes. Whoever changes a variant's allocation first locks the row of that variant, in order of id: so
 * allocations of one variant happen one after another, and two orders never wait for each other in a circle.
 */
export function createStock({ pool }: { pool: pg.Pool }): StockPort {
  return {
    allocate: (request) => inTransaction(pool, (client) => allocate(client, request)),
    confirmFulfilled: async (orderId) => {
      await pool.query(
        'update app.stock_request set fulfilled_at = coalesce(fulfilled_at, now()) where order_id = $1',
        [orderId],
      );
    },
    release: (orderId) => inTransaction(pool, (client) => release(client, orderId)),
    allocateWaiting: (limit) => allocateWaiting(pool, limit),
  };
}

async function allocate(client: pg.PoolClient, request: StockRequest): Promise<StockAllocation> {
  if (request.lines.length === 0 || request.lines.length > MAX_LINES_PER_REQUEST) {
    throw new RangeError(`An order has 1 to ${MAX_LINES_PER_REQUEST} lines, not ${request.lines.length}.`);
  }
  await lockVariants(
    client,
    request.lines.map((line) => line.variantId),
  );
  const inserted = await client.query(
    "insert into app.stock_request (order_id, position, status) values ($1, $2, 'waiting') on conflict do nothing",
    [request.orderId, request.position],
  );
  if (inserted.rowCount === 1) {
    await client.query(
      `insert into app.stock_request_line (order_id, line_id, variant_id, quantity)
       select $1, * from unnest($2::uuid[], $3::uuid[], $4::integer[])`,
      [
        request.orderId,
        request.lines.map((line) => line.lineId),
        request.lines.map((line) => line.variantId),
        request.lines.map((line) => line.quantity),
      ],
    );
  } else {
    await requireSameLines(client, request);
  }
  return serve(client, request.orderId);
}

/** A request repeated with other lines is a mistake of the caller: answering it with the first codes would hide that. */
async function requireSameLines(client: pg.PoolClient, request: StockRequest): Promise<void> {
  const { rows } = await client.query<{ line: string }>(
    "select line_id || ':' || variant_id || ':' || quantity as line from app.stock_request_line where order_id = $1",
    [request.orderId],
  );
  const stored = rows.map((row) => row.line).sort();
  const asked = request.lines.map((line) => `${line.lineId}:${line.variantId}:${line.quantity}`).sort();
  // None are stored where the release came first: `serve` then gives nothing.
  if (stored.length > 0 && stored.join() !== asked.join()) throw new StockRequestMismatchError(request.orderId);
}

async function lockVariants(client: pg.PoolClient, variantIds: readonly string[]): Promise<void> {
  await client.query('select 1 from app.product_variant where id = any($1::uuid[]) order by id for update', [
    variantIds,
  ]);
}

/** Gives a waiting order its codes if all are free beyond what earlier orders wait for. The variants must be locked. */
async function serve(client: pg.PoolClient, orderId: string): Promise<StockAllocation> {
  const { rows } = await client.query<{ status: string }>(
    'select status from app.stock_request where order_id = $1 for update',
    [orderId],
  );
  const status = rows[0]?.status;
  if (status === 'allocated') return readAllocation(client, orderId);
  // A released order was cancelled: it gets nothing, however late its request is repeated.
  if (status !== 'waiting' || !(await isCovered(client, orderId))) return { status: 'waiting', orderId };

  await client.query(
    `with wanted as (
       select line_id, variant_id, quantity,
         sum(quantity) over (partition by variant_id order by line_id) as up_to
       from app.stock_request_line where order_id = $1
     ), free as (
       select code.id, code.variant_id, row_number() over (partition by code.variant_id order by code.added_at, code.id) as number
       from (select variant_id, max(up_to) as quantity from wanted group by variant_id) as demand
       cross join lateral (
         select id, variant_id, added_at from app.gift_code
         where variant_id = demand.variant_id and order_id is null
         order by added_at, id limit demand.quantity
       ) as code
     )
     update app.gift_code as code set order_id = $1, line_id = wanted.line_id, allocated_at = now()
     from free join wanted
       on wanted.variant_id = free.variant_id and free.number <= wanted.up_to and free.number > wanted.up_to - wanted.quantity
     where code.id = free.id`,
    [orderId],
  );
  await client.query("update app.stock_request set status = 'allocated', allocated_at = now() where order_id = $1", [
    orderId,
  ]);
  const allocation = await readAllocation(client, orderId);
  await requireWhole(client, allocation);
  return allocation;
}

/** Every variant has enough free codes for this order and for the orders that wait before it. */
async function isCovered(client: pg.PoolClient, orderId: string): Promise<boolean> {
  const { rows } = await client.query<{ covered: boolean }>(
    `select bool_and(free.quantity >= mine.quantity + earlier.quantity) as covered
     from (
       select variant_id, sum(quantity) as quantity from app.stock_request_line where order_id = $1 group by variant_id
     ) as mine
     cross join lateral (
       select count(*) as quantity from app.gift_code where variant_id = mine.variant_id and order_id is null
     ) as free
     cross join lateral (
       select coalesce(sum(line.quantity), 0) as quantity
       from app.stock_request as request join app.stock_request_line as line using (order_id)
       where request.status = 'waiting' and line.variant_id = mine.variant_id and (request.position, request.order_id) <
         (select position, order_id from app.stock_request where order_id = $1)
     ) as earlier`,
    [orderId],
  );
  return rows[0]?.covered === true;
}

async function readAllocation(client: pg.PoolClient, orderId: string): Promise<Allocated> {
  const { rows } = await client.query<{ lineId: string; codeIds: string[] }>(
    `select line_id as "lineId", array_agg(id::text order by id::text collate "C") as "codeIds"
     from app.gift_code where order_id = $1 group by line_id order by line_id`,
    [orderId],
  );
  return {
    status: 'allocated',
    orderId,
    lines: rows.map((row) => ({
      lineId: row.lineId,
      quantity: row.codeIds.length,
      codesDigest: createHash('sha256').update(row.codeIds.join('\n')).digest('hex'),
    })),
  };
}

/** All or none: an order that got fewer codes than it asked for is rolled back, loudly. */
async function requireWhole(client: pg.PoolClient, allocation: Allocated): Promise<void> {
  const { rows } = await client.query<{ lineId: string; quantity: number }>(
    'select line_id as "lineId", quantity from app.stock_request_line where order_id = $1',
    [allocation.orderId],
  );
  const got = new Map(allocation.lines.map((line) => [line.lineId, line.quantity]));
  for (const line of rows) {
    if (got.get(line.lineId) !== line.quantity) {
      throw new Error(
        `Line ${line.lineId} of order ${allocation.orderId} got ${got.get(line.lineId) ?? 0} of ${line.quantity} codes.`,
      );
    }
  }
}

async function release(client: pg.PoolClient, orderId: string): Promise<void> {
  const { rows } = await client.query<{ variantId: string }>(
    'select distinct variant_id as "variantId" from app.stock_request_line where order_id = $1',
    [orderId],
  );
  await lockVariants(
    client,
    rows.map((row) => row.variantId),
  );
  const revealed = await client.query(
    'select 1 from app.gift_code where order_id = $1 and first_revealed_at is not null limit 1',
    [orderId],
  );
  if ((revealed.rowCount ?? 0) > 0) throw new RevealedStockError(orderId);
  // An order that was never requested is noted as released too: a late request for it then gets nothing.
  await client.query(
    `insert into app.stock_request (order_id, position, status, released_at) values ($1, 0, 'released', now())
     on conflict (order_id) do update set status = 'released', released_at = coalesce(app.stock_request.released_at, now())`,
    [orderId],
  );
  await client.query(
    'update app.gift_code set order_id = null, line_id = null, allocated_at = null where order_id = $1',
    [orderId],
  );
}

/** Each order in a transaction of its own: what was served stays served, whatever becomes of the next one. */
async function allocateWaiting(pool: pg.Pool, limit: number): Promise<Allocated[]> {
  const served = await unconfirmed(pool, limit);
  let after: { position: bigint; orderId: string } = { position: -1n, orderId: '00000000-0000-0000-0000-000000000000' };
  while (served.length < limit) {
    // Only a hint, read without locks: it spares the orders that certainly cannot be served. `serve` decides.
    const { rows } = await pool.query<{ orderId: string; position: bigint }>(
      `select request.order_id as "orderId", request.position
       from app.stock_request as request
       where request.status = 'waiting' and (request.position, request.order_id) > ($1, $2)
         and not exists (
           select from app.stock_request_line as line
           where line.order_id = request.order_id
             and (select count(*) from (
               select from app.gift_code as code where code.variant_id = line.variant_id and code.order_id is null limit line.quantity
             ) as free) < line.quantity
         )
       order by request.position, request.order_id limit $3`,
      [after.position, after.orderId, QUEUE_PAGE],
    );
    for (const candidate of rows) {
      if (served.length === limit) break;
      const allocation = await inTransaction(pool, async (client) => {
        const lines = await client.query<{ variantId: string }>(
          'select distinct variant_id as "variantId" from app.stock_request_line where order_id = $1',
          [candidate.orderId],
        );
        await lockVariants(
          client,
          lines.rows.map((row) => row.variantId),
        );
        return serve(client, candidate.orderId);
      });
      if (allocation.status === 'allocated') served.push(allocation);
      after = candidate;
    }
    if (rows.length < QUEUE_PAGE) break;
  }
  return served;
}

/** Orders that have their codes though nobody confirmed that this was booked: whoever allocated them may have crashed. */
async function unconfirmed(pool: pg.Pool, limit: number): Promise<Allocated[]> {
  const { rows } = await pool.query<{ orderId: string }>(
    `select order_id as "orderId" from app.stock_request
     where status = 'allocated' and fulfilled_at is null order by position, order_id limit $1`,
    [limit],
  );
  const found: Allocated[] = [];
  for (const { orderId } of rows) {
    const allocation = await inTransaction(pool, (client) => serve(client, orderId));
    if (allocation.status === 'allocated') found.push(allocation);
  }
  return found;
}
