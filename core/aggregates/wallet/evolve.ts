import { assertNever } from '#core/kernel/commands/decider.ts';
import { added, emptyIndex } from './append-only-index.ts';
import type { WalletEvent } from './events.ts';
import { type Applied, holdKey, type OpenWallet, refundKey, type WalletState } from './state.ts';

/** Applies one event to the wallet. It also replays history, so it never refuses. */
export function applyWalletEvent(state: WalletState, event: WalletEvent): WalletState {
  if (event.type === 'WalletOpened') {
    const { walletId, customerId, currency } = event.data;
    return {
      walletId,
      customerId,
      currency,
      balance: 0n,
      held: 0n,
      creditLimit: 0n,
      proposedLimit: null,
      queue: [],
      holds: [],
      applied: emptyIndex(),
    };
  }
  if (!state) return state;
  switch (event.type) {
    case 'WalletCredited': {
      const { reference, reason, amount, document } = event.data;
      const credited = { ...state, balance: state.balance + amount.amount };
      const noted = note(credited, reference, { kind: reason, amount: amount.amount, documentId: document.id });
      return reason === 'refund' ? note(noted, refundKey(document.id), { kind: 'refunded' }) : noted;
    }
    case 'WalletDebited': {
      const { reference, reason, amount, conversionFee, document } = event.data;
      const debited = { ...withoutQueued(state, reference), balance: state.balance - amount.amount };
      return reason === 'order'
        ? note(debited, reference, { kind: 'payment', amount, conversionFee, document })
        : note(debited, reference, { kind: reason, amount: amount.amount, documentId: document.id });
    }
    case 'WalletPaymentQueued':
      return { ...state, queue: [...state.queue, event.data] };
    case 'WalletPaymentCancelled':
      return note(withoutQueued(state, event.data.reference), event.data.reference, { kind: 'cancelled' });
    case 'WalletFundsHeld': {
      const { holdId, amount, document } = event.data;
      return { ...state, held: state.held + amount.amount, holds: [...state.holds, { holdId, amount, document }] };
    }
    case 'WalletHoldCaptured':
    case 'WalletHoldReleased': {
      const { holdId, amount, document } = event.data;
      const outcome = event.type === 'WalletHoldCaptured' ? 'captured' : 'released';
      const settled = {
        ...state,
        held: state.held - amount.amount,
        balance: outcome === 'captured' ? state.balance - amount.amount : state.balance,
        holds: state.holds.filter((hold) => hold.holdId !== holdId),
      };
      return note(settled, holdKey(holdId), { kind: 'hold', outcome, amount, document });
    }
    case 'WalletCreditLimitSet':
      return { ...state, creditLimit: event.data.limit.amount, proposedLimit: null };
    case 'WalletCreditLimitProposed':
      return { ...state, proposedLimit: { by: event.data.by, what: { limit: event.data.limit } } };
    case 'WalletCreditLimitRejected':
      return { ...state, proposedLimit: null };
    default:
      return assertNever(event);
  }
}

function note(state: OpenWallet, key: string, applied: Applied): OpenWallet {
  return { ...state, applied: added(state.applied, key, applied) };
}

function withoutQueued(state: OpenWallet, reference: string): OpenWallet {
  if (state.queue.length === 0) return state;
  return { ...state, queue: state.queue.filter((payment) => payment.reference !== reference) };
}
