import { z } from 'zod';
import { CATEGORIES, type Category, TYPES_OF } from '#core/aggregates/events.ts';
import { Actor } from '#core/kernel/log/event.ts';
import { bigint, bytewise, day, oneOf, optional, text, time, uuid } from '#projections/kernel/columns.ts';
import { categoryOf, dayOf, objectIdOf, type ProjectedEvent, type Projection } from '#projections/kernel/projection.ts';
import {
  betweenDays,
  type Counted,
  countRows,
  type Database,
  type Days,
  every,
  type Fragment,
  MOST_COUNTED,
  sql,
  withinDays,
} from '#projections/kernel/sql.ts';
import { defineTable, type Rows, rowOf } from '#projections/kernel/table.ts';
import { computed, conditionsOf, defineView, findRows, type ItemOf } from '#projections/kernel/view.ts';
import { pageSizeOf } from '#projections/lists/page.ts';

/** Every event of every object, as stored in the log. */
const auditEvents = defineTable(
  'audit_events',
  ['position'],
  {
    position: bigint(),
    revision: bigint(),
    time: time(),
    event_id: uuid(),
    category: bytewise(oneOf(CATEGORIES)),
    object_id: bytewise(text()),
    /** The object of an administrator's action, e.g. 'brand:12'; null for all other events. */
    about: bytewise(optional(text())),
    type: bytewise(text()),
    actor_kind: bytewise(oneOf(Actor.shape.kind.options)),
    actor_id: bytewise(text()),
    command_id: text(),
    correlation_id: bytewise(text()),
    causation_id: text(),
    hash: text(),
    /** JSON as it was written. It is shown and never searched, so it is stored as text, which Postgres does not parse. */
    data: text(),
  },
  {
    indexes: {
      // With the type, events of an object are counted without their rows.
      by_object: ['object_id', 'position', 'type'],
      by_actor: ['actor_id', 'position'],
      by_correlation: ['correlation_id', 'position'],
      // Events of a category are those of its types.
      by_type: ['type', 'position'],
      by_actor_kind: ['actor_kind', 'type', 'position'],
      by_about: { on: ['about', 'position'], where: 'about is not null' },
    },
  },
);

/** The positions of each UTC day in the log. The writers' clocks may differ, so days may overlap. */
const auditDays = defineTable('audit_days', ['day'], { day: day(), first: bigint(), last: bigint() });

/** How many events there are of each type by each kind of actor, so that none are counted, and no index is searched for what nobody did. */
const auditTallies = defineTable(
  'audit_tallies',
  ['actor_kind', 'type'],
  { actor_kind: auditEvents.columns.actor_kind, type: auditEvents.columns.type, count: bigint() },
  { fillfactor: 50 },
);

export const auditTrailProjection: Projection = {
  tables: [auditEvents, auditDays, auditTallies],
  reads: (event) => [rowOf(auditDays, dayOf(event))],
  apply(event, rows) {
    const { metadata } = event;
    noteDay(event, rows);
    rows.increase(auditTallies, { actor_kind: metadata.actor.kind, type: event.type, count: 1n });
    rows.append(auditEvents, {
      position: event.position,
      event_id: event.id,
      category: categoryOf(event),
      object_id: objectIdOf(event),
      about: event.type === 'AdministratorActed' ? `${event.data.subject.kind}:${event.data.subject.id}` : null,
      revision: event.revision,
      type: event.type,
      actor_kind: metadata.actor.kind,
      actor_id: metadata.actor.id,
      time: metadata.time,
      command_id: metadata.commandId,
      correlation_id: metadata.correlationId,
      causation_id: metadata.causationId,
      hash: metadata.hash,
      data: event.json,
    });
  },
};

function noteDay(event: ProjectedEvent, rows: Rows): void {
  const day = dayOf(event);
  const known = rows.get(auditDays, day);
  rows.put(auditDays, { day, first: known?.first ?? event.position, last: event.position });
}

const view = defineView(auditEvents, {
  without: ['about', 'data'],
  add: {
    /** As stored: money as strings of minor units, notes encrypted. */
    data: computed(z.record(z.string(), z.json()), 'audit_events.data::json'),
  },
});
export type AuditEvent = ItemOf<typeof view>;

const Places = z.object({ first: z.bigint().nullable(), last: z.bigint().nullable() });

export type AuditFilters = Days & {
  readonly category?: Category | undefined;
  readonly objectId?: string | undefined;
  /** With `category` and `objectId`, also what administrators did to the object. Alone, only that: 'brand:12'. */
  readonly about?: string | undefined;
  readonly actorKind?: Actor['kind'] | undefined;
  readonly actorId?: string | undefined;
  readonly correlationId?: string | undefined;
  readonly type?: string | undefined;
};

export type AuditPage = {
  readonly items: readonly AuditEvent[];
  /** Pass it as `before` (or as `after`, oldest first) for the next page; null at the end. */
  readonly next: bigint | null;
};

/**
 * Events that pass the filters, newest first before a position, or with `order: 'asc'` oldest first after one. Paging
 * uses the position, not a page number, so every page costs the same and none shifts while events arrive.
 */
