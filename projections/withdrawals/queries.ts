import { type Database, sql } from '../kernel/sql.ts';
import { conditionsOf, defineView, findRow, findRows, type ItemOf } from '../kernel/view.ts';
import { ACCOUNT, namesOfDeciders, withAccount } from '../lists/accounts.ts';
import { defineList, ownListOf } from '../lists/list.ts';
import { byNumber } from '../lists/search.ts';
import { withdrawals } from './table.ts';

const view = defineView(withdrawals, { without: ['position'] });
export type WithdrawalView = ItemOf<typeof view>;
const named = withAccount(view, {
  ...{ customerName: ACCOUNT.name, customerEmail: ACCOUNT.email },
  ...namesOfDeciders('withdrawals'),
});
export type WithdrawalListItem = ItemOf<typeof named>;

/**
 * Withdrawals, newest first unless asked otherwise. `search`: an id, the beginning or end of a number, an amount, or part of a
 * customer's name or e-mail.
 */
export const listWithdrawals = defineList({
  table: withdrawals,
  view: named,
  sorts: ['requested_at', 'amount'],
  filters: ['customer_id', 'status', 'awaits_second'],
  conditions: {
    /** No file for the bank contains it, except withdrawn files. */
    inNoFile: `not exists (select from app.payout_batch_item item
      where item.withdrawal_id = withdrawals.withdrawal_id and item.is_open)`,
  },
  search: byNumber(withdrawals),
});
export const listOwnWithdrawals = ownListOf(listWithdrawals);

/** A withdrawal, or null when there is none or it is another customer's. Administrators leave `customerId` out. */
export const findWithdrawal = (
  database: Database,
  withdrawalId: string,
  customerId?: string,
): Promise<WithdrawalListItem | null> =>
  findRow(database, named, conditionsOf(withdrawals, { withdrawal_id: withdrawalId, customer_id: customerId }));

/** Those of them that exist, in no order. */
export const findWithdrawals = (
  database: Database,
  withdrawalIds: readonly string[],
): Promise<readonly WithdrawalView[]> =>
  findRows(database, view, sql.fragment`where withdrawal_id = any(${sql.array([...withdrawalIds], 'uuid')})`);
