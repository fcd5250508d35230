import { emptyIndex } from '#core/kernel/append-only-index.ts';
import { assertNever, type Decider } from '#core/kernel/decider.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { formatMoney, type Money, money, requirePositive, requireSameCurrency } from '#core/kernel/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/postings.ts';
import type { WalletCommand } from './commands.ts';
import type { WalletEvent } from './events.ts';
import { applyWalletEvent } from './evolve.ts';
import {
  available,
  findApplied,
  type Hold,
  holdKey,
  type OpenWallet,
  type QueuedPayment,
  refundKey,
  type WalletState,
} from './state.ts';

type CommandOf<Type extends WalletCommand['type']> = Extract<WalletCommand, { type: Type }>;

/** Guards the money: after any command the available funds (balance − held + credit limit) are at or above zero. */
export const walletDecider: Decider<WalletState, WalletCommand, WalletEvent> = {
  initialState: null,
  decide(command, state) {
    if (command.type === 'OpenWallet') return openWallet(command, state);
    if (!state) throw new DomainError('not_found', 'There is no such wallet.');
    switch (command.type) {
      case 'CreditDeposit':
        return creditDeposit(command, state);
      case 'RequestPayment':
        return requestPayment(command, state);
      case 'CancelPayment':
        return cancelPayment(command, state);
      case 'RefundPayment':
        return refundPayment(command, state);
      case 'HoldFunds':
        return holdFunds(command, state);
      case 'CaptureHold':
        return captureHold(command, state);
      case 'ReleaseHold':
        return releaseHold(command, state);
      case 'SetCreditLimit':
        return setCreditLimit(command, state);
      default:
        return assertNever(command);
    }
  },
  evolve: applyWalletEvent,
};

function openWallet(command: CommandOf<'OpenWallet'>, state: WalletState): WalletEvent[] {
  const { walletId, customerId, currency } = command;
  if (!state) return [{ type: 'WalletOpened', data: { walletId, customerId, currency } }];
  if (state.customerId === customerId && state.currency === currency) return [];
  throw new DomainError('already_exists', 'This wallet exists already, for another customer or in another currency.');
}

function creditDeposit(command: CommandOf<'CreditDeposit'>, state: OpenWallet): WalletEvent[] {
  const { reference, amount, fee, document } = command;
  requireWalletMoney(state, amount, 'The deposit');
  if (fee) {
    requireWalletMoney(state, fee.amount, 'The deposit fee');
    if (fee.amount.amount >= amount.amount) {
      throw new DomainError('invalid_value', 'The fee must be below the deposited amount. Nothing was credited.');
    }
    if (fee.reference === reference) {
      throw new DomainError('invalid_value', 'The fee needs a reference of its own. Nothing was credited.');
    }
  }
  const applied = findApplied(state, reference);
  if (applied) {
    const appliedFee = fee && findApplied(state, fee.reference);
    const isSame =
      applied.kind === 'deposit' &&
      applied.amount === amount.amount &&
      applied.documentId === document.id &&
      (!fee || (appliedFee?.kind === 'deposit-fee' && appliedFee.amount === fee.amount.amount));
    if (isSame) return [];
    throw reused(reference);
  }
  if (findQueued(state, reference)) throw reused(reference);
  if (fee && (findApplied(state, fee.reference) || findQueued(state, fee.reference))) throw reused(fee.reference);

  const credited: WalletEvent = {
    type: 'WalletCredited',
    data: {
      reference,
      reason: 'deposit',
      amount,
      document,
      postings: balanced(debit(accounts.bank(state.currency), amount), credit(accounts.wallet(state.walletId), amount)),
    },
  };
  if (!fee) return withQueuedPayments(state, [credited]);
  const charged: WalletEvent = {
    type: 'WalletDebited',
    data: {
      reference: fee.reference,
      reason: 'deposit-fee',
      amount: fee.amount,
      conversionFee: money(0n, state.currency),
      document,
      postings: balanced(
        debit(accounts.wallet(state.walletId), fee.amount),
        credit(accounts.depositFees(state.currency), fee.amount),
      ),
    },
  };
  return withQueuedPayments(state, [credited, charged]);
}

