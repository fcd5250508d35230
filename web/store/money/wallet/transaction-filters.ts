import type { Transaction } from '#bff/contract/money/transaction.ts';
import { pageParam } from '#web/lib/navigation/page-param.ts';
import { dayOrNone } from '#web/lib/words/dates.ts';

export type TransactionType = Transaction['type'];

/** Days are yyyy-MM-dd. */
export type TransactionFilters = {
  type: TransactionType | undefined;
  from: string | undefined;
  to: string | undefined;
  oldestFirst: boolean;
  page: number;
};

export const TRANSACTION_TYPES: readonly { value: TransactionType; label: string }[] = [
  { value: 'deposit', label: 'Deposit' },
  { value: 'deposit_fee', label: 'Deposit fee' },
  { value: 'payment', label: 'Payment' },
  { value: 'refund', label: 'Refund' },
  { value: 'withdrawal', label: 'Withdrawal' },
  { value: 'payout_returned', label: 'Returned payout' },
  { value: 'deposit_taken_back', label: 'Deposit taken back' },
];

/** 'deposit_fee' → 'Deposit fee'. */
export const transactionTypeLabel = (type: TransactionType): string =>
  TRANSACTION_TYPES.find((each) => each.value === type)?.label ?? type;

/** Unknown values are left out. */
export function readTransactionFilters(search: URLSearchParams): TransactionFilters {
  return {
    type: TRANSACTION_TYPES.find((type) => type.value === search.get('type'))?.value,
    from: dayOrNone(search.get('from') ?? '') || undefined,
    to: dayOrNone(search.get('to') ?? '') || undefined,
    oldestFirst: search.get('order') === 'asc',
    page: pageParam(search),
  };
}
