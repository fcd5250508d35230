import { may } from '#bff/contract/base/roles.ts';
import type { BankingDetail } from '#bff/contract/money/banking.ts';
import { type AdminWithdrawal, adminWithdrawalRoutes } from '#bff/contract/money/withdrawal.ts';
import { whilePayoutsAreOpen } from '#bff/identity/accounts/company-identity.ts';
import { recordAction } from '#bff/identity/audit/record-action.ts';
import { approveBy } from '#bff/kit/approvals/approve.ts';
import { approverOf } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { requireStepUp } from '#bff/kit/http/authorize.ts';
import { feature, type Handlers } from '#bff/kit/http/register-routes.ts';
import { conflict, found, invalidField, notFound } from '#bff/kit/lib/api-error.ts';
import { requireShown, requireShownAmount } from '#bff/kit/lib/as-shown.ts';
import { pageAsked } from '#bff/kit/lib/asked.ts';
import { sealNote } from '#bff/kit/lib/notes.ts';
import { pageMeta } from '#bff/kit/lib/present.ts';
import { readAmount } from '#bff/kit/lib/read-amount.ts';
import { nextNumber } from '#bff/kit/tables/document-numbers.ts';
import { queueOf } from '#bff/kit/tables/queue-of.ts';
import { whileInNoBatch, whilePaid } from '#bff/money/bank/batch-store.ts';
import { shiftedDay } from '#bff/money/bank/statement-store.ts';
import { fromLine } from '#bff/money/bank/with-line.ts';
import { type BankDetails, keepBankSnapshot, openBankSnapshots } from '#bff/money/payees/bank-snapshots.ts';
import { findBankingDetail } from '#bff/money/payees/banking-store.ts';
import { accountPrint, lastFourOf, payableFrom, payeeOfBank } from '#bff/money/payees/payees.ts';
import { subjectOf } from '#bff/money/payouts/make-batch.ts';
import { requireUndoubted } from '#bff/money/payouts/stopped.ts';
import { IN_NO_FILE } from '#core/aggregates/states.ts';
import { transferProblem } from '#core/finance/bank/pain001.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import { datedBy } from '#core/kernel/log/value-date.ts';
import type { Money } from '#core/kernel/money/money.ts';
import { findWallet } from '#projections/models/wallets.ts';
import { findWithdrawal, listWithdrawals, type WithdrawalListItem } from '#projections/models/withdrawals.ts';
import { presentAdminWithdrawals } from './admin-present.ts';
import { requirePayable } from './payable.ts';
import { announceWithdrawal } from './stop.ts';

const IN_NO_FILE_YET = { status: 'pending', only: 'inNoFile' } as const;
const APPROVED_ONCE = 'Your approval is saved. A second administrator has to make the transfer and complete it.';

