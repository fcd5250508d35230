import { withdrawalRoutes } from '#bff/contract/money/withdrawal.ts';
import { whilePayoutsAreOpen } from '#bff/identity/accounts/company-identity.ts';
import { requireStepUp } from '#bff/kit/http/authorize.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found, invalidField, savedButNotShown } from '#bff/kit/lib/api-error.ts';
import { pageAsked } from '#bff/kit/lib/asked.ts';
import { requireOwn } from '#bff/kit/lib/examples.ts';
import { isRefusal } from '#bff/kit/lib/is-refusal.ts';
import { presentList } from '#bff/kit/lib/present.ts';
import { readAmount } from '#bff/kit/lib/read-amount.ts';
import { nextNumber } from '#bff/kit/tables/document-numbers.ts';
import { dropBankSnapshot, keepBankSnapshot, openBankSnapshots } from '#bff/money/payees/bank-snapshots.ts';
import { accountPrint, payableFrom } from '#bff/money/payees/payees.ts';
import { invoiceMinute } from '#bff/papers/invoices/dates.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { listWallets, type WalletView } from '#projections/models/wallets.ts';
import { findWithdrawal, listOwnWithdrawals, type WithdrawalListItem } from '#projections/models/withdrawals.ts';
import { insufficientBalance, requirePayable } from './payable.ts';
import { presentWithdrawal } from './present.ts';
import { announceWithdrawal, stopWithdrawal } from './stop.ts';

export const registerWithdrawals = feature(withdrawalRoutes, (deps) => {
  const { database, notes } = deps;

  async function present(withdrawal: WithdrawalListItem) {
    const banks = await openBankSnapshots(deps, [withdrawal]);
    return presentWithdrawal(notes, withdrawal, banks.get(withdrawal.bankSnapshotId));
  }

  async function walletOf(customerId: string, currency: Currency): Promise<WalletView> {
    const wallet = (await listWallets(database, customerId)).find((candidate) => candidate.currency === currency);
    if (!wallet) throw invalidField('currency', `You have no ${currency} wallet`);
    return wallet;
  }

  return {
    async listWithdrawals({ actor, query }) {
      const page = await listOwnWithdrawals(database, actor.customerId, pageAsked(query));
      const banks = await openBankSnapshots(deps, page.items);
      return presentList(page, (item) => presentWithdrawal(notes, item, banks.get(item.bankSnapshotId)));
    },
    async getWithdrawal({ actor, params }) {
      const withdrawal = found(await findWithdrawal(database, params.id, actor.customerId), 'Withdrawal not found');
      return { data: await present(withdrawal) };
    },
    async createWithdrawal({ actor, body, newId, execute }) {
      const { customerId } = actor;
      requireOwn(deps, { bankDetails: { accountNumber: body.bankDetails.accountNumber } });
      const wallet = await walletOf(actor.customerId, body.currency);
      const amount = readAmount('amount', body.amount, wallet.currency);
      const withdrawalId = newId('withdrawal');
      // In a repetition whose first answer was lost, the first attempt's hold does not count as missing funds.
      const isRepeated = (await findWithdrawal(database, withdrawalId, actor.customerId)) !== null;
      if (!isRepeated) requirePayable(wallet, amount);
      const from = await payableFrom(deps, customerId, body.bankDetails);
      if (from !== undefined && actor.via.kind === 'session') requireStepUp(actor.via);
      const bankSnapshotId = newId('bank-snapshot');
      const print = await accountPrint(deps, body.bankDetails);
      const snapshot = { id: bankSnapshotId, customerId, details: body.bankDetails, print };
      const isNew = await keepBankSnapshot(deps, snapshot);
      try {
        await whilePayoutsAreOpen(
          database,
          actor.customerId,
          execute,
        )({
          type: 'RequestWithdrawal',
          withdrawalId,
          number: await nextNumber(database, 'withdrawal'),
          customerId: actor.customerId,
          walletId: wallet.walletId,
          amount,
          requestedBy: 'customer',
          bankSnapshotId,
          ...(from !== undefined && { payableFrom: from }),
          userNote: null,
          adminNote: null,
        });
      } catch (error) {
        // A refusal wrote nothing. After any other error, also that of an earlier attempt, the withdrawal may exist and need its bank data.
        if (isNew && isRefusal(error)) await dropBankSnapshot(database, bankSnapshotId);
        throw error;
      }
      const withdrawal = await findWithdrawal(database, withdrawalId, customerId);
      if (!withdrawal) throw savedButNotShown();
      // The funds were taken meanwhile: the wallet itself refused to hold the amount.
      if (withdrawal.status === 'failed') throw insufficientBalance(await walletOf(actor.customerId, body.currency));
      await announceWithdrawal(deps, withdrawal, body.bankDetails);
      const data = await present(withdrawal);
      const waits = withdrawal.payableFrom
        ? ` Its bank account is new: it can be paid from ${invoiceMinute(withdrawal.payableFrom)} on.`
        : '';
      return {
        message: `Your withdrawal request was submitted. ${data.amount.formatted} are held until it is paid out.${waits}`,
        data,
      };
    },
    stopWithdrawal: stopWithdrawal(deps),
  };
});
