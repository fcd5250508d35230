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

export type Page<Row> = {
  readonly items: readonly Row[];
  /** All rows that the filters let through, not only this page's. */
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  readonly lastPage: number;
};

/** Rows of a page or chunk: as asked for, within 1 and {@link MAX_PAGE_SIZE}. */
export const pageSizeOf = (asked: number | undefined): number =>
  Math.min(Math.max(asked ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE);
