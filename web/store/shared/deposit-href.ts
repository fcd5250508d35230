import { CURRENCIES, type Currency } from '#core/kernel/money/currencies.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';

/** The form for a deposit, filled in with the wallet and what it is short of; at least one whole unit, as deposits must be. */
export function depositHref(walletId: string, missingMinor: bigint, currency: Currency): string {
  const least = 10n ** BigInt(CURRENCIES[currency].digits);
  const amount = missingMinor > least ? missingMinor : least;
  const query = new URLSearchParams({
    wallet: walletId,
    ...(missingMinor > 0n && { amount: minorToDecimal(amount, currency) }),
  });
  return `/deposits/new?${query}`;
}
