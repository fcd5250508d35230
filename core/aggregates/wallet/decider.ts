import { createDocumentDecider } from '#core/kernel/commands/decider.ts';
import { enough } from '#core/kernel/commands/second-eyes.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { minorOf } from '#core/kernel/money/decimals.ts';
import { formatMoney, type Money, money, requireSameCurrency } from '#core/kernel/money/money.ts';
import type { WalletCommands } from './commands.ts';
import { creditReturnedPayout, takeBackDeposit } from './corrections.ts';
import { creditDeposit } from './deposits.ts';
import type { WalletEvent } from './events.ts';
import { applyWalletEvent } from './evolve.ts';
import { captureHold, holdFunds, releaseHold } from './holds.ts';
import { MAX_CREDIT_LIMIT } from './limits.ts';
import { cancelPayment, refundPayment, requestPayment, withQueuedPayments } from './payments.ts';
import type { OpenWallet, WalletState } from './state.ts';

/** Guards the money: after any command the available funds (balance − held + credit limit) are at or above zero. */
export const walletDecider = createDocumentDecider<OpenWallet, WalletCommands, WalletEvent, 'OpenWallet'>({
  first: { OpenWallet: openWallet },
  missing: 'There is no such wallet.',
  later: {
    CreditDeposit: creditDeposit,
    RequestPayment: requestPayment,
    CancelPayment: cancelPayment,
    RefundPayment: refundPayment,
    CreditReturnedPayout: creditReturnedPayout,
    TakeBackDeposit: takeBackDeposit,
    HoldFunds: holdFunds,
    CaptureHold: captureHold,
    ReleaseHold: releaseHold,
    SetCreditLimit: setCreditLimit,
    RejectCreditLimit: (_, { proposedLimit }) =>
      proposedLimit ? [{ type: 'WalletCreditLimitRejected', data: proposedLimit.what }] : [],
  },
  evolve: applyWalletEvent,
});

function openWallet(command: WalletCommands['OpenWallet'], state: WalletState): WalletEvent[] {
  const { walletId, customerId, currency } = command;
  if (!state) return [{ type: 'WalletOpened', data: { walletId, customerId, currency } }];
  if (state.customerId === customerId && state.currency === currency) return [];
  throw new DomainError('already_exists', 'This wallet exists already, for another customer or in another currency.');
}

function setCreditLimit({ limit, by }: WalletCommands['SetCreditLimit'], state: OpenWallet): WalletEvent[] {
  requireSameCurrency(limit, money(0n, state.currency));
  if (limit.amount < 0n) throw new DomainError('invalid_value', 'A credit limit cannot be below zero.');
  const most = money(minorOf(MAX_CREDIT_LIMIT, state.currency), state.currency);
  if (limit.amount > most.amount) {
    throw new DomainError('invalid_value', `A credit limit is at most ${formatMoney(most)}.`, { field: 'creditLimit' });
  }
  if (limit.amount === state.creditLimit) return [];
  const own = state.balance - state.held;
  if (own + limit.amount < 0n) {
    throw new DomainError(
      'insufficient_funds',
      `${formatMoney(money(-own, state.currency))} of the credit is spent already: the limit cannot be lower than that.`,
      { spent: (-own).toString(), currency: state.currency },
    );
  }
  const first = state.proposedLimit;
  // A lower limit needs no second person, whatever waits.
  const isRaise = limit.amount > state.creditLimit;
  const confirmed = isRaise ? enough({ what: { limit }, figure: limit.amount, by, first, words: wordsOf }) : {};
  if (!confirmed) return [{ type: 'WalletCreditLimitProposed', data: { limit, by: by.id } }];
  return withQueuedPayments(state, [{ type: 'WalletCreditLimitSet', data: { limit, ...confirmed } }]);
}

const wordsOf = ({ limit }: { readonly limit: Money }): string => `a credit limit of ${formatMoney(limit)}`;
