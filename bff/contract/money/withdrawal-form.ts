import { z } from 'zod';
import {
  amountIn,
  Currency,
  DecimalInput,
  decimalAtLeast,
  MAX_NOTE_LENGTH,
  positiveDecimal,
} from '#bff/contract/base/common.ts';
import { optionalDay, optionalLine, optionalText, requiredText } from '#bff/contract/base/form-fields.ts';
import { MIN_CUSTOMER_WITHDRAWAL } from '#core/aggregates/withdrawal/limits.ts';
import { ACCOUNT_EXAMPLE, BIC_EXAMPLE, NAME_EXAMPLE, payable } from './payee-fields.ts';

export const WithdrawalBankDetails = z.object({
  bankName: requiredText('Bank name is required'),
  accountName: requiredText('Account name is required').meta(NAME_EXAMPLE),
  accountNumber: requiredText('Account number is required', 50).meta(ACCOUNT_EXAMPLE),
  swiftCode: requiredText('SWIFT code is required', 20).meta(BIC_EXAMPLE),
  additionalInfo: optionalText(MAX_NOTE_LENGTH),
});
export type WithdrawalBankDetails = z.infer<typeof WithdrawalBankDetails>;

export const WithdrawalForm = z
  .object({
    amount: decimalAtLeast(MIN_CUSTOMER_WITHDRAWAL, 'The amount must be at least 1'),
    currency: Currency,
    bankDetails: WithdrawalBankDetails,
  })
  .superRefine(amountIn('amount', (form) => form.currency))
  .superRefine(
    payable(
      {
        name: ['bankDetails', 'accountName'],
        account: ['bankDetails', 'accountNumber'],
        bic: ['bankDetails', 'swiftCode'],
      },
      ({ currency, bankDetails: bank }) => ({
        currency,
        name: bank.accountName,
        account: bank.accountNumber,
        bic: bank.swiftCode,
      }),
    ),
  );

/** The link of a mail about a withdrawal. */
export const StopWithdrawalBody = z.object({ token: z.string().min(1).max(200) });

/** An administrator starts one for a customer: from 0.01, out of one of that customer's wallets. */
export const AdminWithdrawalForm = z.object({
  user_id: z.guid('Please select a customer').toLowerCase(),
  wallet_id: z.guid('Please select a wallet').toLowerCase(),
  amount: positiveDecimal('Please enter a valid amount'),
  admin_notes: optionalText(MAX_NOTE_LENGTH),
  user_notes: optionalText(MAX_NOTE_LENGTH),
  /** The account that it goes to, as it was shown: its holder and last characters; null where there was none. */
  expect_account_name: z.string().max(200).nullish(),
  expect_account_last_four: z.string().max(4).nullish(),
});

export const CompleteWithdrawalForm = z.object({
  value_date: optionalDay(),
  bank_line_id: optionalLine(),
  admin_notes: optionalText(MAX_NOTE_LENGTH),
  /** The amount that was shown. */
  expect_amount: DecimalInput.optional(),
});

export const RejectWithdrawalForm = z.object({
  admin_notes: requiredText('Admin notes are required', MAX_NOTE_LENGTH),
  user_notes: optionalText(MAX_NOTE_LENGTH),
});
