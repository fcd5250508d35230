import type { RecordedLedgerEvent } from '../events.ts';

type Step = { readonly what: string; readonly since: Date };

/**
 * What must still follow from what happened. Only open steps are kept in memory: each is struck off by the event that
 * finishes it, which always comes later in the log.
 */
export function createOpenSteps() {
  const open = new Map<string, Step>();
  /** Orders by payment state, for what a cancellation must undo. */
  const taken = new Set<string>();
  const cancelledOrders = new Set<string>();
  const paidUnfulfilled = new Set<string>();

  const expect = (key: string, what: string, event: RecordedLedgerEvent) =>
    open.set(key, { what: `${event.streamId}: ${what}`, since: new Date(event.metadata.time) });

  return {
    get waitingForStock() {
      return paidUnfulfilled.size;
    },
    /** Notes what an event demands or finishes; returns what it contradicts. */
    apply(event: RecordedLedgerEvent): string[] {
      const id = event.streamId.slice(event.streamId.indexOf('-') + 1);
      switch (event.type) {
        case 'DepositApproved':
          expect(`credit:deposit:${id}`, 'the approved deposit was not credited', event);
          break;
        case 'OrderPlaced':
          expect(`ask:order:${id}`, 'its payment was not asked of the wallet', event);
          break;
        case 'WalletPaymentQueued':
          open.delete(`ask:${event.data.reference}`);
          break;
        case 'WalletPaymentCancelled':
          open.delete(`ask:${event.data.reference}`);
          open.delete(`undo:${event.data.reference}`);
          break;
        case 'WalletCredited':
          open.delete(`credit:${event.data.reference}`);
          if (event.data.reason === 'refund') {
            const reference = `order:${event.data.document.id}`;
            taken.delete(reference);
            open.delete(`undo:${reference}`);
            open.delete(`mark:${reference}`);
            expect(`refunded:${reference}`, `the refund of order ${event.data.document.id} was not noted on it`, event);
          }
          break;
        case 'WalletDebited':
          if (event.data.reason !== 'order') break;
          open.delete(`ask:${event.data.reference}`);
          taken.add(event.data.reference);
          if (cancelledOrders.has(event.data.reference)) {
            expect(`undo:${event.data.reference}`, 'the payment of a cancelled order was not refunded', event);
          } else {
            expect(`mark:${event.data.reference}`, 'a payment was taken but its order is not marked as paid', event);
          }
          break;
        case 'OrderPaid':
          open.delete(`mark:order:${id}`);
          paidUnfulfilled.add(id);
          break;
        case 'OrderFulfilled':
          taken.delete(`order:${id}`);
          if (!paidUnfulfilled.delete(id)) return [`${event.streamId} was fulfilled without being paid`];
          break;
        case 'OrderCancelled': {
          const reference = `order:${id}`;
          paidUnfulfilled.delete(id);
          cancelledOrders.add(reference);
          open.delete(`mark:${reference}`);
          expect(
            `undo:${reference}`,
            taken.has(reference) ? 'the payment was not refunded' : 'the payment was not cancelled',
            event,
          );
          break;
        }
        case 'OrderRefunded':
          open.delete(`refunded:order:${id}`);
          break;
        case 'WithdrawalRequested':
          expect(`hold:${id}`, 'its funds were neither held nor refused', event);
          break;
        case 'WithdrawalFundsHeld':
        case 'WithdrawalFailed':
          open.delete(`hold:${id}`);
          break;
        case 'WithdrawalCompleted':
          expect(`settle:${id}`, 'the hold was not captured', event);
          break;
        case 'WithdrawalRejected':
          expect(`settle:${id}`, 'the hold was not released', event);
          break;
        case 'WalletHoldCaptured':
        case 'WalletHoldReleased':
          open.delete(`settle:${event.data.holdId}`);
          break;
      }
      return [];
    },
    /** What is still open: older than `before` it is overdue, younger it is under way. */
    open(before: Date): { overdue: string[]; inProgress: number } {
      const steps = [...open.values()];
      return {
        overdue: steps.filter((step) => step.since <= before).map((step) => step.what),
        inProgress: steps.filter((step) => step.since > before).length,
      };
    },
  };
}