function requestPayment(command: CommandOf<'RequestPayment'>, state: OpenWallet): WalletEvent[] {
  const { reference, amount, conversionFee, document } = command;
  requireWalletMoney(state, amount, 'The payment');
  requireSameCurrency(amount, conversionFee);
  if (conversionFee.amount < 0n || conversionFee.amount > amount.amount) {
    throw new DomainError('invalid_value', 'The conversion fee must lie between zero and the amount.');
  }
  if (reference !== `${document.kind}:${document.id}`) {
    throw new DomainError('invalid_value', 'The reference of a payment must name its document.');
  }
  const payment: QueuedPayment = { reference, amount, conversionFee, document };
  const queued = findQueued(state, reference);
  if (queued) {
    if (isSamePayment(queued, payment)) return [];
    throw reused(reference);
  }
  const applied = findApplied(state, reference);
  // A cancelled payment stays cancelled, even when the request for it arrives after the cancellation.
  if (applied?.kind === 'cancelled') return [];
  if (applied) {
    if (applied.kind === 'payment' && isSamePayment(applied, payment)) return [];
    throw reused(reference);
  }
  if (amount.amount <= available(state)) return [paid(state, payment)];
  return [{ type: 'WalletPaymentQueued', data: { reference, amount, conversionFee, document } }];
}

function cancelPayment({ reference }: CommandOf<'CancelPayment'>, state: OpenWallet): WalletEvent[] {
  const applied = findApplied(state, reference);
  if (applied?.kind === 'cancelled') return [];
  if (applied?.kind === 'payment') {
    throw new DomainError('invalid_state', 'This payment was taken already: it can be refunded, not cancelled.');
  }
  if (applied) throw reused(reference);
  return withQueuedPayments(state, [{ type: 'WalletPaymentCancelled', data: { reference } }]);
}

function refundPayment(command: CommandOf<'RefundPayment'>, state: OpenWallet): WalletEvent[] {
  const { reference, refundReference } = command;
  if (findQueued(state, reference)) {
    throw new DomainError('invalid_state', 'This payment was not taken yet: it can be cancelled, not refunded.');
  }
  const payment = findApplied(state, reference);
  if (!payment) throw new DomainError('not_found', 'This wallet knows no such payment. Nothing was refunded.');
  if (payment.kind !== 'payment') {
    throw new DomainError('invalid_state', 'No money was taken under this reference. Nothing was refunded.');
  }
  const refund = findApplied(state, refundReference);
  if (refund) {
    if (refund.kind === 'refund' && refund.documentId === payment.document.id) return [];
    throw reused(refundReference);
  }
  if (findQueued(state, refundReference)) throw reused(refundReference);
  if (findApplied(state, refundKey(payment.document.id))) {
    throw new DomainError('invalid_state', 'This payment was refunded already. Nothing was refunded again.');
  }
  const { amount, conversionFee, document } = payment;
  const sale = money(amount.amount - conversionFee.amount, amount.currency);
  return withQueuedPayments(state, [
    {
      type: 'WalletCredited',
      data: {
        reference: refundReference,
        reason: 'refund',
        amount,
        document,
        postings: balanced(
          debit(accounts.sales(state.currency), sale),
          debit(accounts.conversionFees(state.currency), conversionFee),
          credit(accounts.wallet(state.walletId), amount),
        ),
      },
    },
  ]);
}

function holdFunds(command: CommandOf<'HoldFunds'>, state: OpenWallet): WalletEvent[] {
  const { holdId, amount, document } = command;
  requireWalletMoney(state, amount, 'The amount to hold');
  const known = state.holds.find((hold) => hold.holdId === holdId) ?? findApplied(state, holdKey(holdId));
  if (known) {
    const isSame = 'document' in known && known.amount.amount === amount.amount && known.document.id === document.id;
    if (isSame) return [];
    throw reused(holdId);
  }
  // Without the credit limit: credit can be spent, not paid out.
  const own = state.balance - state.held;
  if (own < amount.amount) throw insufficient(state, own, amount);
  return [
    {
      type: 'WalletFundsHeld',
      data: {
        holdId,
        amount,
        document,
        postings: balanced(
          debit(accounts.wallet(state.walletId), amount),
          credit(accounts.held(state.walletId), amount),
        ),
      },
    },
  ];
}

function captureHold({ holdId }: CommandOf<'CaptureHold'>, state: OpenWallet): WalletEvent[] {
  const hold = activeHold(state, holdId, 'captured');
  if (!hold) return [];
  const { amount, document } = hold;
  const postings = balanced(
    debit(accounts.held(state.walletId), amount),
    credit(accounts.payouts(state.currency), amount),
  );
  return [{ type: 'WalletHoldCaptured', data: { holdId, amount, document, postings } }];
}

