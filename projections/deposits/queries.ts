import { z } from 'zod';
import type { Database, Days } from '../kernel/sql.ts';
import { computed, conditionsOf, defineView, findRow, type ItemOf } from '../kernel/view.ts';
import { ACCOUNT, namesOfDeciders, withAccount } from '../lists/accounts.ts';
import { defineList, ownListOf } from '../lists/list.ts';
import { byNumber } from '../lists/search.ts';
import { type Breakdown, breakdownOf } from '../tally/queries.ts';
import { deposits } from './table.ts';

const view = defineView(deposits, {
  without: ['position'],
  add: { hasPaymentProof: computed(z.boolean(), 'deposits.proof_file_id is not null') },
});
export type DepositView = ItemOf<typeof view>;
const named = withAccount(view, {
  ...{ customerName: ACCOUNT.name, customerEmail: ACCOUNT.email },
  ...namesOfDeciders('deposits'),
});
export type DepositListItem = ItemOf<typeof named>;

/**
 * Deposits, newest first unless asked otherwise. `search`: an id, the beginning or end of a number, an amount, or part of a
 * customer's name or e-mail.
 */
export const listDeposits = defineList({
  table: deposits,
  view: named,
  sorts: ['requested_at', 'amount'],
  filters: ['customer_id', 'status', 'awaits_second'],
  search: byNumber(deposits),
});
export const listOwnDeposits = ownListOf(listDeposits);

/** A deposit, or null when there is none or it is another customer's. Administrators leave `customerId` out. */
export const findDeposit = (
  database: Database,
  depositId: string,
  customerId?: string,
): Promise<DepositListItem | null> =>
  findRow(database, named, conditionsOf(deposits, { deposit_id: depositId, customer_id: customerId }));

/** Counts and sums of the requested amounts by currency and status. */
export const depositBreakdown = (database: Database, days: Days = {}): Promise<readonly Breakdown[]> =>
  breakdownOf(database, 'deposit', days);
