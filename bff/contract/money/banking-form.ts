import { z } from 'zod';
import { optionalText, requiredText } from '#bff/contract/base/form-fields.ts';
import { BANKING_CURRENCIES } from '#core/kernel/money/currencies.ts';
import { ACCOUNT_EXAMPLE, BIC_EXAMPLE, NAME_EXAMPLE, payable } from './payee-fields.ts';

export const BankingCurrency = z.enum(BANKING_CURRENCIES, { error: 'Please choose a currency' });

/** As they are stored: those of before the rules of the form can still be read. */
export const BankingDetails = z.object({
  bank_name: requiredText('Bank name is required'),
  full_bank_address: requiredText('Full bank address is required', 500),
  account_beneficiary_name: requiredText('Account beneficiary name is required').meta(NAME_EXAMPLE),
  currency: BankingCurrency,
  account_iban: requiredText('Account / IBAN is required', 50).meta(ACCOUNT_EXAMPLE),
  bic_swift: requiredText('BIC / SWIFT is required', 20).meta(BIC_EXAMPLE),
  aba_wire_routing_no: optionalText(50),
  ach_routing_no: optionalText(50),
});
export const BankingDetailForm = BankingDetails.superRefine(
  payable(
    { name: ['account_beneficiary_name'], account: ['account_iban'], bic: ['bic_swift'] },
    ({ currency, account_beneficiary_name: name, account_iban: account, bic_swift: bic }) => ({
      currency,
      name,
      account,
      bic,
    }),
  ),
);
export type BankingDetailForm = z.infer<typeof BankingDetailForm>;
