import { minorJson } from '#bff/contract/money-json.ts';
import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import type { BffDeps } from '#bff/deps.ts';
import { presentApprovals, updatedWithFirst } from '#bff/lib/approvals.ts';
import { joinNotes, openNote } from '#bff/lib/notes.ts';
import { presentPerson } from '#bff/lib/present.ts';
import { openBatchesOf, presentFile } from '#bff/payouts/batch-store.ts';
import { type BankDetails, openBankSnapshots } from '#bff/withdrawals/bank-snapshots.ts';
import { presentWithdrawal } from '#bff/withdrawals/present.ts';
import { splitJointNote } from '#bff/withdrawals/rejection-note.ts';
import { amountOf, type Rates } from '#core/kernel/rates.ts';
import type { WithdrawalListItem } from '#projections/withdrawals/queries.ts';

type Deps = Pick<BffDeps, 'database' | 'notes' | 'config' | 'rates'>;

/** Withdrawals as administrators see them. The bank data is in full, because the administrator who makes the transfer needs it. */
export async function presentAdminWithdrawals(
  deps: Deps,
  rows: readonly WithdrawalListItem[],
): Promise<AdminWithdrawal[]> {
  const ids = rows.map(({ withdrawalId }) => withdrawalId);
  const [snapshots, rates, open] = await Promise.all([
    openBankSnapshots(deps, rows),
    deps.rates(),
    openBatchesOf(deps.database, ids),
  ]);
  const files = new Map(open.map((batch) => [batch.withdrawalId, batch]));
  return Promise.all(
    rows.map(async (row) => ({
      ...(await present(deps, row, snapshots.get(row.bankSnapshotId), rates)),
      payout_file: presentFile(files.get(row.withdrawalId)),
    })),
  );
}

async function present(
  { notes, config }: Deps,
  row: WithdrawalListItem,
  bank: BankDetails | undefined,
  rates: Rates,
): Promise<Omit<AdminWithdrawal, 'payout_file'>> {
  const [{ accountNumber: _masked, ...withdrawal }, asked, first, decided, joint] = await Promise.all([
    presentWithdrawal(notes, row, bank),
    openNote(notes, row.customerId, row.adminNote),
    openNote(notes, row.customerId, row.firstNote),
    openNote(notes, row.customerId, row.decisionNote),
    openNote(notes, row.customerId, row.decisionJointNote),
  ]);
  return {
    ...withdrawal,
    updated_at: updatedWithFirst(withdrawal.updated_at, row),
    user: presentPerson(row),
    requested_by: row.requestedBy,
    admin_notes: joinNotes(asked, first, decided, joint === null ? null : splitJointNote(joint).internal),
    bank_details: bank ?? null,
    approvals: presentApprovals(row, { first: row.amount, last: row.status === 'completed' ? row.amount : null }),
    awaits_second_approval: row.awaitsSecond,
    second_approval_above: minorJson(amountOf(config.secondApproval.payout, row.currency, rates), row.currency),
    completed_at: row.status === 'completed' ? (row.decidedAt?.toISOString() ?? null) : null,
  };
}
