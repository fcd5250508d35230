import { z } from 'zod';
import { type Database, sql } from '../kernel/sql.ts';
import { computed, conditionsOf, defineView, findRow, findRows, type ItemOf } from '../kernel/view.ts';
import { administratorName } from '../lists/accounts.ts';
import { wallets } from './table.ts';

const view = defineView(wallets, {
  without: ['position'],
  add: {
    proposedByName: administratorName('wallets.proposed_by'),
    /** balance − held + credit limit: what can be spent. */
    available: computed(z.bigint(), 'wallets.balance - wallets.held + wallets.credit_limit'),
    /** Sum of the payments that wait for funds. */
    queued: computed(
      z.bigint(),
      `(select coalesce(-sum(t.amount), 0)::int8 from read.transactions t
        where t.wallet_id = wallets.wallet_id and t.status = 'pending' and t.type = 'payment')`,
    ),
  },
});
export type WalletView = ItemOf<typeof view>;

/** All wallets of a customer, USD first. */
export const listWallets = (database: Database, customerId: string): Promise<readonly WalletView[]> =>
  findRows(database, view, sql.fragment`where customer_id = ${customerId} order by currency desc, position`);

/** The wallets of several customers at once, for a list of customers. */
export const listWalletsOf = (database: Database, customerIds: readonly string[]): Promise<readonly WalletView[]> =>
  findRows(
    database,
    view,
    sql.fragment`where customer_id = any(${sql.array(customerIds, 'uuid')})
      order by customer_id, currency desc, position`,
  );

/** A wallet, or null when there is none or it is another customer's. Administrators leave `customerId` out. */
export const findWallet = (database: Database, walletId: string, customerId?: string): Promise<WalletView | null> =>
  findRow(database, view, conditionsOf(wallets, { wallet_id: walletId, customer_id: customerId }));

const BalancePoint = z.object({ day: z.string(), balance: z.bigint(), held: z.bigint() });
export type BalancePoint = z.infer<typeof BalancePoint>;

/** Days of a balance chart at most. */
const MAX_CHART_DAYS = 400;

/**
 * The balance at the end of each UTC day from `from` to `to` (YYYY-MM-DD, inclusive, at most {@link MAX_CHART_DAYS}), with the
 * last known one carried over days without movements; 0 before the wallet was opened. Check whose wallet it is first.
 */
export function balanceOverTime(
  database: Database,
  walletId: string,
  days: { readonly from: string; readonly to: string },
): Promise<readonly BalancePoint[]> {
  return database.any(
    sql.type(BalancePoint)`
      select to_char(series.day, 'YYYY-MM-DD') as day, coalesce(known.balance, 0)::int8 as balance,
        coalesce(known.held, 0)::int8 as held
      from generate_series(greatest(${days.from}::date, ${days.to}::date - ${MAX_CHART_DAYS - 1}::int)::timestamp,
        ${days.to}::date::timestamp, interval '1 day') as series(day)
      left join lateral (
        select balance, held from read.wallet_days
        where wallet_id = ${walletId} and wallet_days.day <= series.day::date
        order by wallet_days.day desc limit 1
      ) known on true
      order by series.day`,
  );
}
