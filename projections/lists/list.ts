import type { Column, Columns } from '../kernel/columns.ts';
import {
  anyOf,
  type Counted,
  countRows,
  type Database,
  type Days,
  every,
  type Fragment,
  MOST_COUNTED,
  plain,
  sql,
  withinDays,
} from '../kernel/sql.ts';
import { type Camel, camelOf, conditionsOf, isOneOf, type View, type Wanted } from '../kernel/view.ts';
import { type Page, type PageRequest, pageOf, placeOf } from './page.ts';
import { scopeOf, type TalliedTable, tallyOf } from './tally.ts';

/**
 * Up to this row a page is read while its total is counted; further away, the total decides from which end it is read.
 */
const NEAR_ROWS = 1_000;

/** Rows at the beginning of a list among which a search that has many looks first: so many for each that it has, … */
const FIRST_ROWS_PER_FOUND = 2;
/** … or for each up to the end of the page. */
const FIRST_ROWS_PER_SHOWN = 20;

export type ListDefinition<
  C extends Columns,
  Item extends object,
  Sort extends keyof C & string,
  Filter extends keyof C & string,
  Computed extends string,
  Condition extends string = never,
> = {
  /** Its tally gives the totals, and the column that `from` and `to` limit. Each row has a unique `position`. */
  readonly table: TalliedTable<C & { readonly position: Column<bigint> }>;
  /** Its joins run after the page was cut, so they cost a page, not a table. */
  readonly view: View<Item>;
  /** Columns that are indexed together with the position; the first one is the default. */
  readonly sorts: readonly [Sort, ...Sort[]];
  /** By a column of another table, which is joined before the page is cut. */
  readonly joinedSorts?: Readonly<Record<Computed, { readonly join: string; readonly by: string }>>;
  /** A filter has its column's name in camelCase, and takes one value or several. */
  readonly filters: readonly Filter[];
  /** Further conditions, by name; a request names the one that it needs. */
  readonly conditions?: Readonly<Record<Condition, string>>;
  /** The ways to find a row by a term, as conditions: each has its own index. A list without it is not searched. */
  readonly search?: (term: string, database: Database) => Promise<readonly Fragment[]>;
};

type Filters<C extends Columns, Filter extends keyof C & string> = {
  readonly [K in Filter as Camel<K>]?: Wanted<C>[K];
};
export type ListRequest<
  C extends Columns,
  Sort extends string,
  Filter extends keyof C & string,
  Condition extends string = never,
> = PageRequest<Sort> &
  Filters<C, Filter> &
  Days & { readonly search?: string | undefined; readonly only?: Condition | undefined };
export type List<Request, Item> = (database: Database, request: Request) => Promise<Page<Item>>;

/** The list of a table: its sorts, filters and search. Each page has the total of the rows that match. */
export function defineList<
  const C extends Columns,
  Item extends object,
  const Sort extends keyof C & string,
  const Filter extends keyof C & string,
  const Computed extends string = never,
  const Condition extends string = never,
>(
  definition: ListDefinition<C, Item, Sort, Filter, Computed, Condition>,
): List<ListRequest<C, Sort | Computed, Filter, Condition>, Item> {
  const { table, view, sorts, search, conditions } = definition;
  const columnOf = (name: string) => plain(`${table.name}.${name}`);
  const sortedBy = new Map<string, Sorting>(sorts.map((sort) => [sort, { by: [columnOf(sort)], columns: [sort] }]));
  for (const [name, { join, by }] of Object.entries<{ join: string; by: string }>(definition.joinedSorts ?? {})) {
    sortedBy.set(name, { by: [plain(by)], join: plain(join) });
  }
  const filters = definition.filters.map((column) => [camelOf(column), column] as const);
  const began = columnOf(table.tally.began);
  const { status, type, scopes = [] } = table.tally;
  // Rows of one status are ordered by time, as in the index that finds them.
  for (const sort of sorts.filter((each) => each === status || each === type)) {
    sortedBy.set(sort, { by: [columnOf(sort), began], columns: [sort, table.tally.began] });
  }

  return async (database, request) => {
    const given = request as Readonly<Record<string, unknown>>;
    const wanted = Object.fromEntries(
      filters.flatMap(([name, column]) => (given[name] === undefined ? [] : [[column, given[name]]])),
    );
    const { few = [], others = [] } = Object.groupBy(Object.entries(wanted), ([column]) =>
      column === status || column === type ? 'few' : 'others',
    );
    const where = [
      ...few.map(([column, words]) => isOneOf(columnOf(column), words as string | readonly string[])),
      ...conditionsOf(table, Object.fromEntries(others) as Wanted<typeof table.columns>),
      ...withinDays(began, request),
      ...(request.only && conditions ? [plain(conditions[request.only])] : []),
    ];
    const sorting = sortedBy.get(request.sortBy ?? sorts[0]);
    if (!sorting) throw new Error(`${table.name} cannot be sorted by ${request.sortBy}.`);
    const { columns, ...sort } = sorting;
    const isWhole = columns?.every((name) => !table.columns[name]?.isNullable) === true;
    const ways = request.search && search ? await search(request.search, database) : [];
    if (ways.length > 1 && isWhole)
      return readFound(database, request, { view, where, sort: { ...sort, columns }, ways });
    if (ways.length > 0) where.push(anyOf(ways));
    return readPage(database, request, {
      view,
      where,
      sort: isWhole ? sorting : sort,
      isMaybeRare: [status, type, ...scopes].filter((column) => column !== undefined && column in wanted).length > 1,
      total: () => totalOf(database, table, wanted, request, where),
    });
  };
}

