import { z } from 'zod';
import type { By } from '#core/aggregates/period/times.ts';
import { walletEvents } from '#core/aggregates/wallet/events.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { bigint, currency, day, initially, optional, text, time, uuid } from '#projections/kernel/columns.ts';
import { defineReadModel, type Projection } from '#projections/kernel/projection.ts';
import { type Database, sql } from '#projections/kernel/sql.ts';
import { defineTable } from '#projections/kernel/table.ts';
import { computed, conditionsOf, defineView, findRow, findRows, type ItemOf } from '#projections/kernel/view.ts';
import { ACCOUNT, administratorName, customersNamed, withAccount } from '#projections/lists/accounts.ts';

/** Its rows change all the time: with free room on their pages, the indexes need not change with them. */
export const wallets = defineTable(
  'wallets',
  ['wallet_id'],
  {
    wallet_id: uuid(),
    customer_id: uuid(),
    currency: currency(),
    /** Minor units, as all amounts here. Held funds are still part of it. */
    balance: initially(0n, bigint()),
    held: initially(0n, bigint()),
    credit_limit: initially(0n, bigint()),
    /** A raise that waits for a second administrator, with the first one's id. */
    proposed_limit: optional(bigint()),
    proposed_by: optional(text()),
    proposed_at: optional(time()),
    opened_at: time(),
    updated_at: time(),
    /** The position of WalletOpened. */
    position: bigint(),
  },
  {
    fillfactor: 50,
    indexes: {
      by_customer: ['customer_id', 'currency'],
      by_proposal: { on: ['proposed_at'], where: 'proposed_limit is not null' },
    },
  },
);

/** The values at the end of each UTC day on which they changed. */
const walletDays = defineTable('wallet_days', ['wallet_id', 'day'], {
  wallet_id: uuid(),
  day: day(),
  balance: bigint(),
  held: bigint(),
  credit_limit: bigint(),
});

const NO_PROPOSAL = { proposed_limit: null, proposed_by: null, proposed_at: null } as const;

const ofWallets = defineReadModel({
  table: wallets,
  follows: walletEvents,
  begins: 'WalletOpened',
  begin: ({ data, metadata, position }) => ({
    wallet_id: data.walletId,
    customer_id: data.customerId,
    currency: data.currency,
    opened_at: metadata.time,
    updated_at: metadata.time,
    position,
  }),
  on: {
    WalletCredited: ({ data }, { balance }) => ({ balance: balance + data.amount.amount }),
    WalletDebited: ({ data }, { balance }) => ({ balance: balance - data.amount.amount }),
    WalletFundsHeld: ({ data }, { held }) => ({ held: held + data.amount.amount }),
    WalletHoldCaptured: ({ data: { amount } }, { balance, held }) => ({
      balance: balance - amount.amount,
      held: held - amount.amount,
    }),
    WalletHoldReleased: ({ data }, { held }) => ({ held: held - data.amount.amount }),
    WalletCreditLimitSet: ({ data }) => ({ ...NO_PROPOSAL, credit_limit: data.limit.amount }),
    WalletCreditLimitProposed: ({ data, metadata }) => ({
      proposed_limit: data.limit.amount,
      proposed_by: data.by,
      proposed_at: metadata.time,
    }),
    WalletCreditLimitRejected: () => NO_PROPOSAL,
    // Payments that enter or leave the queue move nothing.
    WalletPaymentQueued: () => ({}),
    WalletPaymentCancelled: () => ({}),
  },
  always(after, before, event, rows) {
    const { wallet_id, balance, held, credit_limit } = after;
    const { time } = event.metadata;
    // As in statements: the latest time so far, because the clock of a part may go back. The last day has all of the wallet.
    const updated_at = Date.parse(time) > Date.parse(before.updated_at) ? time : before.updated_at;
    if (balance !== before.balance || held !== before.held || credit_limit !== before.credit_limit) {
      rows.put(walletDays, { wallet_id, day: updated_at.slice(0, 'YYYY-MM-DD'.length), balance, held, credit_limit });
    }
    return { ...after, updated_at };
  },
});

export const walletsProjection: Projection = { ...ofWallets, tables: [wallets, walletDays] };

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

export const listWalletsOf = (database: Database, customerIds: readonly string[]): Promise<readonly WalletView[]> =>
  findRows(
    database,
    view,
    sql.fragment`where customer_id = any(${sql.array(customerIds, 'uuid')})
      order by customer_id, currency desc, position`,
  );

/** Null when there is none or it is another customer's. Administrators leave `customerId` out. */
export const findWallet = (database: Database, walletId: string, customerId?: string): Promise<WalletView | null> =>
  findRow(database, view, conditionsOf(wallets, { wallet_id: walletId, customer_id: customerId }));

