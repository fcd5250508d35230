import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { bigint, boolean, currency, day, initially, optional, text, time, uuid } from '../kernel/columns.ts';
import { NUMBER_INDEXES } from '../kernel/table.ts';

// What deposits and withdrawals share: a customer requests a movement of money, and an administrator decides.

export const REQUEST_COLUMNS = {
  number: text(),
  customer_id: uuid(),
  wallet_id: uuid(),
  currency: currency(),
  /** As requested, in minor units as all amounts. */
  amount: bigint(),
  /** All notes are encrypted under the customer's key. */
  user_note: optional(text()),
  admin_note: optional(text()),
  requested_at: time(),
  decided_at: optional(time()),
  /** When the bank received or paid it: set when it is approved or completed, or by a first approval. */
  value_date: optional(day()),
  /** The administrator's id. */
  decided_by: optional(text()),
  awaits_second: initially(false, boolean()),
  /** The first of two administrators: the id, the time, and the note. */
  first_by: optional(text()),
  first_at: optional(time()),
  first_note: optional(text()),
  position: bigint(),
} as const;

export const REQUEST_INDEXES = {
  by_time: ['requested_at', 'position'],
  by_amount: ['amount', 'position'],
  by_status: ['status', 'requested_at', 'position'],
  by_customer: ['customer_id', 'requested_at', 'position'],
  decided: { on: ['customer_id', 'decided_at'], where: 'decided_at is not null' },
  // For the days of a bank statement.
  by_value_date: { on: ['value_date'], where: 'value_date is not null' },
  by_decision: { on: ['decided_at'], where: 'value_date is null and decided_at is not null' },
  ...NUMBER_INDEXES,
} as const;

export const REQUEST_TALLY = {
  began: 'requested_at',
  status: 'status',
  currency: 'currency',
  amount: 'amount',
  scopes: ['customer_id'],
} as const;

type Requested = Extract<RecordedLedgerEvent, { type: 'DepositRequested' | 'WithdrawalRequested' }>;

/** The columns of a new request that both have. */
export const requestOf = ({ data, metadata, position }: Requested) => ({
  number: data.number,
  customer_id: data.customerId,
  wallet_id: data.walletId,
  currency: data.amount.currency,
  amount: data.amount.amount,
  status: 'pending' as const,
  requested_at: metadata.time,
  position,
});

export const firstYes = (by: string, at: string, note: string | null) => ({
  awaits_second: true,
  first_by: by,
  first_at: at,
  first_note: note,
});
/** Nobody has approved, or not the present data. */
export const NO_YES = {
  awaits_second: false,
  first_by: null,
  first_at: null,
  first_note: null,
  value_date: null,
} as const;

/** One or two administrators have decided. */
export const decidedAs = <State extends string>(status: State, { metadata }: RecordedLedgerEvent) => ({
  status,
  awaits_second: false,
  decided_at: metadata.time,
  decided_by: metadata.actor.id,
});