/** The order of a list, and its columns if no row lacks them. */
type Sorting = {
  readonly by: readonly Fragment[];
  readonly columns?: readonly string[];
  readonly join?: Fragment;
};

/** From the tallies if they have it, otherwise a count of the rows, up to a limit. */
async function totalOf<C extends Columns>(
  database: Database,
  table: TalliedTable<C>,
  wanted: Readonly<Record<string, unknown>>,
  { from, to, zone, search, only }: Days & { readonly search?: string | undefined; readonly only?: string | undefined },
  where: readonly Fragment[],
): Promise<Counted> {
  const { subject, type, status, scopes = [] } = table.tally;
  const asked = Object.keys(wanted);
  const owners = scopes.filter((column) => column in wanted);
  const isTallied = asked.every((column) => column === type || column === status || owners.includes(column));
  const hasDays = from !== undefined || to !== undefined;
  const owned = conditionsOf(table, Object.fromEntries(owners.map((column) => [column, wanted[column]])) as Wanted<C>);
  const rows = plain(`read.${table.name}`);
  const [owner] = owners.slice(-1);
  const ownerId = owner && wanted[owner];
  // The tallies have days of UTC.
  const hasOtherDays = hasDays && zone !== undefined;
  if (search || only || !isTallied || hasOtherDays || (owner && (hasDays || typeof ownerId !== 'string'))) {
    return countRows(database, sql.fragment`${rows} where ${every(where)}`);
  }
  const total = await tallyOf(database, subject, {
    days: hasDays ? { from, to } : undefined,
    scope: owner && scopeOf(owner, String(ownerId)),
    types: type && (wanted[type] as string | undefined),
    statuses: wanted[status] as string | undefined,
    // Another customer's wallet has no rows here.
    and: owners.length > 1 ? [sql.fragment`exists (select from ${rows} where ${every(owned)})`] : [],
  });
  return { total };
}

/** The sort, and the position for rows that are equal in it: without it they could appear on two pages. */
const orderedBy = (sort: Sorting, order: Fragment): Fragment =>
  sql.fragment`order by ${sql.join(
    [...sort.by, sql.fragment`position`].map((each) => sql.fragment`${each} ${order}`),
    sql.fragment`, `,
  )}`;

/** Rows of a view's table that were cut for a page, in this order, with what the view joins. */
const itemsOf = <Item extends object>(
  database: Database,
  view: View<Item>,
  rows: Fragment,
  isFromFarEnd = false,
): Promise<readonly Item[]> => {
  const name = plain(view.table.name);
  return database.any(
    sql.type(view.schema)`
      with ${name} as (
        select row.*, row_number() over () as cut_order
        from (${rows}) row
      )
      select ${view.select} from ${name} ${view.joins}
      order by ${name}.cut_order ${isFromFarEnd ? sql.fragment`desc` : sql.fragment`asc`}`,
  );
};

/** The whole rows of some places of a list: of its sort's columns, with the position. */
const rowsAt = (name: Fragment, columns: readonly string[], places: Fragment, ordered: Fragment): Fragment =>
  sql.fragment`select ${name}.* from (${places}) place
    join read.${name} using (${plain(columns.join(', '))}, position) ${ordered}`;

/**
 * One page. A page in the far half is read from the far end, so that the last page is as quick as the first: the
 * bench's row 'all transactions, the very middle page' is the slowest case.
 */
