import type { z } from 'zod';
import { adminDepositRoutes } from '#bff/contract/money/deposit.ts';
import type { ApproveDepositForm } from '#bff/contract/money/deposit-form.ts';
import { recordAction } from '#bff/identity/audit/record-action.ts';
import { approveBy } from '#bff/kit/approvals/approve.ts';
import { leftAlone } from '#bff/kit/approvals/decided-alone.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sendStoredFile } from '#bff/kit/files/send-file.ts';
import { feature, type Handlers } from '#bff/kit/http/register-routes.ts';
import { conflict, found } from '#bff/kit/lib/api-error.ts';
import { requireShown, requireShownAmount } from '#bff/kit/lib/as-shown.ts';
import { pageAsked } from '#bff/kit/lib/asked.ts';
import { sealNote } from '#bff/kit/lib/notes.ts';
import { presentList } from '#bff/kit/lib/present.ts';
import { readAmount } from '#bff/kit/lib/read-amount.ts';
import { queueOf } from '#bff/kit/tables/queue-of.ts';
import { fromLine, withDeposit } from '#bff/money/bank/with-line.ts';
import { depositFee } from '#core/aggregates/deposit/fees.ts';
import { DEPOSIT_STATES, INTO_RECALLED } from '#core/aggregates/states.ts';
import type { Rules } from '#core/ledger/rules.ts';
import { type DepositListItem, depositBreakdown, findDeposit, listDeposits } from '#projections/models/deposits.ts';
import { presentAdminDeposit, presentDepositStats } from './admin-present.ts';
import { requireProof, sendDepositInvoice } from './papers.ts';
import { depositsIntoRecalled } from './recalled.ts';

const APPROVED_ONCE = 'Your approval is saved. A second administrator has to confirm it before the wallet is credited.';

/** A decided deposit is left to its decider, which knows a repetition. @throws ApiError 409 */
function requireAsShown(
  deposit: DepositListItem,
  { expect_amount, expect_proof, expect_fee_percent }: z.output<typeof ApproveDepositForm>,
  { depositFeePercent }: Pick<Rules, 'depositFeePercent'>,
): void {
  if (deposit.status !== 'pending') return;
  requireShownAmount('expect_amount', 'The requested amount', expect_amount, deposit.amount, deposit.currency);
  if (expect_proof !== undefined && expect_proof !== deposit.proofFileId) {
    throw conflict(
      'changed_since_shown',
      'The payment proof is another one than you were shown. Nothing was changed: look at it again, then decide.',
    );
  }
  const percent = (text: string) => `${text} %`;
  requireShown('The fee', expect_fee_percent && percent(expect_fee_percent), percent(depositFeePercent));
}

export const registerAdminDeposits = feature(adminDepositRoutes, (deps) => {
  const { database, notes } = deps;
  const find = async (id: string) => found(await findDeposit(database, id), 'There is no such deposit.');
  const leftOf = (rows: readonly DepositListItem[]) =>
    leftAlone(
      deps,
      'deposit',
      rows.flatMap(({ status, customerId }) => (status === 'pending' ? [customerId] : [])),
    );
  const show = async (id: string) => {
    const row = await find(id);
    return presentAdminDeposit(deps, row, await deps.rates(), await leftOf([row]));
  };
  const saved = async (message: string, id: string) => ({ message, data: await show(id) });

  return {
    adminListDeposits: async ({ query }) => {
      const queue =
        query.status === INTO_RECALLED
          ? { status: DEPOSIT_STATES.pending, depositId: await depositsIntoRecalled(deps) }
          : queueOf(query.status);
      const [page, parts, rates] = await Promise.all([
        listDeposits(database, { ...pageAsked(query), ...queue, search: query.search, customerId: query.user_id }),
        depositBreakdown(database),
        deps.rates(),
      ]);
      const left = await leftOf(page.items);
      const { data, meta } = await presentList(page, (row) => presentAdminDeposit(deps, row, rates, left));
      return { data, meta: { ...meta, stats: presentDepositStats(parts, rates) } };
    },
    adminGetDeposit: async ({ params }) => ({ data: await show(params.id) }),
    adminOpenDepositProof: async (call) => {
      const deposit = await find(call.params.id);
      const proof = requireProof(deposit);
      const facts = { number: deposit.number, file_id: proof.id };
      await recordAction(call, 'proof-viewed', ['deposit', deposit.depositId], facts);
      return sendStoredFile(deps, call.reply, proof);
    },
    approveDeposit: async (call) => {
      await approveDeposit(deps, call, await find(call.params.id));
      const data = await show(call.params.id);
      return { message: data.awaits_second_approval ? APPROVED_ONCE : 'Deposit has been approved', data };
    },
    rejectDeposit: async (call) => {
      const { depositId, customerId } = await find(call.params.id);
      const note = await notes.encrypt(customerId, call.body.admin_notes);
      await withDeposit(deps, depositId, () =>
        call.execute({ type: 'RejectDeposit', depositId, note }, { wait: 'shown' }),
      );
      return saved('Deposit has been rejected', depositId);
    },
    adminGetDepositInvoice: async ({ params, reply }) => sendDepositInvoice(deps, reply, await find(params.id)),
  };
});

/** Approves it, or saves a first approval. @throws ApiError 409 where it is not as shown; DomainError as the deposit refuses it */
async function approveDeposit(
  deps: BffDeps,
  call: Parameters<Handlers<typeof adminDepositRoutes>['approveDeposit']>[0],
  deposit: DepositListItem,
): Promise<void> {
  const { body } = call;
  const { depositId, customerId } = deposit;
  const amount = readAmount('approved_amount', body.approved_amount, deposit.currency);
  requireAsShown(deposit, body, deps.rules());
  // A confirmation without a line uses the line of the first approval.
  const lineId = body.bank_line_id ?? (deposit.status === 'pending' ? deposit.bankLineId : null);
  const note = await sealNote(deps.notes, customerId, body.admin_notes);
  await approveBy(
    deps,
    { ...call, execute: fromLine(deps, lineId, { kind: 'deposit', id: depositId, amount }, call.execute) },
    { kind: 'deposit', customerId, subject: `deposit:${depositId}`, amount, takesTwo: !deposit.hasPaymentProof },
    (by) => ({
      type: 'ApproveDeposit',
      depositId,
      approvedAmount: amount,
      note,
      by,
      fee: depositFee(amount, deps.rules()),
      valueDate: body.value_date,
      bankLineId: lineId ?? undefined,
      proof: deposit.proofFileId,
    }),
  );
}
