import { z } from 'zod';
import {
  amountIn,
  atMost,
  type Currency,
  DecimalInput,
  decimalAtLeast,
  MAX_NOTE_LENGTH,
  positiveDecimal,
  Uuid,
} from '#bff/contract/base/common.ts';
import { optionalDay, optionalLine, optionalText, requiredText } from '#bff/contract/base/form-fields.ts';
import { MAX_DEPOSIT, MIN_DEPOSIT } from '#core/aggregates/deposit/limits.ts';

export const DepositForm = z.object({
  wallet_id: z.guid('Please select a wallet').toLowerCase(),
  amount: decimalAtLeast(MIN_DEPOSIT, 'The amount must be at least 1').refine(
    atMost(MAX_DEPOSIT),
    'The amount must be at most 10,000,000',
  ),
  user_notes: optionalText(MAX_NOTE_LENGTH),
});

/** The form of a screen that has loaded the wallets: the amount is checked by the chosen wallet's currency. */
export const depositFormOf = (wallets: readonly { readonly id: string; readonly currency: Currency }[]) =>
  DepositForm.superRefine(
    amountIn('amount', (form) => wallets.find((wallet) => wallet.id === form.wallet_id)?.currency),
  );

export const ApproveDepositForm = z.object({
  status: z.literal('approved').default('approved'),
  approved_amount: positiveDecimal('Approved amount must be greater than 0'),
  value_date: optionalDay(),
  bank_line_id: optionalLine(),
  admin_notes: optionalText(MAX_NOTE_LENGTH),
  /** As they were shown: the requested amount, the proof, and the fee in percent. */
  expect_amount: DecimalInput.optional(),
  expect_proof: Uuid.nullish(),
  expect_fee_percent: z.string().max(20).optional(),
});

export const RejectDepositForm = z.object({
  status: z.literal('rejected').default('rejected'),
  admin_notes: requiredText('Admin notes are required', MAX_NOTE_LENGTH),
});
