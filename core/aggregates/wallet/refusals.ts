import { DomainError } from '#core/kernel/errors.ts';
import { formatMoney, type Money, money, requirePositive, requireSameCurrency } from '#core/kernel/money/money.ts';
import { payable } from './funds.ts';
import type { OpenWallet } from './state.ts';

/** Throws DomainError unless it is a positive amount in the wallet's currency. */
export function requireWalletMoney(state: OpenWallet, amount: Money, what: string): void {
  requirePositive(amount, what);
  requireSameCurrency(amount, money(0n, state.currency));
}

/** A command was repeated under its reference with other data. */
export const reused = (reference: string) =>
  new DomainError('reference_reused', 'This reference was used before with other data. Nothing was booked.', {
    reference,
  });

/** The payable amount does not cover the wanted one. */
export function insufficient(state: OpenWallet, wanted: Money): DomainError {
  const present = money(payable(state), state.currency);
  return new DomainError(
    'insufficient_funds',
    `The wallet has ${formatMoney(present)} to pay out, which does not cover ${formatMoney(wanted)}. Nothing was taken.`,
    { available: present.amount.toString(), required: wanted.amount.toString(), currency: state.currency },
  );
}
