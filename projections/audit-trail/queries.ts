import { z } from 'zod';
import { CATEGORIES, type Category, TYPES_OF } from '#core/events.ts';
import { Actor } from '#core/kernel/event.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../kernel/page.ts';
import { type Database, every, type Fragment, sql, withinDays } from '../kernel/sql.ts';

const AuditEvent = z.object({
  position: z.bigint(),
  eventId: z.uuid(),
  category: z.enum(CATEGORIES),
  objectId: z.string(),
  revision: z.bigint(),
  type: z.string(),
  actorKind: Actor.shape.kind,
  actorId: z.string(),
  time: z.date(),
  commandId: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  hash: z.string(),
  /** As stored: money as strings of minor units, notes sealed. */
  data: z.record(z.string(), z.json()),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

const Places = z.object({ first: z.bigint().nullable(), last: z.bigint().nullable() });

export type AuditFilters = {
  readonly category?: Category | undefined;
  readonly objectId?: string | undefined;
  /** With `category` and `objectId`, also what administrators did about the object; alone, only that: 'brand:12'. */
  readonly about?: string | undefined;
  /** Any of several objects, e.g. an order with its wallet. */
  readonly objectIds?: readonly string[] | undefined;
  readonly actorKind?: Actor['kind'] | undefined;
  readonly actorId?: string | undefined;
  readonly correlationId?: string | undefined;
  readonly type?: string | undefined;
  /** Whole UTC days (YYYY-MM-DD), both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

export type AuditPage = {
  readonly items: readonly AuditEvent[];
  /** Pass it on as `before` (or as `after`, oldest first) for the next page; null at the end. */
  readonly next: bigint | null;
};

/** Numbered pages go this deep; further back there are filters, and paging by position. */
export const MAX_AUDIT_OFFSET = 10_000;

/**
 * Events that pass the filters, newest first before a position, or with `order: 'asc'` oldest first after one. By position
 * and not by page number, so that every page costs the same and none shifts while events arrive.
 */
export async function listAuditEvents(
  database: Database,
  request: AuditFilters & {
    readonly before?: bigint | undefined;
    readonly after?: bigint | undefined;
    readonly order?: 'asc' | 'desc' | undefined;
    readonly limit?: number | undefined;
    /** For numbered pages: rows to skip, at most {@link MAX_AUDIT_OFFSET}. */
    readonly offset?: number | undefined;
  },
): Promise<AuditPage> {
  const limit = Math.min(Math.max(request.limit ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE);
  const where = [...(await withinPlaces(database, request)), ...conditionsOf(request)];
  if (request.before !== undefined) where.push(sql.fragment`position < ${request.before}::int8`);
  if (request.after !== undefined) where.push(sql.fragment`position > ${request.after}::int8`);
  const rows = await database.any(
    sql.type(AuditEvent)`select position, event_id as "eventId", category, object_id as "objectId", revision, type,
        actor_kind as "actorKind", actor_id as "actorId", time, command_id as "commandId",
        correlation_id as "correlationId", causation_id as "causationId", hash, data::json as data
      from read.audit_events where ${every(where)}
      order by position ${request.order === 'asc' ? sql.fragment`asc` : sql.fragment`desc`} limit ${limit + 1}
      offset ${Math.min(request.offset ?? 0, MAX_AUDIT_OFFSET)}`,
  );
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.position ?? null) : null };
}

/** How many events pass the filters, counted up to `limit`: beyond it a screen says "more than". */
export async function countAuditEvents(
  database: Database,
  filters: AuditFilters,
  limit = MAX_AUDIT_OFFSET,
): Promise<number> {
  const where = [...(await withinPlaces(database, filters)), ...conditionsOf(filters)];
  const counted = await database.one(
    sql.type(z.object({ count: z.bigint() }))`select count(*) as count from (
      select 1 from read.audit_events where ${every(where)} limit ${limit}) counted`,
  );
  return Number(counted.count);
}

/** One event, or null. */
export async function findAuditEvent(database: Database, position: bigint): Promise<AuditEvent | null> {
  const { items } = await listAuditEvents(database, { after: position - 1n, before: position + 1n, limit: 1 });
  return items[0] ?? null;
}

function conditionsOf(filters: AuditFilters): Fragment[] {
  const where: Fragment[] = [];
  const own: Fragment[] = [];
  if (filters.category !== undefined) {
    // Each type belongs to one category, and types have an index.
    own.push(sql.fragment`type = any(${sql.array([...TYPES_OF[filters.category]], 'text')})`);
  }
  if (filters.objectId !== undefined) own.push(sql.fragment`object_id = ${filters.objectId}`);
  if (filters.about === undefined) where.push(...own);
  else if (own.length === 0) where.push(sql.fragment`about = ${filters.about}`);
  else where.push(sql.fragment`(${every(own)} or about = ${filters.about})`);
  if (filters.objectIds !== undefined) {
    where.push(sql.fragment`object_id = any(${sql.array([...filters.objectIds], 'text')})`);
  }
  if (filters.actorKind !== undefined) where.push(sql.fragment`actor_kind = ${filters.actorKind}`);
  if (filters.actorId !== undefined) where.push(sql.fragment`actor_id = ${filters.actorId}`);
  if (filters.correlationId !== undefined) where.push(sql.fragment`correlation_id = ${filters.correlationId}`);
  if (filters.type !== undefined) where.push(sql.fragment`type = ${filters.type}`);
  where.push(...withinDays(sql.fragment`time`, filters.from, filters.to));
  return where;
}

/**
 * Between which places in the log the days lie, so that a page of them, in the order of the log, is read from there. Asked
 * beforehand: Postgres would not know how few places that are, and sort them all.
 */
async function withinPlaces(database: Database, { from, to }: AuditFilters): Promise<Fragment[]> {
  if (from === undefined && to === undefined) return [];
  const { first, last } = await database.one(
    sql.type(Places)`select min(first) as first, max(last) as last from read.audit_days where ${every([
      ...(from === undefined ? [] : [sql.fragment`day >= ${from}::date`]),
      ...(to === undefined ? [] : [sql.fragment`day <= ${to}::date`]),
    ])}`,
  );
  if (first === null || last === null) return [sql.fragment`false`];
  return [sql.fragment`position between ${first}::int8 and ${last}::int8`];
}
