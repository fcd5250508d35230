import type { Counted } from '../kernel/sql.ts';

const DEFAULT_PAGE_SIZE = 15;
export const MAX_PAGE_SIZE = 100;

export type PageRequest<Sort extends string> = {
  /** From 1. */
  readonly page?: number;
  /** 1 to {@link MAX_PAGE_SIZE}. */
  readonly perPage?: number;
  readonly sortBy?: Sort;
  readonly sortOrder?: 'asc' | 'desc';
};

export type Page<Row> = Counted & {
  readonly items: readonly Row[];
  readonly page: number;
  readonly perPage: number;
  readonly lastPage: number;
};

/** Rows of a page or chunk: the requested number, within 1 and {@link MAX_PAGE_SIZE}. */
export const pageSizeOf = (asked: number | undefined): number =>
  Math.min(Math.max(asked ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE);

type Asked = Pick<PageRequest<never>, 'page' | 'perPage'>;

/** The requested page, and how many rows come before it. */
export function placeOf({ page: asked = 1, perPage: rows }: Asked) {
  const [page, perPage] = [Math.max(asked, 1), pageSizeOf(rows)];
  return { page, perPage, offset: (page - 1) * perPage };
}

/** `counted`: all rows that match the filters, not only this page's. */
export function pageOf<Row>(request: Asked, counted: Counted, items: readonly Row[]): Page<Row> {
  const { page, perPage } = placeOf(request);
  return { items, ...counted, page, perPage, lastPage: Math.max(Math.ceil(counted.total / perPage), 1) };
}
