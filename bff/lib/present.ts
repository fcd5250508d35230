import type { PageMeta } from '#bff/contract/common.ts';
import type { Page } from '#projections/lists/page.ts';

/** Shown where an account was erased and its name with it. */
export const ERASED_NAME = 'Erased customer';

export const timeOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Who an object belongs to, as lists show it. */
export function presentPerson(row: {
  readonly customerId: string;
  readonly customerName: string | null;
  readonly customerEmail: string | null;
}): { id: string; name: string; email: string } {
  return { id: row.customerId, name: row.customerName ?? ERASED_NAME, email: row.customerEmail ?? '' };
}

/** A page of a projection's list with its rows presented, in the contract's envelope. */
export async function presentList<Row, Item>(
  page: Page<Row>,
  present: (row: Row) => Item | Promise<Item>,
): Promise<{ data: Item[]; meta: PageMeta }> {
  return { data: await Promise.all(page.items.map(present)), meta: pageMeta(page) };
}

/** The meta of a page from what a list query answers. */
export function pageMeta(page: {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly lastPage?: number;
  readonly items: { readonly length: number };
}): PageMeta {
  const offset = (page.page - 1) * page.perPage;
  const shown = page.items.length;
  return {
    current_page: page.page,
    last_page: page.lastPage ?? Math.max(Math.ceil(page.total / page.perPage), 1),
    per_page: page.perPage,
    total: page.total,
    from: shown === 0 ? null : offset + 1,
    to: shown === 0 ? null : offset + shown,
  };
}