const Standing = z.object({
  customerId: z.string(),
  currency: Currency,
  balance: z.bigint(),
  held: z.bigint(),
  creditLimit: z.bigint(),
  position: z.bigint(),
});
/** A wallet, and up to where in the log that counts; null when there is none. */
export const findStanding = (database: Database, walletId: string): Promise<z.infer<typeof Standing> | null> =>
  database.maybeOne(sql.type(Standing)`
    select customer_id as "customerId", currency, balance, held, credit_limit as "creditLimit", checkpoint.position
    from read.wallets, read.checkpoint where wallet_id = ${walletId}`);

const PastWallet = z.object({
  walletId: z.string(),
  currency: Currency,
  balance: z.bigint(),
  held: z.bigint(),
  creditLimit: z.bigint(),
  available: z.bigint(),
});

/**
 * A customer's wallets at the end of a day, by when it was recorded or by value date; zero before they were opened. The credit limit is
 * the one that was set by then: it has no value date.
 */
export function listWalletsAsOf(
  database: Database,
  customerId: string,
  { at, by }: { readonly at: string; readonly by: By },
): Promise<readonly z.infer<typeof PastWallet>[]> {
  const figures =
    by === 'recorded'
      ? sql.fragment`select recorded.balance, recorded.held`
      : sql.fragment`select (-coalesce(sum(entry.amount), 0))::int8 as balance,
          (-coalesce(sum(entry.amount) filter (where account.account like 'liabilities:held:%'), 0))::int8 as held
        from read.ledger_accounts account join read.ledger_entries entry on entry.account_id = account.id
        where account.account in ('liabilities:wallet:' || wallets.wallet_id, 'liabilities:held:' || wallets.wallet_id)
          and account.currency = wallets.currency and entry.value_date <= ${at}::date`;
  return database.any(
    sql.type(PastWallet)`select *, balance - held + "creditLimit" as available from (
      select wallets.wallet_id as "walletId", wallets.currency, coalesce(figures.balance, 0)::int8 as balance,
        coalesce(figures.held, 0)::int8 as held, coalesce(recorded.credit_limit, 0)::int8 as "creditLimit"
      from read.wallets left join lateral (
        select balance, held, credit_limit from read.wallet_days
        where wallet_days.wallet_id = wallets.wallet_id and wallet_days.day <= ${at}::date order by day desc limit 1
      ) recorded on true left join lateral (${figures}) figures on true
      where wallets.customer_id = ${customerId} order by wallets.currency desc, wallets.position
    ) past`,
  );
}

const creditors = withAccount(view, { customerName: ACCOUNT.name, customerEmail: ACCOUNT.email });
export type CreditWallet = ItemOf<typeof creditors>;

/** Wallets that are read at a time, with the days of each. */
export const CREDIT_CHUNK = 100;

const HAS_CREDIT = sql.fragment`(wallets.credit_limit > 0 or wallets.balance < wallets.held)`;
const CreditId = z.object({ walletId: z.string() });

/** The ids of all wallets with credit, granted or drawn, oldest first. `search` finds their customers. */
export async function creditWalletIds(database: Database, search?: string): Promise<readonly string[]> {
  const isFound = search ? sql.fragment`wallets.customer_id in (${customersNamed(search)})` : sql.fragment`true`;
  const rows = await database.any(
    sql.type(
      CreditId,
    )`select wallet_id as "walletId" from read.wallets where ${HAS_CREDIT} and ${isFound} order by position`,
  );
  return rows.map(({ walletId }) => walletId);
}

/** Those of these wallets that have credit, oldest first. */
export const listCreditWallets = (database: Database, walletIds: readonly string[]): Promise<readonly CreditWallet[]> =>
  findRows(
    database,
    creditors,
    sql.fragment`where ${HAS_CREDIT} and wallets.wallet_id = any(${sql.array([...walletIds], 'uuid')})
      order by wallets.position`,
  );

const OwnDay = z.object({ walletId: z.string(), day: z.string(), own: z.bigint() });
/** Wallets' own money (balance − held) at the end of each day on which it changed, oldest first. */
export const ownDaysOf = (
  database: Database,
  walletIds: readonly string[],
): Promise<readonly z.infer<typeof OwnDay>[]> =>
  database.any(
    sql.type(OwnDay)`select wallet_id as "walletId", to_char(day, 'YYYY-MM-DD') as day, (balance - held)::int8 as own
      from read.wallet_days where wallet_id = any(${sql.array(walletIds, 'uuid')}) order by wallet_id, day`,
  );

const BalancePoint = z.object({ day: z.string(), balance: z.bigint(), held: z.bigint() });
export type BalancePoint = z.infer<typeof BalancePoint>;

const MAX_CHART_DAYS = 400;

/**
 * The balance at the end of each UTC day from `from` to `to` (YYYY-MM-DD, inclusive, at most {@link MAX_CHART_DAYS}).
 * Days without movements repeat the balance before them; 0 before the wallet was opened. First check that the wallet
 * belongs to the reader.
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