function releaseHold({ holdId }: CommandOf<'ReleaseHold'>, state: OpenWallet): WalletEvent[] {
  const hold = activeHold(state, holdId, 'released');
  if (!hold) return [];
  const { amount, document } = hold;
  const postings = balanced(
    debit(accounts.held(state.walletId), amount),
    credit(accounts.wallet(state.walletId), amount),
  );
  return withQueuedPayments(state, [{ type: 'WalletHoldReleased', data: { holdId, amount, document, postings } }]);
}

function setCreditLimit({ limit }: CommandOf<'SetCreditLimit'>, state: OpenWallet): WalletEvent[] {
  requireSameCurrency(limit, money(0n, state.currency));
  if (limit.amount < 0n) throw new DomainError('invalid_value', 'A credit limit cannot be below zero.');
  if (limit.amount > 0n) requirePositive(limit, 'The credit limit');
  if (limit.amount === state.creditLimit) return [];
  const own = state.balance - state.held;
  if (own + limit.amount < 0n) {
    throw new DomainError(
      'insufficient_funds',
      `${formatMoney(money(-own, state.currency))} of the credit is spent already: the limit cannot be lower than that.`,
      { spent: (-own).toString(), currency: state.currency },
    );
  }
  return withQueuedPayments(state, [{ type: 'WalletCreditLimitSet', data: { limit } }]);
}

/** Adds the queued payments, oldest first, for as long as the next one is covered by what the events left available. */
function withQueuedPayments(state: OpenWallet, events: WalletEvent[]): WalletEvent[] {
  const all = [...events];
  // A trial run: it must not write into the references that the real state shares.
  const trial: WalletState = { ...state, applied: emptyIndex() };
  let after = all.reduce<WalletState>(applyWalletEvent, trial);
  while (after) {
    const next = after.queue[0];
    if (!next || next.amount.amount > available(after)) break;
    const event = paid(after, next);
    all.push(event);
    after = applyWalletEvent(after, event);
  }
  return all;
}

function paid(state: OpenWallet, { reference, amount, conversionFee, document }: QueuedPayment): WalletEvent {
  const sale = money(amount.amount - conversionFee.amount, amount.currency);
  return {
    type: 'WalletDebited',
    data: {
      reference,
      reason: 'order',
      amount,
      conversionFee,
      document,
      postings: balanced(
        debit(accounts.wallet(state.walletId), amount),
        credit(accounts.sales(state.currency), sale),
        credit(accounts.conversionFees(state.currency), conversionFee),
      ),
    },
  };
}

/** The hold to be settled; undefined when that was done before. */
function activeHold(state: OpenWallet, holdId: string, outcome: 'captured' | 'released'): Hold | undefined {
  const hold = state.holds.find((candidate) => candidate.holdId === holdId);
  if (hold) return hold;
  const settled = findApplied(state, holdKey(holdId));
  if (settled?.kind !== 'hold') throw new DomainError('not_found', 'This wallet knows no such hold.');
  if (settled.outcome === outcome) return undefined;
  throw new DomainError('invalid_state', `This hold was ${settled.outcome} already. Nothing was moved.`);
}

const findQueued = (state: OpenWallet, reference: string) =>
  state.queue.find((payment) => payment.reference === reference);

function isSamePayment(left: Omit<QueuedPayment, 'reference'>, right: QueuedPayment): boolean {
  return left.amount.amount === right.amount.amount && left.conversionFee.amount === right.conversionFee.amount;
}

function requireWalletMoney(state: OpenWallet, amount: Money, what: string): void {
  requirePositive(amount, what);
  requireSameCurrency(amount, money(0n, state.currency));
}

const reused = (reference: string) =>
  new DomainError('reference_reused', 'This reference was used before with other data. Nothing was booked.', {
    reference,
  });

function insufficient(state: OpenWallet, has: bigint, wanted: Money): DomainError {
  const present = money(has > 0n ? has : 0n, state.currency);
  return new DomainError(
    'insufficient_funds',
    `The wallet has ${formatMoney(present)} to pay out, which does not cover ${formatMoney(wanted)}. Nothing was taken.`,
    { available: present.amount.toString(), required: wanted.amount.toString(), currency: state.currency },
  );
}
