import { z } from 'zod';
import {
  atMost,
  DecimalInput,
  MAX_NOTE_LENGTH,
  MAX_NUMERIC_ID,
  numberInput,
  Uuid,
  wholeNumberInput,
} from '#bff/contract/base/common.ts';
import { optionalDay, optionalText, requiredText } from '#bff/contract/base/form-fields.ts';
import { MAX_DISCOUNT_BASIS_POINTS } from '#core/aggregates/customer/limits.ts';
import { MAX_CREDIT_LIMIT } from '#core/aggregates/wallet/limits.ts';

/** How the owner made sure that it is the customer who asks. */
export const ResetSecondFactorForm = z.object({
  checked: requiredText('Say how you know that it is this customer', MAX_NOTE_LENGTH),
});

/** The customer does not see the reason. */
export const FreezeAccountForm = z.object({
  reason: requiredText('Say why the account is frozen', MAX_NOTE_LENGTH),
});

const Percentage = numberInput(
  z
    .number({ error: 'Discount must be between 0 and 100' })
    .min(0, 'Discount must be between 0 and 100')
    .max(MAX_DISCOUNT_BASIS_POINTS / 100, 'Discount must be between 0 and 100')
    // The ledger stores basis points.
    .refine((value) => /^\d{1,3}(\.\d{1,2})?$/.test(String(value)), 'Discount must have at most two decimals'),
);

export const DiscountForm = z.object({
  user_id: Uuid,
  product_id: Uuid,
  percentage: Percentage,
  /** As they were shown: the percentage in force, and the one that waits for a second administrator (null: none). */
  expect_percentage: Percentage.optional(),
  expect_proposed: Percentage.nullish(),
});

/** On the products of a brand. */
export const DiscountPlanForm = DiscountForm.pick({ user_id: true, percentage: true }).extend({
  brand_id: wholeNumberInput(z.int({ error: 'Please choose a brand' }).positive().max(MAX_NUMERIC_ID)),
  /** Its midnight in the time zone of the seller; left out: at once. */
  day: optionalDay(),
});

export const CreditLimitForm = z.object({
  wallet_id: z.guid('Please select a wallet').toLowerCase(),
  credit_limit: DecimalInput.refine(
    atMost(MAX_CREDIT_LIMIT),
    `The credit limit must be at most ${MAX_CREDIT_LIMIT.toLocaleString('en-US')}`,
  ),
  /** As they were shown: the limit in force, and the one that waits for a second administrator (null: none). */
  expect_credit_limit: DecimalInput.optional(),
  expect_proposed: DecimalInput.nullish(),
});
export type CreditLimitForm = z.infer<typeof CreditLimitForm>;

export const RevokeApprovalForm = z.object({ reason: optionalText(MAX_NOTE_LENGTH) });
