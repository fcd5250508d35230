import { type Currency, formatMoney, toDecimal } from '#core/kernel/money.ts';
import type { Page } from '#projections/kernel/page.ts';
import type { Money, PageMeta } from '../contract/common.ts';

/** Shown where an account was erased and its name with it. */
export const ERASED_NAME = 'Erased customer';

/** Minor units as the contract's money object. */
export function presentMoney(amount: bigint, currency: Currency): Money {
  const money = { amount, currency };
  return { amount: amount.toString(), decimal: toDecimal(money), formatted: formatMoney(money), currency };
}

export const presentTime = (time: Date): string => time.toISOString();
export const presentTimeOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Who an object belongs to, as lists show it. */
export function presentPerson(row: {
  readonly customerId: string;
  readonly customerName: string | null;
  readonly customerEmail: string | null;
}): { id: string; name: string; email: string } {
  return { id: row.customerId, name: row.customerName ?? ERASED_NAME, email: row.customerEmail ?? '' };
}

/** Where a page lies in its list. `from` and `to` are null on a page without items. */
export function presentPage(page: {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly count: number;
}): PageMeta {
  const from = (page.page - 1) * page.perPage + 1;
  return {
    current_page: page.page,
    last_page: Math.max(Math.ceil(page.total / page.perPage), 1),
    per_page: page.perPage,
    total: page.total,
    from: page.count === 0 ? null : from,
    to: page.count === 0 ? null : from + page.count - 1,
  };
}

/** A page of a projection's list with its rows presented, in the contract's envelope. */
export async function presentList<Row, Item>(
  page: Page<Row>,
  present: (row: Row) => Item | Promise<Item>,
): Promise<{ data: Item[]; meta: PageMeta }> {
  return {
    data: await Promise.all(page.items.map(present)),
    meta: presentPage({ ...page, count: page.items.length }),
  };
}
