import { lastDayOf, monthOf } from '#core/aggregates/period/months.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import type { Posting } from '#core/kernel/money/postings.ts';

export type AccountBalance = { readonly account: string; readonly currency: Currency; readonly balance: bigint };
export type MonthEnd = { readonly date: string; readonly balances: readonly AccountBalance[] };

type Account = {
  readonly account: string;
  readonly currency: Currency;
  since: string;
  opening: bigint;
  /** By month, `2026-10`. */
  readonly moved: Map<string, bigint>;
};

/**
 * What accounts held at the ends of months. It keeps one number for each account and month, however long the log and
 * whatever its order.
 */
export function createMonthEnds() {
  const accounts = new Map<string, Account>();
  let last = '';

  function find({ account, amount: { currency } }: Posting, date: string): Account {
    const key = `${account} ${currency}`;
    const known = accounts.get(key) ?? { account, currency, since: date, opening: 0n, moved: new Map() };
    if (date < known.since) known.since = date;
    accounts.set(key, known);
    return known;
  }

  return {
    /** Adds a line from before `from`, the first day of the book. */
    open(line: Posting, from: string): void {
      find(line, from).opening += line.amount.amount;
    },
    post(line: Posting, date: string): void {
      const { moved } = find(line, date);
      const month = monthOf(date);
      moved.set(month, (moved.get(month) ?? 0n) + line.amount.amount);
      if (date > last) last = date;
    },
    /** Each account with the first day of its use. */
    accounts: (): readonly Readonly<Account>[] => [...accounts.values()],
    /** The balances when the book begins, without accounts at zero. */
    opening: (): readonly AccountBalance[] =>
      [...accounts.values()]
        .filter(({ opening }) => opening !== 0n)
        .map(({ account, currency, opening }) => ({ account, currency, balance: opening })),
    /** The accounts that moved in each month, with their balance at its end, or after the last entry. */
    *ends(): Generator<MonthEnd> {
      const months = new Set([...accounts.values()].flatMap(({ moved }) => [...moved.keys()]));
      const balances = new Map([...accounts.values()].map((account) => [account, account.opening]));
      for (const month of [...months].sort()) {
        const changed = [...balances].flatMap(([account, before]): AccountBalance[] => {
          const moved = account.moved.get(month);
          if (moved === undefined) return [];
          balances.set(account, before + moved);
          return [{ account: account.account, currency: account.currency, balance: before + moved }];
        });
        const end = lastDayOf(month);
        yield { date: end < last ? end : last, balances: changed };
      }
    },
  };
}