async function readPage<Item extends object>(
  database: Database,
  request: PageRequest<string>,
  query: {
    readonly view: View<Item>;
    readonly where: readonly Fragment[];
    readonly sort: Sorting;
    /** Whether there may be none, or so few that Postgres cannot estimate it: then they are counted first. */
    readonly isMaybeRare: boolean;
    readonly total: () => Promise<Counted>;
  },
): Promise<Page<Item>> {
  const { view, where, sort, isMaybeRare } = query;
  const { perPage, offset } = placeOf(request);
  const name = plain(view.table.name);
  const rowsFrom = (isFromFarEnd: boolean, skip: number, limit: number) => {
    const ordered = orderedBy(sort, orderOf(request, isFromFarEnd));
    const cut = sql.fragment`${ordered} limit ${limit} offset ${skip}`;
    const { columns } = sort;
    // Skipped rows are read from the index alone: the bench's row of the very middle page.
    const rows =
      columns && skip > NEAR_ROWS
        ? rowsAt(
            name,
            columns,
            sql.fragment`select ${plain(columns.join(', '))}, position from read.${name} where ${every(where)} ${cut}`,
            ordered,
          )
        : sql.fragment`select ${name}.* from read.${name} ${sort.join ?? sql.fragment``} where ${every(where)} ${cut}`;
    return itemsOf(database, view, rows, isFromFarEnd);
  };

  if (offset <= NEAR_ROWS && !isMaybeRare) {
    const [counted, items] = await Promise.all([query.total(), rowsFrom(false, offset, perPage)]);
    return pageOf(request, counted, items);
  }
  const counted = await query.total();
  const { total, isAtLeast } = counted;
  const limit = Math.min(perPage, total - offset);
  if (limit <= 0) return pageOf(request, counted, []);
  // Where the other end is not known, there is one end.
  const isFarHalf = !isAtLeast && offset > total / 2;
  return pageOf(request, counted, await rowsFrom(isFarHalf, isFarHalf ? total - offset - limit : offset, limit));
}

/**
 * A page of rows that are found in one of several ways. Each way is read by its own index, and what they find is sorted: along the order of
 * the list, Postgres would read up to its end for the few that there are. What many have is looked for among the list's first rows, and
 * gathered where it is not there.
 */
async function readFound<Item extends object>(
  database: Database,
  request: PageRequest<string>,
  query: {
    readonly view: View<Item>;
    readonly where: readonly Fragment[];
    readonly sort: Sorting & { readonly columns: readonly string[] };
    readonly ways: readonly Fragment[];
  },
): Promise<Page<Item>> {
  const { view, where, sort, ways } = query;
  const { perPage, offset } = placeOf(request);
  const name = plain(view.table.name);
  const gathered = (columns: readonly string[], upTo = sql.fragment``) => {
    const looks = ways.map(
      (way) =>
        sql.fragment`(select ${plain(columns.join(', '))} from read.${name} where ${every([...where, way])} ${upTo})`,
    );
    return sql.fragment`(${sql.join(looks, sql.fragment` union `)}) ${name}`;
  };
  const counted = await countRows(database, gathered(['position'], sql.fragment`limit ${MOST_COUNTED + 1}`));
  const limit = Math.min(perPage, counted.total - offset);
  if (limit <= 0) return pageOf(request, counted, []);
  const ordered = orderedBy(sort, orderOf(request));
  const cut = sql.fragment`${ordered} limit ${limit} offset ${offset}`;
  if (counted.total > NEAR_ROWS) {
    const first = Math.max(FIRST_ROWS_PER_FOUND * counted.total, FIRST_ROWS_PER_SHOWN * (offset + limit));
    const rows = sql.fragment`
      select * from (select * from read.${name} where ${every(where)} ${ordered} limit ${first}) ${name}
      where ${anyOf(ways)} ${cut}`;
    const items = await itemsOf(database, view, rows);
    if (items.length === limit) return pageOf(request, counted, items);
  }
  const places = sql.fragment`select * from ${gathered([...sort.columns, 'position'])} ${cut}`;
  return pageOf(request, counted, await itemsOf(database, view, rowsAt(name, sort.columns, places, ordered)));
}

const orderOf = ({ sortOrder = 'desc' }: PageRequest<string>, isFromFarEnd = false): Fragment =>
  (sortOrder === 'desc') === isFromFarEnd ? sql.fragment`asc` : sql.fragment`desc`;

/** The same list for a customer, restricted to their own rows. */
export const ownListOf =
  <Request extends { readonly customerId?: unknown }, Item>(list: List<Request, Item>) =>
  (database: Database, customerId: string, request: Omit<Request, 'customerId'>): Promise<Page<Item>> =>
    list(database, { ...request, customerId } as unknown as Request);
