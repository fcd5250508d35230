import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { Money } from '#core/kernel/money/money.ts';

/** `since` is a moment in ISO 8601, as events have them. */
type Step = { readonly streamId: string; readonly what: string; readonly since: string };

type Books = {
  readonly open: Map<string, Step>;
  /** Orders whose payment was taken, and neither delivered nor refunded. */
  readonly taken: Set<string>;
  /** Cancelled orders whose payment was neither cancelled nor refunded. */
  readonly cancelledOrders: Set<string>;
  readonly paidUnfulfilled: Set<string>;
  /** Lines of the bank in suspense. */
  readonly heldLines: Set<string>;
  /** Deposits that a line pays with others and that were not approved yet, each with its line. */
  readonly splitParts: Set<string>;
  /** Amounts held for what orders that were paid wait for. */
  readonly held: Map<string, Money>;
};

/**
 * The steps that must still follow from what happened. Only open steps are kept in memory: the event that finishes a
 * step removes it, and always comes later in the log.
 */
export function createOpenSteps() {
  const books: Books = {
    open: new Map(),
    taken: new Set(),
    cancelledOrders: new Set(),
    paidUnfulfilled: new Set(),
    heldLines: new Set(),
    splitParts: new Set(),
    held: new Map(),
  };
  return {
    get waitingForStock() {
      return books.paidUnfulfilled.size;
    },
    get held(): Iterable<Money> {
      return books.held.values();
    },
    /** Notes what an event requires or finishes; returns what it contradicts. */
    apply(event: RecordedLedgerEvent): string[] {
      applyPayment(books, event);
      applyWithdrawal(books, event);
      applyCorrection(books, event);
      return [...applySuspense(books, event), ...applyOrder(books, event)];
    },
    /** Open steps: those older than `before` are overdue, younger ones are in progress. */
    open(before: Date): { overdue: string[]; inProgress: number } {
      const steps = [...books.open.values()];
      const overdue = steps.filter(({ since }) => new Date(since) <= before);
      return {
        overdue: overdue.map(({ streamId, what }) => `${streamId}: ${what}`),
        inProgress: steps.length - overdue.length,
      };
    },
  };
}

function expect({ open }: Books, key: string, what: string, event: RecordedLedgerEvent): void {
  open.set(key, { streamId: event.streamId, what, since: event.metadata.time });
}

const idOf = ({ streamId }: RecordedLedgerEvent): string => streamId.slice(streamId.indexOf('-') + 1);

/** Deposits that must be credited, and what happens to an order's payment in the wallet. */
function applyPayment(books: Books, event: RecordedLedgerEvent): void {
  const { open, taken } = books;
  switch (event.type) {
    case 'DepositApproved':
      expect(books, `credit:deposit:${idOf(event)}`, 'the approved deposit was not credited', event);
      break;
    case 'WalletPaymentQueued':
      open.delete(`ask:${event.data.reference}`);
      break;
    case 'WalletPaymentCancelled':
      open.delete(`ask:${event.data.reference}`);
      open.delete(`undo:${event.data.reference}`);
      books.cancelledOrders.delete(event.data.reference);
      break;
    case 'WalletCredited': {
      open.delete(`credit:${event.data.reference}`);
      if (event.data.reason !== 'refund') break;
      const orderId = event.data.document.id;
      const reference = `order:${orderId}`;
      taken.delete(reference);
      books.held.delete(orderId);
      books.cancelledOrders.delete(reference);
      open.delete(`undo:${reference}`);
      open.delete(`mark:${reference}`);
      expect(books, `refunded:${reference}`, `the refund of order ${orderId} was not noted on it`, event);
      break;
    }
    case 'WalletDebited': {
      if (event.data.reason !== 'order') break;
      const { reference } = event.data;
      open.delete(`ask:${reference}`);
      taken.add(reference);
      if (books.cancelledOrders.has(reference)) {
        expect(books, `undo:${reference}`, 'the payment of a cancelled order was not refunded', event);
      } else {
        expect(books, `mark:${reference}`, 'a payment was taken but its order is not marked as paid', event);
      }
      break;
    }
  }
}

