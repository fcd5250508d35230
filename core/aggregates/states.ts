// The states that people see of an order, a deposit, a withdrawal and a movement of money. This one table defines the
// statuses of the API, the filters, the figures and the words of the store and the back office. It imports only the
// names of the states.

import type { DepositStatus } from './deposit/transitions.ts';
import type { OrderStatus } from './order/transitions.ts';
import type { WithdrawalStatus } from './withdrawal/transitions.ts';

/** An order that was cancelled or has expired is `cancelled` in every respect: its payment is refunded. */
export const ORDER_STATES = {
  placed: { payment: 'pending', fulfilment: 'pending' },
  paid: { payment: 'completed', fulfilment: 'pending' },
  partly: { payment: 'completed', fulfilment: 'processing' },
  fulfilled: { payment: 'completed', fulfilment: 'completed' },
  released: { payment: 'completed', fulfilment: 'partial' },
  cancelled: { payment: 'cancelled', fulfilment: 'cancelled' },
} as const satisfies Record<OrderStatus, { readonly payment: string; readonly fulfilment: string }>;

/** A deleted deposit is shown only in the audit trail. Only administrators see whether it waits for one of them or for a second one. */
export const DEPOSIT_STATES = {
  pending: 'pending',
  proposed: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  deleted: null,
} as const satisfies Record<DepositStatus, string | null>;

/**
 * Readers see no difference between funds that are held and not held yet, or between the persons it waits for. They see
 * that funds could not be held.
 */
export const WITHDRAWAL_STATES = {
  requested: 'pending',
  held: 'pending',
  proposed: 'pending',
  completed: 'completed',
  rejected: 'rejected',
  failed: 'failed',
} as const satisfies Record<WithdrawalStatus, string>;

export const TRANSACTION_STATUSES = ['completed', 'pending', 'failed'] as const;
type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/**
 * The types of movements: the figure that counts each, and the word for one that failed, which is that of its order or
 * withdrawal. Other types are booked at once or not at all.
 */
export const TRANSACTION_TYPES = {
  deposit: { figure: 'deposits', failed: null },
  deposit_fee: { figure: 'deposit_fees', failed: null },
  payment: { figure: 'payments', failed: ORDER_STATES.cancelled.payment },
  refund: { figure: 'refunds', failed: null },
  payout_returned: { figure: 'payouts_returned', failed: null },
  deposit_taken_back: { figure: 'deposits_taken_back', failed: null },
  withdrawal: { figure: 'withdrawals', failed: WITHDRAWAL_STATES.rejected },
} as const;
export type TransactionType = keyof typeof TRANSACTION_TYPES;

type OrderPayment = (typeof ORDER_STATES)[OrderStatus]['payment'];
type OrderFulfilment = (typeof ORDER_STATES)[OrderStatus]['fulfilment'];

const distinct = <Word>(words: readonly Word[]): readonly Word[] => [...new Set(words)];

/** The filter of lists of orders, which the figures count too. */
export const ORDER_PAYMENTS: readonly OrderPayment[] = distinct(
  Object.values(ORDER_STATES).map((state) => state.payment),
);
export const ORDER_FULFILMENTS: readonly OrderFulfilment[] = distinct(
  Object.values(ORDER_STATES).map((state) => state.fulfilment),
);
export const SHOWN_DEPOSITS = distinct(Object.values(DEPOSIT_STATES).filter((status) => status !== null));
/** A further filter of the office's queue: pending, with a first administrator's approval. */
export const AWAITS_SECOND = 'second_approval';
/** Another one: pending, and in no file for the bank. */
export const IN_NO_FILE = 'not_in_a_file';
/** Another one: pending, and asks to pay into an account that was recalled. */
export const INTO_RECALLED = 'recalled_account';
export const SHOWN_WITHDRAWALS = distinct(Object.values(WITHDRAWAL_STATES));

/** The state that an order's two statuses mean; undefined when no order has both. */
export const orderStateOf = (order: {
  readonly payment_status: string;
  readonly fulfillment_status: string;
}): OrderStatus | undefined =>
  (Object.keys(ORDER_STATES) as OrderStatus[]).find(
    (state) =>
      ORDER_STATES[state].payment === order.payment_status &&
      ORDER_STATES[state].fulfilment === order.fulfillment_status,
  );

/** The word for the status of a movement: a rejected withdrawal is 'rejected' in the list of movements too. */
export const transactionWord = ({ type, status }: { type: TransactionType; status: TransactionStatus }): string =>
  (status === 'failed' && TRANSACTION_TYPES[type].failed) || status;
