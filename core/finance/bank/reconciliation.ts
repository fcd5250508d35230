import type { Currency } from '#core/kernel/money/currencies.ts';
import { formatMoney, money } from '#core/kernel/money/money.ts';
import { OPEN_KINDS, type OpenKind, openTitleInside } from './open-kinds.ts';

export type OpenItem = {
  readonly kind: OpenKind;
  /** The bank's day of booking, else the value date in the books. */
  readonly day: string;
  /** What it adds to the bank's balance less that of the books, minor units; for an asked line, its own amount. */
  readonly amount: bigint;
  readonly statementId?: string;
  readonly document?: { readonly kind: 'deposit' | 'withdrawal' | 'suspense' | 'correction'; readonly id: string };
  readonly number?: string;
};

/** An account at the bank: what its last statement by that day ends with. */
type BankAccount = {
  /** Empty where the files name none. */
  readonly account: string;
  readonly isOwn: boolean;
  /** Null where no statement with balances is of that day or before. */
  readonly balance: bigint | null;
  /** The last day that its statements cover. */
  readonly until: string | null;
};

export type Reconciliation = {
  readonly currency: Currency;
  /** The day at whose end both balances stand: the bank's by day of booking, the books' by value date. */
  readonly at: string;
  readonly accounts: readonly BankAccount[];
  /** Sum of the accounts; null where none has a balance. */
  readonly bank: bigint | null;
  readonly books: bigint;
  readonly items: readonly OpenItem[];
  /** What is left of the difference after the open items; null where the bank's balance is not known. */
  readonly unexplained: bigint | null;
  /** Owed to senders who are not known; below zero it is in debit. */
  readonly suspense: bigint;
};

/** The bank's balance less that of the books; null where the bank's is not known. */
export const differenceOf = ({ bank, books }: Reconciliation): bigint | null => (bank === null ? null : bank - books);

const counts = ({ kind }: OpenItem) => kind !== 'asked';
export const sumOf = (items: readonly OpenItem[]): bigint => items.reduce((sum, { amount }) => sum + amount, 0n);

/** The items of each kind that there is, in one order. */
export const byKind = (items: readonly OpenItem[]): (readonly [OpenKind, readonly OpenItem[]])[] =>
  OPEN_KINDS.map((kind) => [kind, items.filter((item) => item.kind === kind)] as const).filter(
    ([, own]) => own.length > 0,
  );

/** Puts both sides together; what the items do not explain is left. */
export function reconcile(of: Omit<Reconciliation, 'bank' | 'unexplained'>): Reconciliation {
  const balances = of.accounts.flatMap(({ balance }) => balance ?? []);
  const bank = balances.length === 0 ? null : balances.reduce((sum, balance) => sum + balance, 0n);
  return { ...of, bank, unexplained: bank === null ? null : bank - of.books - sumOf(of.items.filter(counts)) };
}

/** Kinds that a person decides in *Bank statements*. */
const UNDECIDED: readonly OpenKind[] = ['undecided', 'asked', 'other-amount'];

/**
 * What somebody who closes the books on that day must know, a sentence each: lines that are not decided, balances that differ, suspense in debit,
 * accounts whose statements end earlier. The same state gives the same sentences.
 */
export function findingsOf(of: Reconciliation): string[] {
  const { currency, at, items, accounts, bank, books, unexplained, suspense } = of;
  const text = (minor: bigint) => formatMoney(money(minor, currency));
  const ends = accounts
    .filter(({ isOwn, balance, until }) => isOwn && (balance === null || until === null || until < at))
    .map(({ account, until }) =>
      until === null
        ? `${currency}: no statement shows the balance of ${account} on ${at}.`
        : `${currency}: the statements of ${account} end on ${until}, not on ${at}.`,
    );
  const undecided = UNDECIDED.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind);
    return own.length === 0 ? [] : [`${currency}: ${openTitleInside(kind)}: ${own.length}, ${text(sumOf(own))}.`];
  });
  const difference = bank === null ? 0n : bank - books;
  return [
    ...ends,
    ...undecided,
    ...(difference === 0n || bank === null
      ? []
      : [
          `${currency}: the bank has ${text(bank)}, the books have ${text(books)}: ${text(difference)} differ, ${
            unexplained === 0n ? 'all of it is explained' : `${text(unexplained ?? 0n)} of it are not explained`
          }.`,
        ]),
    ...(suspense < 0n ? [`${currency}: suspense is in debit by ${text(-suspense)}.`] : []),
  ];
}
