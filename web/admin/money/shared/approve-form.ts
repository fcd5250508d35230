import { z } from 'zod';
import type { Money } from '#bff/contract/base/common.ts';
import { ApproveDepositForm } from '#bff/contract/money/deposit-form.ts';
import { CURRENCIES, type Currency } from '#core/kernel/money/currencies.ts';
import { amountMessage } from '#core/kernel/money/decimals.ts';
import { parseAmount } from '#web/lib/words/money.ts';

const NO_PROOF = 'There is no payment proof: say why it is approved without one';
const NOT_POSITIVE = 'Approved amount must be greater than 0';

/** The approval's form: above zero, never above the requested amount, and with a reason where there is no proof. */
export const approveForm = (requested: Money, needsReason = false) =>
  ApproveDepositForm.extend({
    approved_amount: z
      .string()
      .trim()
      .superRefine((text, context) => {
        const message = problemOf(text, requested);
        if (message) context.addIssue({ code: 'custom', message });
      }),
    admin_notes: ApproveDepositForm.shape.admin_notes.refine((note) => note !== null || !needsReason, NO_PROOF),
  });

const notAnAmount = (currency: Currency): string =>
  CURRENCIES[currency].digits === 2 ? 'Please enter an amount with at most two decimals' : amountMessage(currency);

function problemOf(text: string, requested: Money): string | undefined {
  if (text === '' || text.startsWith('-')) return NOT_POSITIVE;
  const minor = parseAmount(text, requested.currency);
  if (minor === undefined) return notAnAmount(requested.currency);
  if (minor === 0n) return NOT_POSITIVE;
  if (minor > BigInt(requested.amount)) {
    return `Approved amount cannot exceed the requested amount of ${requested.formatted}`;
  }
  return undefined;
}
