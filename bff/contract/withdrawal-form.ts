import { z } from 'zod';
import { Currency, DecimalInput, decimalAtLeast, MAX_NOTE_LENGTH } from './common.ts';
import { decimalToMinor } from './decimal.ts';
import { optionalText, requiredText } from './form-fields.ts';

/** A customer asks for at least 1.00. */
export const MIN_WITHDRAWAL_MINOR = 100n;

export const WithdrawalBankDetails = z.object({
  bankName: requiredText('Bank name is required'),
  accountName: requiredText('Account name is required'),
  accountNumber: requiredText('Account number is required', 50),
  swiftCode: requiredText('SWIFT code is required', 20),
  additionalInfo: optionalText(MAX_NOTE_LENGTH),
});
export type WithdrawalBankDetails = z.infer<typeof WithdrawalBankDetails>;

export const WithdrawalForm = z.object({
  amount: decimalAtLeast(MIN_WITHDRAWAL_MINOR, 'The amount must be at least 1'),
  currency: Currency,
  bankDetails: WithdrawalBankDetails,
});
export type WithdrawalForm = z.infer<typeof WithdrawalForm>;

/** An administrator starts one for a customer: from 0.01, out of a wallet of that customer's. */
export const AdminWithdrawalForm = z.object({
  user_id: z.guid('Please select a customer').toLowerCase(),
  wallet_id: z.guid('Please select a wallet').toLowerCase(),
  amount: DecimalInput.refine((decimal) => (decimalToMinor(decimal) ?? 0n) > 0n, 'Please enter a valid amount'),
  admin_notes: optionalText(MAX_NOTE_LENGTH),
  user_notes: optionalText(MAX_NOTE_LENGTH),
});
export type AdminWithdrawalForm = z.infer<typeof AdminWithdrawalForm>;

export const CompleteWithdrawalForm = z.object({ admin_notes: optionalText(MAX_NOTE_LENGTH) });
export type CompleteWithdrawalForm = z.infer<typeof CompleteWithdrawalForm>;

export const RejectWithdrawalForm = z.object({
  admin_notes: requiredText('Admin notes are required', MAX_NOTE_LENGTH),
  user_notes: optionalText(MAX_NOTE_LENGTH),
});
export type RejectWithdrawalForm = z.infer<typeof RejectWithdrawalForm>;
