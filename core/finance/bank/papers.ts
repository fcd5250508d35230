import { CORRECTIONS } from '#core/aggregates/correction/kinds.ts';
import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { returnReference } from '#core/aggregates/suspense/line-stream.ts';
import { valueDayOf } from '#core/kernel/log/value-date.ts';
import { negate } from '#core/kernel/money/money.ts';
import type { Paper } from './match.ts';

const idOf = (event: RecordedLedgerEvent) => event.streamId.slice(event.streamId.indexOf('-') + 1);
const nobody = { names: [], ibans: [], lineId: null };

/** The deposits, payouts, returns from suspense and corrections of a log: those that wait, and those that were booked. It contains no personal data. */
export function createPapers() {
  const papers = new Map<string, Paper>();
  const suspense = new Map<string, 'in suspense' | 'returned'>();
  /** What each line still has in suspense, minor units. */
  const left = new Map<string, bigint>();
  /** The lines that pay each: one, or in old books several. */
  const linesOf = new Map<string, Set<string>>();
  function payBy(id: string, lineId: string | undefined): void {
    if (lineId !== undefined) linesOf.set(id, (linesOf.get(id) ?? new Set()).add(lineId));
  }
  function book(event: RecordedLedgerEvent, amount: Paper['amount'], lineId: string | undefined): void {
    const paper = papers.get(idOf(event));
    if (paper) papers.set(paper.id, { ...paper, amount, isBooked: true, day: valueDayOf(event) });
    payBy(idOf(event), lineId);
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
        case 'BankLineHeldInSuspense': {
          const { lineId, amount, takenBackFrom } = event.data;
          suspense.set(lineId, 'in suspense');
          left.set(lineId, amount.amount);
          if (takenBackFrom) linesOf.get(takenBackFrom.id)?.delete(lineId);
          break;
        }
        case 'BankLineReturned': {
          const { lineId, amount } = event.data;
          suspense.set(lineId, 'returned');
          const id = idOf(event);
          const of = { kind: 'suspense', id, number: returnReference(lineId) } as const;
          papers.set(id, { ...of, amount, isBooked: true, day: valueDayOf(event), ...nobody });
          break;
        }
        case 'CorrectionBooked': {
          const { number, kind, amount, bankLineId } = event.data;
          if (!CORRECTIONS[kind].isAtBank) break;
          const isIn = amount.amount > 0n;
          const id = idOf(event);
          const of = { kind: 'correction', isIn, id, number, isBooked: true, day: valueDayOf(event) } as const;
          papers.set(id, { ...nobody, ...of, amount: isIn ? amount : negate(amount) });
          payBy(id, bankLineId);
          break;
        }
        case 'BankLineAssigned': {
          const { lineId, document, amount } = event.data;
          const rest = (left.get(lineId) ?? amount.amount) - amount.amount;
          left.set(lineId, rest);
          if (rest === 0n) suspense.delete(lineId);
          payBy(document.id, lineId);
          break;
        }
        default:
      }
    },
    all: (): readonly Paper[] =>
      [...papers.values()].map((paper) => ({ ...paper, lineId: [...(linesOf.get(paper.id) ?? [])].at(-1) ?? null })),
    /** Lines whose owner is not known, or whose money was returned to the sender. */
    suspense: (): ReadonlyMap<string, 'in suspense' | 'returned'> => suspense,
  };
}
