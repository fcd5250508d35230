import type { PageMeta } from '#bff/contract/base/common.ts';
import type { Page } from '#projections/lists/page.ts';
import { type PageAsked, pageAsked } from './asked.ts';

/** Who did what nobody did by hand, as screens of the back office name it. */
export const PROGRAM_NAME = 'The program';

export const ERASED_NAME = 'Erased customer';

export const timeOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Null for an empty text: the database has no missing ones. */
export const textOrNull = (text: string): string | null => (text === '' ? null : text);

export function presentPerson(row: {
  readonly customerId: string;
  readonly customerName: string | null;
  readonly customerEmail: string | null;
}): { id: string; name: string; email: string } {
  return { id: row.customerId, name: row.customerName ?? ERASED_NAME, email: row.customerEmail ?? '' };
}

/** Of a list: a page of the rows that it has altogether. */
type PageOf<Row> = Omit<Page<Row>, 'lastPage'>;

/** A page of a list with its rows presented, in the contract's envelope. */
export async function presentList<Row, Item>(
  page: PageOf<Row>,
  present: (row: Row) => Item | Promise<Item>,
): Promise<{ data: Item[]; meta: PageMeta }> {
  return { data: await Promise.all(page.items.map(present)), meta: pageMeta(page) };
}

export function pageMeta({ page, perPage, total, isAtLeast, items }: PageOf<unknown>): PageMeta {
  const offset = (page - 1) * perPage;
  const shown = items.length;
  return {
    current_page: page,
    last_page: Math.max(Math.ceil(total / perPage), 1),
    per_page: perPage,
    total,
    from: shown === 0 ? null : offset + 1,
    to: shown === 0 ? null : offset + shown,
    ...(isAtLeast && { is_at_least: true }),
  };
}

/** A page of rows that are all in memory. */
export function cutPage<Row>(rows: readonly Row[], asked: PageAsked): { data: Row[]; meta: PageMeta } {
  const { page, perPage } = pageAsked(asked);
  const items = rows.slice((page - 1) * perPage, page * perPage);
  return { data: items, meta: pageMeta({ page, perPage, total: rows.length, items }) };
}