export const registerAdminWithdrawals = feature(adminWithdrawalRoutes, (deps) => {
  const { database, notes } = deps;
  const find = async (id: string) => found(await findWithdrawal(database, id), 'There is no such withdrawal.');
  const show = async (row: WithdrawalListItem, { roles }: AdministratorActor): Promise<AdminWithdrawal> => {
    const decides = may(roles, 'withdrawals:decide');
    const [shown] = await presentAdminWithdrawals(deps, [row], { decides });
    if (!shown) throw notFound('There is no such withdrawal.');
    return shown;
  };

  return {
    adminListWithdrawals: async ({ query }) => {
      const page = await listWithdrawals(database, {
        ...pageAsked(query),
        ...(query.status === IN_NO_FILE ? IN_NO_FILE_YET : queueOf(query.status)),
        search: query.search,
        customerId: query.user_id,
      });
      return { data: await presentAdminWithdrawals(deps, page.items, { decides: false }), meta: pageMeta(page) };
    },
    adminGetWithdrawal: async ({ params, actor }) => ({ data: await show(await find(params.id), actor) }),
    revealWithdrawalBankDetails: async (call) => ({ data: await revealBank(deps, call, await find(call.params.id)) }),
    adminCreateWithdrawal: async (call) => {
      const { body } = call;
      const wallet = await findWallet(database, body.wallet_id, body.user_id);
      if (!wallet) throw invalidField('wallet_id', 'Selected wallet not found');
      const withdrawalId = call.newId('withdrawal');
      // In a repetition whose first answer was lost, the first attempt's hold does not count as missing funds.
      const isRepeated = (await findWithdrawal(database, withdrawalId)) !== null;
      const amount = readAmount('amount', body.amount, wallet.currency);
      if (!isRepeated) requirePayable(wallet, amount);
      const { bank, ...payee } = await payeeOf(deps, call, wallet.customerId, amount);
      await whilePayoutsAreOpen(
        database,
        wallet.customerId,
        call.execute,
      )(
        {
          type: 'RequestWithdrawal',
          withdrawalId,
          number: await nextNumber(database, 'withdrawal'),
          customerId: wallet.customerId,
          walletId: wallet.walletId,
          amount,
          requestedBy: 'administrator',
          // This counts as the first of two approvals.
          madeBy: (await approverOf(call.actor, deps, 'payout', amount)).id,
          ...payee,
          userNote: await sealNote(notes, wallet.customerId, body.user_notes),
          adminNote: await sealNote(notes, wallet.customerId, body.admin_notes),
        },
        { wait: 'shown' },
      );
      const withdrawal = await find(withdrawalId);
      // The funds were spent meanwhile. The request stays on record as failed.
      if (withdrawal.status === 'failed')
        throw conflict('withdrawal_failed', `Nothing was taken: ${withdrawal.failureReason}`);
      await announceWithdrawal(deps, withdrawal, bank);
      return {
        message: `Withdrawal ${withdrawal.number} has been initiated`,
        data: await show(withdrawal, call.actor),
      };
    },
    completeWithdrawal: async (call) => {
      const withdrawal = await find(call.params.id);
      await complete(deps, call, withdrawal);
      const data = await show(await find(withdrawal.withdrawalId), call.actor);
      return { message: data.awaits_second_approval ? APPROVED_ONCE : 'Withdrawal has been completed', data };
    },
    rejectWithdrawal: async (call) => {
      const withdrawal = await find(call.params.id);
      const { admin_notes, user_notes } = call.body;
      const command = {
        ...({ type: 'RejectWithdrawal', withdrawalId: withdrawal.withdrawalId } as const),
        adminNote: await sealNote(notes, withdrawal.customerId, admin_notes),
        userNote: await sealNote(notes, withdrawal.customerId, user_notes),
      };
      await whileInNoBatch(database, withdrawal.withdrawalId, () => call.execute(command, { wait: 'shown' }));
      return {
        message: 'Withdrawal has been rejected',
        data: await show(await find(withdrawal.withdrawalId), call.actor),
      };
    },
  };
});

type RevealCall = Parameters<Handlers<typeof adminWithdrawalRoutes>['revealWithdrawalBankDetails']>[0];

async function revealBank(deps: BffDeps, call: RevealCall, withdrawal: WithdrawalListItem): Promise<BankDetails> {
  const banks = await openBankSnapshots(deps, [withdrawal]);
  const bank = found(banks.get(withdrawal.bankSnapshotId), 'There are no banking details.');
  // The record comes first: a look that cannot be recorded is not allowed.
  await recordAction(call, 'banking-revealed', ['withdrawal', withdrawal.withdrawalId]);
  call.reply.header('cache-control', 'private, no-store');
  return bank;
}

