import { minorJson } from '#bff/contract/base/money-json.ts';
import type { CreditFilters, CreditRow } from '#bff/contract/money/admin-credit.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { presentPerson, timeOrNull } from '#bff/kit/lib/present.ts';
import { AGES, type Credit, type CreditDay, creditOf, inDebtSince } from '#core/finance/credit/credit.ts';
import { type CreditWallet, listCreditWallets, ownDaysOf } from '#projections/models/wallets.ts';
import { lastReminders, pausedCustomers } from './reminder-rows.ts';

/** In tenths of a percent: from here on the limit counts as nearly used. */
const NEARLY_USED = 800;
/** A limit that lasts this many days or fewer counts as running out. */
const RUNS_OUT = 14;

export type DrawnCredit = Credit & { readonly wallet: CreditWallet; readonly inDebtSince: string | null };
type Row = DrawnCredit;

const BELONGS: Readonly<Record<CreditFilters['status'], (row: Row) => boolean>> = {
  drawn: ({ used }) => used > 0n,
  granted: () => true,
  nearly_used: ({ usedPermille }) => usedPermille !== null && usedPermille >= NEARLY_USED,
  runs_out: ({ daysLeft }) => daysLeft !== null && daysLeft <= RUNS_OUT,
  overdue: ({ ages }) => ages['90+'] > 0n,
};

/** Rows without the figure come last, in either order. */
const KEYS: Readonly<Record<CreditFilters['sort_by'], (row: Row) => number | string | null>> = {
  used_percent: ({ usedPermille }) => usedPermille,
  days_left: ({ daysLeft }) => daysLeft,
  since: ({ since }) => since,
};

/** The wallets with credit: all, those of the customers that are searched for, or one. Credit is computed from each wallet's days, so it cannot be a query. */
export async function readCredit(
  { database, clock }: Pick<BffDeps, 'database' | 'clock'>,
  which: Parameters<typeof listCreditWallets>[1] = {},
): Promise<DrawnCredit[]> {
  const wallets = await listCreditWallets(database, which);
  const days = new Map<string, CreditDay[]>(wallets.map(({ walletId }) => [walletId, []]));
  for (const point of await ownDaysOf(database, [...days.keys()])) days.get(point.walletId)?.push(point);
  const today = clock().toISOString().slice(0, 10);
  return wallets.map((wallet) => {
    const own = days.get(wallet.walletId) ?? [];
    return { wallet, ...creditOf(own, wallet.creditLimit, today), inDebtSince: inDebtSince(own) };
  });
}

export async function listCredit(
  deps: Pick<BffDeps, 'database' | 'clock'>,
  { status, search, sort_by, sort_order }: CreditFilters,
): Promise<CreditRow[]> {
  const rows = (await readCredit(deps, { search })).filter(BELONGS[status]);
  const [reminded, paused] = [await lastReminders(deps.database), await pausedCustomers(deps.database)];
  const keyOf = KEYS[sort_by];
  const sign = sort_order === 'asc' ? 1 : -1;
  rows.sort((left, right) => {
    const [a, b] = [keyOf(left), keyOf(right)];
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b ? -sign : sign;
  });
  return rows.map((row) => ({
    ...present(row),
    last_reminder_at: timeOrNull(reminded.get(row.wallet.walletId) ?? null),
    reminders_paused: paused.has(row.wallet.customerId),
  }));
}

function present({ wallet, used, usedPermille, ages, since, pacePerDay, daysLeft }: Row) {
  const money = (minor: bigint) => minorJson(minor, wallet.currency);
  return {
    id: wallet.walletId,
    user: presentPerson(wallet),
    currency: wallet.currency,
    limit: money(wallet.creditLimit),
    used: money(used),
    used_percent: usedPermille === null ? null : usedPermille / 10,
    waiting: money(wallet.queued),
    held: money(wallet.held),
    ages: Object.fromEntries(AGES.map((age) => [age, money(ages[age])])) as CreditRow['ages'],
    since,
    pace_per_day: money(pacePerDay),
    days_left: daysLeft,
  };
}
