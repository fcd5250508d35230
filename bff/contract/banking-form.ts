import { z } from 'zod';
import { BANKING_CURRENCIES } from '#core/kernel/currencies.ts';
import { optionalText, requiredText } from './form-fields.ts';

export const BankingCurrency = z.enum(BANKING_CURRENCIES, { error: 'Please choose a currency' });

export const BankingDetailForm = z.object({
  bank_name: requiredText('Bank name is required'),
  full_bank_address: requiredText('Full bank address is required', 500),
  account_beneficiary_name: requiredText('Account beneficiary name is required'),
  currency: BankingCurrency,
  account_iban: requiredText('Account / IBAN is required', 50),
  bic_swift: requiredText('BIC / SWIFT is required', 20),
  aba_wire_routing_no: optionalText(50),
  ach_routing_no: optionalText(50),
});
export type BankingDetailForm = z.infer<typeof BankingDetailForm>;
