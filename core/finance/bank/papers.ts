import { CORRECTIONS } from '#core/aggregates/correction/kinds.ts';
import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { returnReference } from '#core/aggregates/suspense/line-stream.ts';
import { valueDayOf } from '#core/kernel/log/value-date.ts';
import { negate } from '#core/kernel/money/money.ts';
import type { Paper } from './match.ts';

/** The deposits, payouts, returns from suspense and corrections of a log: those that wait, and those that were booked. It contains no personal data. */
export function createPapers() {
  const papers = new Map<string, Paper>();
  const suspense = new Map<string, 'in suspense' | 'returned'>();
  /** What each line still has in suspense, minor units. */
  const left = new Map<string, bigint>();
  const idOf = (event: RecordedLedgerEvent) => event.streamId.slice(event.streamId.indexOf('-') + 1);
  const nobody = { names: [], ibans: [], lineId: null };
  function book(event: RecordedLedgerEvent, amount: Paper['amount'], lineId: string | null = null): void {
    const paper = papers.get(idOf(event));
    if (paper) papers.set(paper.id, { ...paper, amount, isBooked: true, day: valueDayOf(event), lineId });
  }
  return {
    add(event: RecordedLedgerEvent): void {
      switch (event.type) {
        case 'DepositRequested':
        case 'WithdrawalRequested': {
          const { number, amount } = event.data;
          const [kind, id] = [event.type === 'DepositRequested' ? 'deposit' : 'withdrawal', idOf(event)] as const;
          papers.set(id, { kind, id, number, amount, isBooked: false, day: valueDayOf(event), ...nobody });
          break;
        }
        case 'DepositApproved':
          book(event, event.data.approvedAmount, event.data.bankLineId);
          break;
        case 'WithdrawalCompleted':
          book(event, event.data.amount, event.data.bankLineId);
          break;
        case 'DepositRejected':
        case 'DepositDeleted':
        case 'WithdrawalFailed':
          papers.delete(idOf(event));
          break;
        case 'WithdrawalRejected': {
          const paper = papers.get(idOf(event));
          if (paper) papers.set(paper.id, { ...paper, isRejected: true });
          break;
        }
        case 'BankLineHeldInSuspense':
          suspense.set(event.data.lineId, 'in suspense');
          left.set(event.data.lineId, event.data.amount.amount);
          break;
        case 'BankLineReturned': {
          const { lineId, amount } = event.data;
          suspense.set(lineId, 'returned');
          const id = idOf(event);
          const of = { kind: 'suspense', id, number: returnReference(lineId) } as const;
          papers.set(id, { ...of, amount, isBooked: true, day: valueDayOf(event), ...nobody });
          break;
        }
        case 'CorrectionBooked': {
          const { number, kind, amount, bankLineId = null } = event.data;
          if (!CORRECTIONS[kind].isAtBank) break;
          const isIn = amount.amount > 0n;
          const id = idOf(event);
          const of = { kind: 'correction', isIn, id, number, isBooked: true, day: valueDayOf(event) } as const;
          papers.set(id, { ...nobody, ...of, amount: isIn ? amount : negate(amount), lineId: bankLineId });
          break;
        }
        case 'BankLineAssigned': {
          const { lineId, document, amount } = event.data;
          const rest = (left.get(lineId) ?? amount.amount) - amount.amount;
          left.set(lineId, rest);
          if (rest === 0n) suspense.delete(lineId);
          const paper = papers.get(document.id);
          if (paper) papers.set(paper.id, { ...paper, lineId });
          break;
        }
        default:
      }
    },
    all: (): readonly Paper[] => [...papers.values()],
    /** Lines whose owner is not known, or whose money was returned to the sender. */
    suspense: (): ReadonlyMap<string, 'in suspense' | 'returned'> => suspense,
  };
}
