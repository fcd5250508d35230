import { z } from 'zod';
import { DecimalInput, decimalAtLeast, MAX_NOTE_LENGTH } from './common.ts';
import { decimalToMinor } from './decimal.ts';
import { optionalText, requiredText } from './form-fields.ts';

/** 1.00 in the wallet's currency. */
export const MIN_DEPOSIT_MINOR = 100n;
/** 10,000,000.00: beyond any transfer this store takes, and far inside a bigint column. */
export const MAX_AMOUNT_MINOR = 1_000_000_000n;

export const DepositForm = z.object({
  wallet_id: z.guid('Please select a wallet').toLowerCase(),
  amount: decimalAtLeast(MIN_DEPOSIT_MINOR, 'The amount must be at least 1').refine(
    (decimal) => (decimalToMinor(decimal) ?? 0n) <= MAX_AMOUNT_MINOR,
    'The amount must be at most 10,000,000',
  ),
  user_notes: optionalText(MAX_NOTE_LENGTH),
});
export type DepositForm = z.infer<typeof DepositForm>;

export const ApproveDepositForm = z.object({
  approved_amount: DecimalInput.refine(
    (decimal) => (decimalToMinor(decimal) ?? 0n) > 0n,
    'Approved amount must be greater than 0',
  ),
  admin_notes: optionalText(MAX_NOTE_LENGTH),
});
export type ApproveDepositForm = z.infer<typeof ApproveDepositForm>;

export const RejectDepositForm = z.object({
  admin_notes: requiredText('Admin notes are required', MAX_NOTE_LENGTH),
});
export type RejectDepositForm = z.infer<typeof RejectDepositForm>;
