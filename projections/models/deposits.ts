import { z } from 'zod';
import { depositEvents } from '#core/aggregates/deposit/events.ts';
import { DEPOSIT_STATES, SHOWN_DEPOSITS } from '#core/aggregates/states.ts';
import { valueDayOf } from '#core/kernel/log/value-date.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { bigint, int, oneOf, optional, text, time, uuid } from '#projections/kernel/columns.ts';
import { defineReadModel, type Projection } from '#projections/kernel/projection.ts';
import { type Database, type Days, type Fragment, sql } from '#projections/kernel/sql.ts';
import { defineTable, rowOf } from '#projections/kernel/table.ts';
import { computed, conditionsOf, defineView, findRow, type ItemOf } from '#projections/kernel/view.ts';
import { ACCOUNT, namesOfDeciders, withAccount } from '#projections/lists/accounts.ts';
import { defineList, ownListOf } from '#projections/lists/list.ts';
import {
  decidedAs,
  firstYes,
  NO_YES,
  REQUEST_COLUMNS,
  REQUEST_INDEXES,
  REQUEST_TALLY,
  requestOf,
} from '#projections/lists/requests.ts';
import { byNumber } from '#projections/lists/search.ts';
import { type Breakdown, breakdownOf, tallied } from '#projections/lists/tally.ts';

/** Deleted deposits have no row: their data is in the audit trail. */
const deposits = tallied(
  defineTable(
    'deposits',
    ['deposit_id'],
    {
      deposit_id: uuid(),
      ...REQUEST_COLUMNS,
      approved_amount: optional(bigint()),
      fee: optional(bigint()),
      first_amount: optional(bigint()),
      status: oneOf(SHOWN_DEPOSITS),
      proof_file_id: optional(uuid()),
      proof_sha256: optional(text()),
      proof_content_type: optional(text()),
      proof_uploaded_at: optional(time()),
      /** The bank's line that it was approved from, also in a first approval. */
      bank_line_id: optional(text()),
      /** The account that its paper asks to pay into, in the settings of that version; null for deposits of before there were any. */
      settings_version: optional(int()),
      account_id: optional(text()),
      /** When the wallet received the approved amount. */
      credited_at: optional(time()),
    },
    { indexes: REQUEST_INDEXES },
  ),
  { subject: 'deposit', ...REQUEST_TALLY },
);

export const depositsProjection = defineReadModel({
  table: deposits,
  follows: depositEvents,
  begins: 'DepositRequested',
  begin: (event) => ({
    deposit_id: event.data.depositId,
    ...requestOf(event),
    user_note: event.data.note,
    settings_version: event.data.payInto?.settingsVersion ?? null,
    account_id: event.data.payInto?.accountId ?? null,
  }),
  on: {
    DepositProofUploaded: ({ data, metadata }) => ({
      ...NO_YES,
      proof_file_id: data.fileId,
      proof_sha256: data.sha256,
      proof_content_type: data.contentType,
      proof_uploaded_at: metadata.time,
      first_amount: null,
      bank_line_id: null,
    }),
    DepositApprovalProposed: ({ data, metadata }) => ({
      ...firstYes(data.by, metadata.time, data.note),
      first_amount: data.approvedAmount.amount,
      value_date: data.valueDate ?? null,
      bank_line_id: data.bankLineId ?? null,
    }),
    DepositApproved: (event) => ({
      ...decidedAs(DEPOSIT_STATES.approved, event),
      admin_note: event.data.note,
      approved_amount: event.data.approvedAmount.amount,
      fee: event.data.fee.amount,
      value_date: valueDayOf(event),
      bank_line_id: event.data.bankLineId ?? null,
    }),
    DepositRejected: (event) => ({ ...decidedAs(DEPOSIT_STATES.rejected, event), admin_note: event.data.note }),
    DepositDeleted: () => null,
  },
});

/** When the wallet receives a deposit. It may be credited for a paper that is no deposit of this store. */
export const creditedDepositsProjection: Projection = {
  tables: [],
  reads: (event) =>
    event.type === 'WalletCredited' && event.data.reason === 'deposit' ? [rowOf(deposits, event.data.document.id)] : [],
  apply(event, rows) {
    if (event.type !== 'WalletCredited' || event.data.reason !== 'deposit') return;
    const row = rows.get(deposits, event.data.document.id);
    if (row) rows.put(deposits, { ...row, credited_at: event.metadata.time });
  },
};

export const depositView = defineView(deposits, {
  without: ['position'],
  add: { hasPaymentProof: computed(z.boolean(), 'deposits.proof_file_id is not null') },
});
export type DepositView = ItemOf<typeof depositView>;
const named = withAccount(depositView, {
  customerName: ACCOUNT.name,
  customerEmail: ACCOUNT.email,
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
  filters: ['customer_id', 'status', 'awaits_second', 'deposit_id'],
  search: byNumber(deposits),
});
export const listOwnDeposits = ownListOf(listDeposits);

/** Null when there is none or it is another customer's. Administrators leave `customerId` out. */
export const findDeposit = (
  database: Database,
  depositId: string,
  customerId?: string,
): Promise<DepositListItem | null> =>
  findRow(database, named, conditionsOf(deposits, { deposit_id: depositId, customer_id: customerId }));

const Printed = z.object({ currency: Currency, settingsVersion: z.int().nullable(), accountId: z.string().nullable() });
export type PrintedAccount = z.infer<typeof Printed>;

/** The accounts that pending deposits ask to pay into, each once. */
export const accountsOfPending = (database: Database): Promise<readonly PrintedAccount[]> =>
  database.any(sql.type(Printed)`
    select distinct currency, settings_version as "settingsVersion", account_id as "accountId"
    from read.deposits where status = ${DEPOSIT_STATES.pending}`);

const Pending = z.object({ depositId: z.uuid() });

/** Pending deposits (`deposit`) that ask to pay into one of these accounts, with what the list says of it (`into_account.said`). */
export const pendingInto = (accounts: readonly (PrintedAccount & { readonly said: string })[]): Fragment =>
  sql.fragment`read.deposits as deposit
    join jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
      as into_account (currency text, "settingsVersion" int, "accountId" text, said text)
    on deposit.status = ${DEPOSIT_STATES.pending} and deposit.currency = into_account.currency
      and deposit.settings_version is not distinct from into_account."settingsVersion"
      and deposit.account_id is not distinct from into_account."accountId"`;

/** The ids of pending deposits that ask to pay into one of these accounts, the oldest first. */
export async function pendingIdsInto(
  database: Database,
  accounts: readonly PrintedAccount[],
): Promise<readonly string[]> {
  if (accounts.length === 0) return [];
  const rows = await database.any(sql.type(Pending)`
    select deposit.deposit_id as "depositId" from ${pendingInto(accounts.map((each) => ({ ...each, said: '' })))}
    order by deposit.requested_at, deposit.position`);
  return rows.map(({ depositId }) => depositId);
}

/** Counts and sums of the requested amounts by currency and status. */
export const depositBreakdown = (database: Database, days: Days = {}): Promise<readonly Breakdown[]> =>
  breakdownOf(database, 'deposit', days);
