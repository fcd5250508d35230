import type { z } from 'zod';
import { type Database, every, type Fragment, sql } from './sql.ts';

export const DEFAULT_PAGE_SIZE = 15;
export const MAX_PAGE_SIZE = 100;

export type PageRequest<Sort extends string> = {
  /** From 1. */
  readonly page?: number;
  /** 1 to {@link MAX_PAGE_SIZE}. */
  readonly perPage?: number;
  readonly sortBy?: Sort;
  readonly sortOrder?: 'asc' | 'desc';
};

export type Page<Row> = {
  readonly items: readonly Row[];
  /** All rows that the filters let through, not only this page's. */
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  readonly lastPage: number;
};

/** Up to here a page is read while its total is counted; farther off the total decides from which end it is read. */
const NEAR_ROWS = 1_000;

type ListQuery<Row extends object, Sort extends string> = {
  /** `read.orders o` */
  readonly from: Fragment;
  readonly where: readonly Fragment[];
  /** Whitelist: the column of each sort, indexed together with `tieBreaker`. */
  readonly sorts: Readonly<Record<Sort, Fragment>>;
  readonly defaultSort: Sort;
  /** A unique column: without it equal rows could appear on two pages. */
  readonly tieBreaker: Fragment;
  /** The select list over `page` (the page's rows) and what `joins` adds to them. */
  readonly select: Fragment;
  readonly joins?: Fragment;
  readonly schema: z.ZodType<Row>;
  /** From the tallies where they can answer, else a count of the rows themselves. */
  readonly total: () => Promise<number>;
};

/**
 * One page of a list. Joins happen after the page was cut, so they cost a page, not a table; a page of the far half is
 * read from the far end, so that the last page is as quick as the first.
 */
export async function listPage<Row extends object, Sort extends string>(
  database: Database,
  query: ListQuery<Row, Sort>,
  request: PageRequest<Sort>,
): Promise<Page<Row>> {
  const perPage = Math.min(Math.max(request.perPage ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE);
  const page = Math.max(request.page ?? 1, 1);
  const offset = (page - 1) * perPage;
  const pageOf = (total: number, items: readonly Row[]): Page<Row> => ({
    items,
    total,
    page,
    perPage,
    lastPage: Math.max(Math.ceil(total / perPage), 1),
  });

  const column = query.sorts[request.sortBy ?? query.defaultSort];
  const isDescending = (request.sortOrder ?? 'desc') === 'desc';
  const rowsFrom = (isFromFarEnd: boolean, skip: number, limit: number) => {
    const cut = isDescending === isFromFarEnd ? sql.fragment`asc` : sql.fragment`desc`;
    return database.any(
      sql.type(query.schema)`
        with page as (
          select row.*, row_number() over () as cut_order
          from (
            select * from ${query.from} where ${every(query.where)}
            order by ${column} ${cut}, ${query.tieBreaker} ${cut}
            limit ${limit} offset ${skip}
          ) row
        )
        select ${query.select} from page ${query.joins ?? sql.fragment``}
        order by page.cut_order ${isFromFarEnd ? sql.fragment`desc` : sql.fragment`asc`}`,
    );
  };

  if (offset <= NEAR_ROWS) {
    const [total, items] = await Promise.all([query.total(), rowsFrom(false, offset, perPage)]);
    return pageOf(total, items);
  }
  const total = await query.total();
  const limit = Math.min(perPage, total - offset);
  if (limit <= 0) return pageOf(total, []);
  const isFarHalf = offset > total / 2;
  return pageOf(total, await rowsFrom(isFarHalf, isFarHalf ? total - offset - limit : offset, limit));
}
