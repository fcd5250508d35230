import { minorJson } from '#bff/contract/base/money-json.ts';
import type { CreditFilters, CreditRow } from '#bff/contract/money/admin-credit.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { PageAsked } from '#bff/kit/lib/asked.ts';
import { cutPage, presentPerson, timeOrNull } from '#bff/kit/lib/present.ts';
import { AGES, type Credit, type CreditDay, creditOf, inDebtSince } from '#core/finance/credit/credit.ts';
import {
  CREDIT_CHUNK,
  type CreditWallet,
  creditWalletIds,
  listCreditWallets,
  ownDaysOf,
} from '#projections/models/wallets.ts';
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

type Deps = Pick<BffDeps, 'database' | 'clock'>;

export async function* allCredit(deps: Deps): AsyncGenerator<DrawnCredit> {
  for await (const credits of readCredit(deps)) yield* credits;
}

export async function findCredit(deps: Deps, walletId: string): Promise<DrawnCredit | undefined> {
  for await (const [credit] of readCredit(deps, [walletId])) return credit;
  return undefined;
}

/**
 * These wallets, or all with credit, some at a time: credit is computed from each wallet's days, so it cannot be a query, and the days of
 * all would be too much to hold. All wallets are looked through once, for the ids.
 */
async function* readCredit({ database, clock }: Deps, walletIds?: readonly string[]): AsyncGenerator<DrawnCredit[]> {
  const today = clock().toISOString().slice(0, 10);
  const ids = walletIds ?? (await creditWalletIds(database));
  for (let at = 0; at < ids.length; at += CREDIT_CHUNK) {
    const wallets = await listCreditWallets(database, ids.slice(at, at + CREDIT_CHUNK));
    const days = new Map<string, CreditDay[]>(wallets.map(({ walletId }) => [walletId, []]));
    for (const point of await ownDaysOf(database, [...days.keys()])) days.get(point.walletId)?.push(point);
    yield wallets.map((wallet) => {
      const own = days.get(wallet.walletId) ?? [];
      return { wallet, ...creditOf(own, wallet.creditLimit, today), inDebtSince: inDebtSince(own) };
    });
  }
}

/** The ids of the wallets that a list has, in its order. */
async function sortedWallets(
  deps: Deps,
  { status, search, sort_by, sort_order }: CreditFilters,
): Promise<readonly string[]> {
  const keyOf = KEYS[sort_by];
  const found: { readonly id: string; readonly key: number | string | null }[] = [];
  for await (const rows of readCredit(deps, await creditWalletIds(deps.database, search))) {
    for (const row of rows) if (BELONGS[status](row)) found.push({ id: row.wallet.walletId, key: keyOf(row) });
  }
  const sign = sort_order === 'asc' ? 1 : -1;
  found.sort(({ key: a }, { key: b }) => {
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b ? -sign : sign;
  });
  return found.map(({ id }) => id);
}

export async function listCredit(deps: Deps, query: CreditFilters & PageAsked) {
  const { data, meta } = cutPage(await sortedWallets(deps, query), query);
  return { data: await creditRows(deps, data), meta };
}

export async function* exportedCredit(deps: Deps, query: CreditFilters): AsyncGenerator<CreditRow[]> {
  const sorted = await sortedWallets(deps, query);
  for (let at = 0; at < sorted.length; at += CREDIT_CHUNK) {
    yield await creditRows(deps, sorted.slice(at, at + CREDIT_CHUNK));
  }
}

/** In the order of the ids; a wallet whose credit ended meanwhile is left out. */
async function creditRows(deps: Deps, walletIds: readonly string[]): Promise<CreditRow[]> {
  const [reminded, paused] = [await lastReminders(deps.database, walletIds), await pausedCustomers(deps.database)];
  const rows = new Map<string, CreditRow>();
  for await (const chunk of readCredit(deps, walletIds)) {
    for (const row of chunk) {
      const { walletId, customerId } = row.wallet;
      const last_reminder_at = timeOrNull(reminded.get(walletId) ?? null);
      rows.set(walletId, { ...present(row), last_reminder_at, reminders_paused: paused.has(customerId) });
    }
  }
  return walletIds.flatMap((id) => rows.get(id) ?? []);
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
