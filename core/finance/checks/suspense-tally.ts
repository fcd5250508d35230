import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { formatMoney, type Money, money } from '#core/kernel/money/money.ts';
import { type Books, balanceIn, currenciesOf } from './books.ts';

type Assigned = Extract<RecordedLedgerEvent, { type: 'BankLineAssigned' }>;

/** The rules of suspense a second time, in the plainest form, to audit the decider. Only held lines are kept, and the deposits that had one. */
export function createSuspenseTally() {
  const held = new Map<string, Money>();
  /** Of lines that pay several deposits, the parts that were not assigned: whether each was released. */
  const parts = new Map<string, Map<string, boolean>>();
  /** Of each deposit, the stream of the line that was assigned to it: a second one would leave the bank's account without its money. */
  const lineOf = new Map<string, string>();

  function assign({ streamId, data: { document } }: Assigned): string[] {
    const other = lineOf.get(document.id);
    lineOf.set(document.id, streamId);
    return other === undefined ? [] : [`${streamId} was assigned to ${document.number}, which ${other} is already`];
  }

  /** Takes an amount out of a line: all that is held, or the part of this deposit. */
  function leave({ streamId }: RecordedLedgerEvent, lineId: string, amount: Money, depositId?: string): string[] {
    const before = held.get(lineId);
    const left = (before?.amount ?? 0n) - amount.amount;
    const isPart = depositId !== undefined && parts.get(lineId)?.delete(depositId);
    const isHeld = before?.currency === amount.currency && (left === 0n || (isPart && left > 0n));
    if (isHeld && left > 0n) held.set(lineId, money(left, amount.currency));
    else {
      held.delete(lineId);
      parts.delete(lineId);
    }
    return isHeld ? [] : [`${streamId} left suspense with ${formatMoney(amount)}, which was not held`];
  }

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
          const { lineId, amount, parts: own } = event.data;
          const sum = own.reduce((all, part) => all + part.amount.amount, 0n);
          const before = held.get(lineId);
          parts.set(lineId, new Map(own.map(({ document }) => [document.id, false])));
          return before?.amount === amount.amount && sum === amount.amount
            ? []
            : [
                `${event.streamId} was split into ${formatMoney(money(sum, amount.currency))}, which is not what it holds`,
              ];
        }
        case 'BankLinePartReleased': {
          const { lineId, document } = event.data;
          const own = parts.get(lineId);
          const isOpen = own?.get(document.id) === false;
          own?.set(document.id, true);
          return isOpen ? [] : [`${event.streamId} released the part of ${document.number}, which it did not have`];
        }
        case 'BankLineAssigned':
          return [...assign(event), ...leave(event, event.data.lineId, event.data.amount, event.data.document.id)];
        case 'BankLineReturned': {
          const { lineId, amount } = event.data;
          const isOpen = [...(parts.get(lineId)?.values() ?? [])].includes(false);
          return [
            ...(isOpen ? [`${event.streamId} was returned while it pays deposits`] : []),
            ...leave(event, lineId, amount),
          ];
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
