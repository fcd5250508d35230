import { SHOWN_WITHDRAWALS, WITHDRAWAL_STATES } from '#core/aggregates/states.ts';
import { withdrawalEvents } from '#core/aggregates/withdrawal/events.ts';
import { valueDayOf } from '#core/kernel/log/value-date.ts';
import { oneOf, optional, text, time, uuid } from '#projections/kernel/columns.ts';
import { defineReadModel } from '#projections/kernel/projection.ts';
import { type Database, sql } from '#projections/kernel/sql.ts';
import { defineTable } from '#projections/kernel/table.ts';
import { conditionsOf, defineView, findRow, findRows, type ItemOf } from '#projections/kernel/view.ts';
import { ACCOUNT, namesOfDeciders, withAccount } from '#projections/lists/accounts.ts';
import { defineList, ownListOf } from '#projections/lists/list.ts';
import {
  decidedAs,
  firstYes,
  REQUEST_COLUMNS,
  REQUEST_INDEXES,
  REQUEST_TALLY,
  requestOf,
} from '#projections/lists/requests.ts';
import { byNumber } from '#projections/lists/search.ts';
import { tallied } from '#projections/lists/tally.ts';

const withdrawals = tallied(
  defineTable(
    'withdrawals',
    ['withdrawal_id'],
    {
      withdrawal_id: uuid(),
      ...REQUEST_COLUMNS,
      status: oneOf(SHOWN_WITHDRAWALS),
      requested_by: oneOf(['customer', 'administrator']),
      bank_snapshot_id: optional(uuid()),
      /** Its account was never paid before: nothing is paid earlier than this. */
      payable_from: optional(time()),
      /** The bank's line that it was completed with, or that a first approval named. */
      bank_line_id: optional(text()),
      decision_note: optional(text()),
      decision_user_note: optional(text()),
      /** Both notes in one text, in an old rejection. */
      decision_joint_note: optional(text()),
      failure_reason: optional(text()),
      /** When the wallet held the amount; until then it can be neither completed nor rejected. */
      held_at: optional(time()),
    },
    { indexes: REQUEST_INDEXES },
  ),
  { subject: 'withdrawal', ...REQUEST_TALLY },
);

export const withdrawalsProjection = defineReadModel({
  table: withdrawals,
  follows: withdrawalEvents,
  begins: 'WithdrawalRequested',
  begin: (event) => ({
    withdrawal_id: event.data.withdrawalId,
    ...requestOf(event),
    requested_by: event.data.requestedBy,
    bank_snapshot_id: event.data.bankSnapshotId,
    payable_from: event.data.payableFrom ?? null,
    user_note: event.data.userNote,
    admin_note: event.data.adminNote,
    ...(event.data.madeBy === undefined ? {} : firstYes(event.data.madeBy, event.metadata.time, null)),
  }),
  on: {
    WithdrawalFundsHeld: ({ metadata }) => ({ status: WITHDRAWAL_STATES.held, held_at: metadata.time }),
    WithdrawalFailed: ({ data, metadata }) => ({
      status: WITHDRAWAL_STATES.failed,
      awaits_second: false,
      failure_reason: data.reason,
      decided_at: metadata.time,
    }),
    WithdrawalPayoutProposed: ({ data, metadata }) => ({
      ...firstYes(data.by, metadata.time, data.note),
      value_date: data.valueDate ?? null,
      bank_line_id: data.bankLineId ?? null,
    }),
    WithdrawalCompleted: (event) => ({
      ...decidedAs(WITHDRAWAL_STATES.completed, event),
      value_date: valueDayOf(event),
      bank_line_id: event.data.bankLineId ?? null,
      decision_note: event.data.note,
    }),
    WithdrawalRejected: (event) => ({
      ...decidedAs(WITHDRAWAL_STATES.rejected, event),
      value_date: null,
      bank_line_id: null,
      decision_note: event.data.adminNote,
      decision_user_note: event.data.userNote,
      decision_joint_note: event.data.jointNote ?? null,
    }),
  },
});

const view = defineView(withdrawals, { without: ['position'] });
export type WithdrawalView = ItemOf<typeof view>;
export const withdrawalListView = withAccount(view, {
  customerName: ACCOUNT.name,
  customerEmail: ACCOUNT.email,
  ...namesOfDeciders('withdrawals'),
});
export type WithdrawalListItem = ItemOf<typeof withdrawalListView>;

/**
 * Withdrawals, newest first unless asked otherwise. `search`: an id, the beginning or end of a number, an amount, or part of a
 * customer's name or e-mail.
 */
export const listWithdrawals = defineList({
  table: withdrawals,
  view: withdrawalListView,
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

/** Null when there is none or it is another customer's. Administrators leave `customerId` out. */
export const findWithdrawal = (
  database: Database,
  withdrawalId: string,
  customerId?: string,
): Promise<WithdrawalListItem | null> =>
  findRow(
    database,
    withdrawalListView,
    conditionsOf(withdrawals, { withdrawal_id: withdrawalId, customer_id: customerId }),
  );

/** Those of them that exist, in no order. */
export const findWithdrawals = (
  database: Database,
  withdrawalIds: readonly string[],
): Promise<readonly WithdrawalView[]> =>
  findRows(database, view, sql.fragment`where withdrawal_id = any(${sql.array([...withdrawalIds], 'uuid')})`);
