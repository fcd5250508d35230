import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { DocumentRef } from '#core/kernel/log/event.ts';
import { formatMoney, type Money, money } from '#core/kernel/money/money.ts';
import { type Books, balanceIn, currenciesOf } from './books.ts';

/** The rules of suspense a second time, in the plainest form, to audit the decider. Only held lines are kept, and the deposits that have one. */
export function createSuspenseTally() {
  const held = new Map<string, Money>();
  /** Of lines that pay several deposits, the parts that were not assigned: whether each was released. */
  const parts = new Map<string, Map<string, boolean>>();
  const deposits = createLinesOfDeposits();

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
          const { lineId, amount, takenBackFrom } = event.data;
          if (takenBackFrom) deposits.takeBack(event.streamId, takenBackFrom);
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
          deposits.assign(event.streamId, event.data.document);
          return leave(event, event.data.lineId, event.data.amount, event.data.document.id);
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
    /** The lines in suspense add up to what their account owes, and a deposit has one line. */
    compareWith(books: Books): string[] {
      const sums = currenciesOf(books).flatMap((currency) => {
        const sum = [...held.values()].reduce(
          (all, each) => (each.currency === currency ? all + each.amount : all),
          0n,
        );
        const owed = -balanceIn(books, `liabilities:suspense:${currency}`, currency);
        if (owed === sum) return [];
        const [lines, account] = [formatMoney(money(sum, currency)), formatMoney(money(owed, currency))];
        return [`Lines in suspense are ${lines}, and their account says ${account}`];
      });
      return [...deposits.problems(), ...sums];
    },
  };
}

/** The streams of the lines that are assigned to each deposit: a second one leaves the bank's account without its money. */
function createLinesOfDeposits() {
  const linesOf = new Map<string, { readonly number: string; readonly lines: Set<string> }>();
  return {
    assign(streamId: string, { id, number }: DocumentRef): void {
      const known = linesOf.get(id);
      if (known) known.lines.add(streamId);
      else linesOf.set(id, { number, lines: new Set([streamId]) });
    },
    takeBack(streamId: string, { id }: DocumentRef): void {
      linesOf.get(id)?.lines.delete(streamId);
    },
    problems: (): string[] =>
      [...linesOf.values()].flatMap(({ number, lines: [first, ...others] }) =>
        others.map((other) => `${other} was assigned to ${number}, which ${first} is already`),
      ),
  };
}
