import { z } from 'zod';
import { BankingCurrency } from './banking-form.ts';
import { named, savedOf, Timestamp, Uuid } from './common.ts';

export const BankingDetail = named('BankingDetail', {
  id: Uuid,
  bank_name: z.string(),
  full_bank_address: z.string(),
  account_beneficiary_name: z.string(),
  currency: BankingCurrency,
  account_iban: z.string(),
  bic_swift: z.string(),
  aba_wire_routing_no: z.string().nullable(),
  ach_routing_no: z.string().nullable(),
  updated_at: Timestamp,
});
export type BankingDetail = z.infer<typeof BankingDetail>;

/** The screen reads this doubled envelope. */
export const BankingDetailAnswer = z.object({ data: z.object({ data: BankingDetail }) });
export const BankingDetailSaved = savedOf(BankingDetail);
export type BankingDetailSaved = z.infer<typeof BankingDetailSaved>;