/** Returns what the event contradicts. */
function applyOrder(books: Books, event: RecordedLedgerEvent): string[] {
  const { open, taken, paidUnfulfilled, held } = books;
  const id = idOf(event);
  const reference = `order:${id}`;
  switch (event.type) {
    case 'OrderPlaced':
      expect(books, `ask:${reference}`, 'its payment was not asked of the wallet', event);
      break;
    case 'OrderPaid':
      open.delete(`mark:${reference}`);
      paidUnfulfilled.add(id);
      break;
    case 'OrderDeferred':
      held.set(id, event.data.held);
      break;
    case 'OrderPartlyFulfilled':
      if (!paidUnfulfilled.has(id)) return [`${event.streamId} was fulfilled without being paid`];
      held.set(id, event.data.held);
      break;
    case 'OrderRestReleased':
      paidUnfulfilled.delete(id);
      if (event.data.amount.amount > 0n) expect(books, `undo:${reference}`, 'its rest was not refunded', event);
      else held.delete(id);
      break;
    case 'OrderFulfilled':
      taken.delete(reference);
      held.delete(id);
      if (!paidUnfulfilled.delete(id)) return [`${event.streamId} was fulfilled without being paid`];
      break;
    case 'OrderCancelled': {
      paidUnfulfilled.delete(id);
      books.cancelledOrders.add(reference);
      open.delete(`mark:${reference}`);
      const undone = taken.has(reference) ? 'the payment was not refunded' : 'the payment was not cancelled';
      expect(books, `undo:${reference}`, undone, event);
      break;
    }
    case 'OrderRefunded':
      open.delete(`refunded:${reference}`);
      break;
  }
  return [];
}

/** A payout that came back has to be credited. A deposit that was taken back is debited as far as there are funds. */
function applyCorrection(books: Books, event: RecordedLedgerEvent): void {
  if (event.type !== 'CorrectionBooked' || event.data.kind !== 'payout-returned') return;
  expect(books, `credit:correction:${idOf(event)}`, 'the payout that came back was not credited', event);
}

const partOf = (lineId: string, depositId: string): string => `${lineId} ${depositId}`;

/** A deposit that was approved from a line in suspense takes that line out, or its part of it. Returns what is contradicted. */
function applySuspense(books: Books, event: RecordedLedgerEvent): string[] {
  switch (event.type) {
    case 'BankLineHeldInSuspense':
      books.heldLines.add(event.data.lineId);
      break;
    case 'DepositApproved': {
      const { bankLineId = '' } = event.data;
      const key = partOf(bankLineId, idOf(event));
      if (books.splitParts.delete(key)) {
        books.open.delete(`approve:${key}`);
        expect(books, `assign:${key}`, 'its part of the line is still in suspense', event);
      } else if (books.heldLines.has(bankLineId)) {
        expect(books, `assign:${bankLineId}`, 'the line that it was approved from is still in suspense', event);
      }
      break;
    }
    case 'BankLineSplit':
      for (const { document } of event.data.parts) {
        const key = partOf(event.data.lineId, document.id);
        books.splitParts.add(key);
        expect(books, `approve:${key}`, `${document.number}, which it pays with others, was not approved`, event);
      }
      books.heldLines.delete(event.data.lineId);
      break;
    case 'BankLinePartReleased': {
      const { lineId, document } = event.data;
      const key = partOf(lineId, document.id);
      const isOpen = books.splitParts.delete(key) && books.open.delete(`approve:${key}`);
      books.heldLines.add(lineId);
      return isOpen ? [] : [`${event.streamId} released the part of ${document.number}, which was approved from it`];
    }
    case 'BankLineAssigned':
      // A part of it leaves the others where they are.
      if (books.open.delete(`assign:${partOf(event.data.lineId, event.data.document.id)}`)) break;
      books.heldLines.delete(event.data.lineId);
      books.open.delete(`assign:${event.data.lineId}`);
      break;
    case 'BankLineReturned':
      books.heldLines.delete(event.data.lineId);
      books.open.delete(`assign:${event.data.lineId}`);
      break;
  }
  return [];
}

function applyWithdrawal(books: Books, event: RecordedLedgerEvent): void {
  const { open } = books;
  const id = idOf(event);
  switch (event.type) {
    case 'WithdrawalRequested':
      expect(books, `hold:${id}`, 'its funds were neither held nor refused', event);
      break;
    case 'WithdrawalFundsHeld':
    case 'WithdrawalFailed':
      open.delete(`hold:${id}`);
      break;
    case 'WithdrawalCompleted':
      expect(books, `settle:${id}`, 'the hold was not captured', event);
      break;
    case 'WithdrawalRejected':
      expect(books, `settle:${id}`, 'the hold was not released', event);
      break;
    case 'WalletHoldCaptured':
    case 'WalletHoldReleased':
      open.delete(`settle:${event.data.holdId}`);
      break;
  }
}
