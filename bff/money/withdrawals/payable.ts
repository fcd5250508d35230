import { invalidField } from '#bff/kit/lib/api-error.ts';
import { payable } from '#core/aggregates/wallet/funds.ts';
import { formatMoney, type Money } from '#core/kernel/money/money.ts';
import type { WalletView } from '#projections/models/wallets.ts';

/**
 * Checked before the command, because the wallet's own refusal leaves a failed withdrawal. @throws ApiError 422 on `amount` where the
 * wallet cannot pay it out
 */
export function requirePayable(wallet: WalletView, { amount }: Money): void {
  if (amount > payable(wallet)) throw insufficientBalance(wallet);
}

export const insufficientBalance = (wallet: WalletView) =>
  invalidField(
    'amount',
    `Insufficient balance. Available: ${formatMoney({ amount: payable(wallet), currency: wallet.currency })}`,
  );