/** @throws ApiError 409 beyond the day's limit; DomainError as the withdrawal refuses it */
async function complete(
  deps: BffDeps,
  call: Parameters<Handlers<typeof adminWithdrawalRoutes>['completeWithdrawal']>[0],
  { withdrawalId, number, customerId, amount, currency, requestedAt, status, bankLineId }: WithdrawalListItem,
): Promise<void> {
  const subject = subjectOf(withdrawalId);
  const valueDate = call.body.value_date;
  // West of UTC the bank's day is still the one before.
  if (valueDate !== undefined && valueDate < shiftedDay(requestedAt.toISOString(), -1)) {
    throw invalidField('value_date', 'The bank cannot have paid it before it was requested. Nothing was changed.');
  }
  requireShownAmount('expect_amount', 'The amount', call.body.expect_amount, amount, currency);
  const note = await sealNote(deps.notes, customerId, call.body.admin_notes);
  // The second approval is from the line that the first one named.
  const lineId = call.body.bank_line_id ?? (status === 'pending' ? (bankLineId ?? undefined) : undefined);
  const decided = { kind: 'withdrawal', id: withdrawalId, amount: { amount, currency } } as const;
  // Nothing stops a payout that a line of the bank shows as made: without it the books would never agree with the bank.
  const send = lineId ? call.execute : whilePayoutsAreOpen(deps.database, customerId, call.execute);
  const commandOf = (by: Approver) => ({
    ...({ type: 'CompleteWithdrawal', withdrawalId, note, by } as const),
    now: deps.clock().toISOString(),
    ...datedBy(valueDate),
    ...(lineId && { bankLineId: lineId }),
  });
  const execute = fromLine(deps, lineId, decided, send);
  await whilePaid(deps.database, withdrawalId, async (isInFile) => {
    if (isInFile) {
      const by = await approverOf(call.actor, deps, 'payout', { amount, currency });
      await execute(commandOf(by), { wait: 'shown' });
    } else {
      // Where it is decided already, the ledger knows a repetition.
      if (status === 'pending' && !lineId) await requireUndoubted(deps.database, { withdrawalId, number, customerId });
      const approved = { kind: 'payout', customerId, subject, amount: { amount, currency } } as const;
      await approveBy(deps, { ...call, execute }, approved, commandOf);
    }
  });
}

type CreateCall = Parameters<Handlers<typeof adminWithdrawalRoutes>['adminCreateWithdrawal']>[0];

/** The customer's saved account, stored for the withdrawal. @throws ApiError 403 step_up_required where it was never paid before */
async function payeeOf(deps: BffDeps, call: CreateCall, customerId: string, amount: Money) {
  const banking = await findBankingDetail(deps, customerId);
  const bank = banking === null ? null : bankDetailsOf(banking);
  requireShown('The holder of the account', call.body.expect_account_name, bank?.accountName ?? null);
  const lastFour = bank && lastFourOf(bank.accountNumber);
  requireShown('The end of the account', call.body.expect_account_last_four, lastFour);
  requirePayableTo(bank, amount);
  const from = await payableFrom(deps, customerId, bank);
  if (from !== undefined) requireStepUp(call.actor);
  const isNew = from === undefined ? {} : { payableFrom: from };
  if (bank === null) return { bank, bankSnapshotId: null, ...isNew };
  const bankSnapshotId = call.newId('bank-snapshot');
  await keepBankSnapshot(deps, {
    id: bankSnapshotId,
    customerId,
    details: bank,
    print: await accountPrint(deps, bank),
  });
  return { bank, bankSnapshotId, ...isNew };
}

/** Without banking details, the transfer is made by hand. @throws ApiError 409 where no file for the bank can pay them */
function requirePayableTo(bank: BankDetails | null, amount: Money): void {
  const problem = bank && transferProblem({ amount, creditor: payeeOfBank(bank), text: '' });
  if (!problem) return;
  const message = `The customer's banking details cannot be paid in ${amount.currency}: ${problem}. Ask the customer to correct them. Nothing was changed.`;
  throw conflict('payee_unpayable', message);
}

function bankDetailsOf(banking: BankingDetail): BankDetails {
  const routing = [
    ['ABA', banking.aba_wire_routing_no],
    ['ACH', banking.ach_routing_no],
  ].flatMap(([name, number]) => (number === null ? [] : [`${name} ${number}`]));
  return {
    bankName: banking.bank_name,
    accountName: banking.account_beneficiary_name,
    accountNumber: banking.account_iban,
    swiftCode: banking.bic_swift,
    additionalInfo: [banking.full_bank_address, ...routing].join('\n'),
  };
}
