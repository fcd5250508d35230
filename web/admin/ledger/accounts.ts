import type { Currency } from '#core/kernel/money/currencies.ts';

export type AccountClass = {
  id: string;
  label: string;
  meaning: string;
};

/** The classes of accounts in the order of a balance sheet; see the rules of the ledger. */
export const ACCOUNT_CLASSES: readonly AccountClass[] = [
  { id: 'assets:bank', label: 'Bank', meaning: 'Money at the bank' },
  {
    id: 'assets:receivables',
    label: 'Receivables',
    meaning: 'Owed by customers whose deposits the bank took back after they were spent',
  },
  { id: 'liabilities:wallet', label: 'Wallets', meaning: 'What customers own' },
  { id: 'liabilities:held', label: 'Held funds', meaning: 'Set aside for withdrawals under way' },
  { id: 'liabilities:payouts', label: 'Payouts', meaning: 'Released for transfer to customers’ banks' },
  { id: 'liabilities:suspense', label: 'Unassigned payments', meaning: 'Suspense: received from nobody known' },
  {
    id: 'liabilities:undelivered',
    label: 'Undelivered',
    meaning: 'Paid for codes that orders delivered in part still wait for',
  },
  { id: 'income:sales', label: 'Sales', meaning: 'Sold gift cards' },
  { id: 'income:conversion-fees', label: 'Conversion fees', meaning: 'Earned on purchases in another currency' },
  { id: 'income:deposit-fees', label: 'Deposit fees', meaning: 'Earned on deposits' },
  {
    id: 'income:fx-gains',
    label: 'Gains on currencies',
    meaning: 'Rates that moved our way between an order and its payment',
  },
  { id: 'income:interest', label: 'Interest', meaning: 'Paid by the bank, less what it charged' },
  { id: 'income:other', label: 'Other income', meaning: 'Corrections that moved money to us' },
  { id: 'expenses:bank-charges', label: 'Bank charges', meaning: 'Fees of the bank' },
  {
    id: 'expenses:other',
    label: 'Other expenses',
    meaning: 'Corrections that moved money away, receivables written off',
  },
  {
    id: 'expenses:fx-losses',
    label: 'Losses on currencies',
    meaning: 'Rates that moved against us between an order and its payment',
  },
  { id: 'equity:owner', label: 'Owner', meaning: 'Paid in by the owner, less what they took out' },
];

/** These classes have one account for each wallet, the others one for each currency. */
export const isPerWallet = (id: string): boolean => id === 'liabilities:wallet' || id === 'liabilities:held';

/** A class that this screen does not have yet is shown by its id. */
export const accountClass = (id: string): AccountClass =>
  ACCOUNT_CLASSES.find((known) => known.id === id) ?? { id, label: id, meaning: '' };

/** Unknown classes come last. */
export function classOrder(id: string): number {
  const index = ACCOUNT_CLASSES.findIndex((known) => known.id === id);
  return index < 0 ? ACCOUNT_CLASSES.length : index;
}

/** Undefined while no wallet is chosen. */
export function accountName(classId: string, currency: Currency, walletId: string): string | undefined {
  if (!isPerWallet(classId)) return `${classId}:${currency}`;
  return walletId === '' ? undefined : `${classId}:${walletId}`;
}
