import { accounts } from '#core/kernel/money/postings.ts';

type Row = {
  readonly title: string;
  /** As beancount writes it; each part begins with a capital letter. */
  readonly beancount: string;
};
type Name = keyof typeof accounts;

/** The names of our accounts in other programs' books. hledger accepts our own names. */
const CHART: { readonly [Account in Name]: Row } = {
  bank: { title: 'Bank', beancount: 'Assets:Bank' },
  wallet: { title: 'Customers’ wallets', beancount: 'Liabilities:Wallet' },
  held: { title: 'Set aside for withdrawals', beancount: 'Liabilities:Held' },
  payouts: { title: 'Payouts under way', beancount: 'Liabilities:Payouts' },
  suspense: { title: 'Received from nobody known', beancount: 'Liabilities:Suspense' },
  undelivered: { title: 'Paid and not yet delivered', beancount: 'Liabilities:Undelivered' },
  sales: { title: 'Gift cards sold', beancount: 'Income:Sales' },
  conversionFees: { title: 'Conversion fees', beancount: 'Income:Conversion-Fees' },
  depositFees: { title: 'Fees on deposits', beancount: 'Income:Deposit-Fees' },
  fxGains: { title: 'Gains on currencies', beancount: 'Income:Fx-Gains' },
  fxLosses: { title: 'Losses on currencies', beancount: 'Expenses:Fx-Losses' },
  receivables: { title: 'Owed by customers', beancount: 'Assets:Receivables' },
  interest: { title: 'Interest of the bank', beancount: 'Income:Interest' },
  otherIncome: { title: 'Other income', beancount: 'Income:Other' },
  bankCharges: { title: 'Bank charges', beancount: 'Expenses:Bank-Charges' },
  otherExpenses: { title: 'Other expenses', beancount: 'Expenses:Other' },
  owner: { title: 'Owner’s account', beancount: 'Equity:Owner' },
};

const BY_PREFIX = new Map(
  (Object.keys(CHART) as Name[]).map((name) => [
    accounts[name]('USD').slice(0, -'USD'.length),
    { ...CHART[name], name },
  ]),
);

/** An account's row, and the part of its name that identifies the owner: a wallet or a currency. */
function partsOf(account: string): { readonly row: Row & { readonly name: Name }; readonly owner: string } {
  const end = account.lastIndexOf(':') + 1;
  const row = BY_PREFIX.get(account.slice(0, end));
  if (!row) throw new Error(`${account} is not in the chart of accounts.`);
  return { row, owner: account.slice(end) };
}

/** `liabilities:wallet:7a1e…` → `Liabilities:Wallet:7A1E…` */
export function beancountName(account: string): string {
  const { row, owner } = partsOf(account);
  return `${row.beancount}:${owner.toUpperCase()}`;
}

export const titleOf = (account: string): string => partsOf(account).row.title;

export const kindOf = (account: string): Name => partsOf(account).row.name;
