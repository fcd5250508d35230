import { z } from 'zod';
import { named, savedOf, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { BankingCurrency, BankingDetailForm } from './banking-form.ts';

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
const BankingDetailAnswer = z.object({ data: z.object({ data: BankingDetail }) });
export const BankingDetailSaved = savedOf(BankingDetail);
export type BankingDetailSaved = z.infer<typeof BankingDetailSaved>;

const signedIn = routesFor({ auth: 'customer-any-state', tag: 'Account' });

export const bankingRoutes = {
  getBankingDetail: signedIn.get(
    '/user/banking-detail',
    'Banking details for payouts; 404 before they are saved.',
    BankingDetailAnswer,
  ),
  createBankingDetail: signedIn.post('/user/banking-detail', 'Save the banking details.', BankingDetailSaved, {
    step_up: true,
    body: BankingDetailForm,
    status: 201,
  }),
  updateBankingDetail: signedIn.put('/user/banking-detail', 'Change the banking details.', BankingDetailSaved, {
    step_up: true,
    body: BankingDetailForm,
  }),
};
