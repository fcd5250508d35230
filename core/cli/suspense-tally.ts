import type { RecordedLedgerEvent } from '../events.ts';
import { formatMoney, type Money, money } from '../kernel/money.ts';
import { type Books, balanceIn, currenciesOf } from './books.ts';

/** The rules of suspense a second time, in the plainest form, to audit the decider. Only held lines are kept. */
export function createSuspenseTally() {
  const held = new Map<string, Money>();
  const split = new Set<string>();
  return {
    /** Applies one event; returns the rules it breaks. */
    apply(event: RecordedLedgerEvent): string[] {
      switch (event.type) {
        case 'BankLineHeldInSuspense': {
          const { lineId, amount } = event.data;
          const isHeld = held.has(lineId);
          held.set(lineId, amount);
          return isHeld ? [`${event.streamId} was held twice`] : [];
        }
        case 'BankLineSplit': {
          const { lineId, amount, parts } = event.data;
          const sum = parts.reduce((all, part) => all + part.amount.amount, 0n);
          const before = held.get(lineId);
          split.add(lineId);
          return before?.amount === amount.amount && sum === amount.amount
            ? []
            : [
                `${event.streamId} was split into ${formatMoney(money(sum, amount.currency))}, which is not what it holds`,
              ];
        }
        case 'BankLineAssigned':
        case 'BankLineReturned': {
          const { lineId, amount } = event.data;
          const before = held.get(lineId);
          const left = (before?.amount ?? 0n) - amount.amount;
          // One of the parts.
          if (
            event.type === 'BankLineAssigned' &&
            before?.currency === amount.currency &&
            split.has(lineId) &&
            left > 0n
          ) {
            held.set(lineId, money(left, amount.currency));
            return [];
          }
          held.delete(lineId);
          split.delete(lineId);
          if (before?.amount === amount.amount && before.currency === amount.currency) return [];
          return [`${event.streamId} left suspense with ${formatMoney(amount)}, which was not held`];
        }
        default:
          return [];
      }
    },
    /** The lines in suspense add up to what their account owes. */
    compareWith(books: Books): string[] {
      return currenciesOf(books).flatMap((currency) => {
        const sum = [...held.values()].reduce(
          (all, each) => (each.currency === currency ? all + each.amount : all),
          0n,
        );
        const owed = -balanceIn(books, `liabilities:suspense:${currency}`, currency);
        if (owed === sum) return [];
        const [lines, account] = [formatMoney(money(sum, currency)), formatMoney(money(owed, currency))];
        return [`Lines in suspense are ${lines}, and their account says ${account}`];
      });
    },
  };
}