export async function listAuditEvents(
  database: Database,
  request: AuditFilters & {
    readonly before?: bigint | undefined;
    readonly after?: bigint | undefined;
    readonly order?: 'asc' | 'desc' | undefined;
    readonly limit?: number | undefined;
    /** For numbered pages: rows to skip, at most {@link MOST_COUNTED}. */
    readonly offset?: number | undefined;
  },
): Promise<AuditPage> {
  const limit = pageSizeOf(request.limit);
  const offset = Math.min(request.offset ?? 0, MOST_COUNTED);
  const order = request.order === 'asc' ? sql.fragment`order by position asc` : sql.fragment`order by position desc`;
  const where = await withinPlaces(database, request);
  if (request.before !== undefined) where.push(sql.fragment`position < ${request.before}::int8`);
  if (request.after !== undefined) where.push(sql.fragment`position > ${request.after}::int8`);
  const found = (await looksFor(database, request, where)).map(
    (look) => sql.fragment`(${look} ${order} limit ${limit + 1 + offset})`,
  );
  const rows = await findRows(
    database,
    view,
    sql.fragment`where position in (
        select position from (${unionAll(found)}) found ${order} limit ${limit + 1} offset ${offset}) ${order}`,
  );
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.position ?? null) : null };
}

/** How many events pass the filters. */
export async function countAuditEvents(database: Database, filters: AuditFilters): Promise<Counted> {
  if (!isNarrow(filters)) {
    const tallies = await talliesOf(database, filters);
    const total = tallies.reduce((sum, { count }) => sum + Number(count), 0);
    return total > MOST_COUNTED ? { total: MOST_COUNTED, isAtLeast: true } : { total };
  }
  const looks = await looksFor(database, filters, await withinPlaces(database, filters));
  const found = looks.map((look) => sql.fragment`(${look} limit ${MOST_COUNTED + 1})`);
  return countRows(database, sql.fragment`(${unionAll(found)}) found`);
}

const unionAll = (queries: readonly Fragment[]): Fragment =>
  sql.fragment`${sql.join(queries, sql.fragment` union all `)}`;

/** Whether more is asked than the kind of the object and of the actor, and the type. */
const isNarrow = ({ objectId, about, actorId, correlationId, from, to }: AuditFilters): boolean =>
  [objectId, about, actorId, correlationId, from, to].some((filter) => filter !== undefined);

const tally = defineView(auditTallies);

const talliesOf = (database: Database, { category, actorKind, type }: AuditFilters) => {
  const types = category && conditionsOf(auditTallies, { type: TYPES_OF[category] });
  const where = [...(types ?? []), ...conditionsOf(auditTallies, { actor_kind: actorKind, type })];
  return findRows(database, tally, sql.fragment`where ${every(where)}`);
};

/**
 * The queries that together find the positions of these events. For a category or a kind of actor, each type that there is is searched for in
 * its own index: for rare types, Postgres would otherwise scan the whole log.
 */
async function looksFor(database: Database, filters: AuditFilters, where: readonly Fragment[]): Promise<Fragment[]> {
  const { category, actorKind, type } = filters;
  const lookFor = (conditions: readonly Fragment[]) =>
    sql.fragment`select position from read.audit_events where ${every([...where, ...conditions])}`;
  if (isNarrow(filters) || type !== undefined || (category === undefined && actorKind === undefined)) {
    return waysOf(filters).map(lookFor);
  }
  const types = new Set((await talliesOf(database, filters)).map((each) => each.type));
  if (types.size === 0) return [lookFor([sql.fragment`false`])];
  return [...types].flatMap((each) => waysOf({ ...filters, category: undefined, type: each }).map(lookFor));
}

/** An event passes in one way at most: each is read in the order of its own index. */
function waysOf(filters: AuditFilters): Fragment[][] {
  const { category, objectId, about } = filters;
  // Each type belongs to one category, and types have an index.
  const types = category === undefined ? undefined : TYPES_OF[category];
  const own = conditionsOf(auditEvents, { type: types, object_id: objectId });
  const ofAdministrators = conditionsOf(auditEvents, { about });
  const common = [
    ...conditionsOf(auditEvents, {
      actor_kind: filters.actorKind,
      actor_id: filters.actorId,
      correlation_id: filters.correlationId,
      type: filters.type,
    }),
    ...withinDays(sql.fragment`time`, filters),
  ];
  if (own.length === 0 || ofAdministrators.length === 0) return [[...own, ...ofAdministrators, ...common]];
  return [
    [...own, ...common],
    [...ofAdministrators, sql.fragment`not (${every(own)})`, ...common],
  ];
}

/**
 * The range of positions that contains the days, so that a page in log order is read from there. It is queried first,
 * because Postgres cannot estimate how few positions that is, and would sort them all.
 */
export async function withinPlaces(database: Database, days: Days): Promise<Fragment[]> {
  if (days.from === undefined && days.to === undefined) return [];
  // A day of another zone lies in two days of UTC.
  const around = days.zone === undefined ? sql.fragment`0` : sql.fragment`1`;
  const { first, last } = await database.one(
    sql.type(Places)`select min(first) as first, max(last) as last
      from read.audit_days where ${every([
        ...betweenDays(sql.fragment`day + ${around}`, { from: days.from }),
        ...betweenDays(sql.fragment`day - ${around}`, { to: days.to }),
      ])}`,
  );
  if (first === null || last === null) return [sql.fragment`false`];
  return [sql.fragment`position between ${first}::int8 and ${last}::int8`];
}
