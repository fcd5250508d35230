import { bigint, currency, day, initially, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

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
export const walletDays = defineTable('wallet_days', ['wallet_id', 'day'], {
  wallet_id: uuid(),
  day: day(),
  balance: bigint(),
  held: bigint(),
  credit_limit: bigint(),
});
