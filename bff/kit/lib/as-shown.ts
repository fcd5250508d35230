import type { Currency } from '#core/kernel/money/currencies.ts';
import { formatMoney } from '#core/kernel/money/money.ts';
import { conflict } from './api-error.ts';
import { readAmount } from './read-amount.ts';

/**
 * A decision is about what its maker was shown: `shown` is what the request says of it, undefined where it says nothing.
 * @throws ApiError 409 with both values where it no longer holds
 */
export function requireShown(what: string, shown: string | null | undefined, now: string | null): void {
  if (shown === undefined || shown === now) return;
  throw conflict(
    'changed_since_shown',
    `${what} is ${now ?? 'gone'} by now; you were shown ${shown ?? 'none'}. Nothing was changed: look at it again, then decide.`,
  );
}

/** The same for an amount; `now`: null where there is none. @throws ApiError 422 for what is no amount of the currency; 409 */
export function requireShownAmount(
  field: string,
  what: string,
  shown: string | null | undefined,
  now: bigint | null,
  currency: Currency,
): void {
  const text = (amount: bigint | null) => (amount === null ? null : formatMoney({ amount, currency }));
  requireShown(what, shown && text(readAmount(field, shown, currency).amount), text(now));
}
