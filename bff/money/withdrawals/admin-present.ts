import type { AdminWithdrawal } from '#bff/contract/money/withdrawal.ts';
import { companyNamesOf } from '#bff/identity/accounts/company-identity.ts';
import { aloneUpTo, leftAlone } from '#bff/kit/approvals/decided-alone.ts';
import { presentApprovals, updatedWithFirst } from '#bff/kit/approvals/present.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { joinNotes, openNote } from '#bff/kit/lib/notes.ts';
import { presentPerson } from '#bff/kit/lib/present.ts';
import { openBatchesOf, presentFile } from '#bff/money/bank/batch-store.ts';
import { type BankDetails, openBankSnapshots } from '#bff/money/payees/bank-snapshots.ts';
import { presentWithdrawal } from '#bff/money/withdrawals/present.ts';
import { splitJointNote } from '#bff/money/withdrawals/rejection-note.ts';
import { maskAccount } from '#core/finance/bank/iban.ts';
import { isSameName } from '#core/finance/bank/same-name.ts';
import type { Rates } from '#core/kernel/money/rates.ts';
import type { WithdrawalListItem } from '#projections/models/withdrawals.ts';

type Deps = Pick<BffDeps, 'database' | 'notes' | 'rules' | 'rates' | 'clock'>;

/** Withdrawals as administrators see them. The account is masked, except of one that waits for a caller who decides it. */
export async function presentAdminWithdrawals(
  deps: Deps,
  rows: readonly WithdrawalListItem[],
  { decides }: { readonly decides: boolean },
): Promise<AdminWithdrawal[]> {
  const ids = rows.map(({ withdrawalId }) => withdrawalId);
  const [snapshots, rates, open, companies, left] = await Promise.all([
    openBankSnapshots(deps, rows),
    deps.rates(),
    openBatchesOf(deps.database, ids),
    companyNamesOf(
      deps.database,
      rows.map(({ customerId }) => customerId),
    ),
    leftAlone(
      deps,
      'payout',
      rows.flatMap(({ status, customerId }) => (status === 'pending' ? [customerId] : [])),
    ),
  ]);
  const files = new Map(open.map((batch) => [batch.withdrawalId, batch]));
  return Promise.all(
    rows.map(async (row) => {
      const bank = snapshots.get(row.bankSnapshotId);
      const company = companies.get(row.customerId);
      const isShown = decides && row.status === 'pending';
      return {
        ...(await present(deps, row, bank, rates, left)),
        bank_details: bank === undefined ? null : isShown ? bank : masked(bank),
        is_bank_masked: !isShown,
        is_company_account: bank && company ? isSameName(bank.accountName, company) : null,
        payout_file: presentFile(files.get(row.withdrawalId)),
      };
    }),
  );
}

const masked = (bank: BankDetails): BankDetails => ({
  ...bank,
  accountNumber: maskAccount(bank.accountNumber),
  // It may hold routing numbers.
  additionalInfo: null,
});

type OfRow = 'payout_file' | 'bank_details' | 'is_bank_masked' | 'is_company_account';

async function present(
  { notes, rules }: Deps,
  row: WithdrawalListItem,
  bank: BankDetails | undefined,
  rates: Rates,
  left: ReadonlyMap<string, bigint>,
): Promise<Omit<AdminWithdrawal, OfRow>> {
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
    payable_from: row.payableFrom?.toISOString() ?? null,
    approvals: presentApprovals(row, { first: row.amount, last: row.status === 'completed' ? row.amount : null }),
    awaits_second_approval: row.awaitsSecond,
    second_approval_above: aloneUpTo(rules(), 'payout', row, rates, left),
    completed_at: row.status === 'completed' ? (row.decidedAt?.toISOString() ?? null) : null,
  };
}
