import { type BankingDetailSaved, bankingRoutes } from '#bff/contract/money/banking.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { requireOwn } from '#bff/kit/lib/examples.ts';
import { bankDetailsSavedMail } from '#bff/papers/mails/notice-mails.ts';
import { findBankingDetail, saveBankingDetail } from './banking-store.ts';

export const registerBanking = feature(bankingRoutes, (deps) => ({
  getBankingDetail: async (call) => {
    const detail = found(
      await findBankingDetail(deps, call.actor.customerId),
      'The banking details have not been saved yet.',
    );
    return { data: { data: detail } };
  },
  createBankingDetail: (call) => save(deps, call),
  updateBankingDetail: (call) => save(deps, call),
}));

type SaveCall = Call<typeof bankingRoutes.createBankingDetail> | Call<typeof bankingRoutes.updateBankingDetail>;

async function save(deps: BffDeps, call: SaveCall): Promise<BankingDetailSaved> {
  const { customerId } = call.actor;
  requireOwn(deps, { account_iban: call.body.account_iban });
  await saveBankingDetail(deps, customerId, call.newId('banking-detail'), call.body);
  await call.execute({ type: 'SaveBankingDetails', customerId });
  await deps.mails.send('bank-details', call.actor, bankDetailsSavedMail);
  const detail = found(await findBankingDetail(deps, customerId));
  return { message: 'Your banking details have been updated.', data: detail };
}
