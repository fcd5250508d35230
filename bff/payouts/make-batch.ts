import { z } from 'zod';
import { findApprovedIdentity } from '#bff/company/identity.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { AdministratorActor } from '#bff/http/actor.ts';
import { SELLER } from '#bff/invoices/seller.ts';
import { conflict, invalidField } from '#bff/lib/api-error.ts';
import { approverOf } from '#bff/lib/approver.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import { sealContext } from '#bff/ports/sealed-values.ts';
import { openBankSnapshots } from '#bff/withdrawals/bank-snapshots.ts';
import { type CreditTransfer, pain001, transferProblem } from '#core/bank/pain001.ts';
import { compactIban } from '#core/bank/statements/statement.ts';
import { BASE_CURRENCY } from '#core/kernel/currencies.ts';
import { money } from '#core/kernel/money.ts';
import { findWithdrawal } from '#projections/withdrawals/queries.ts';
import { batchReference, lockBatches, openBatchesOf } from './batch-store.ts';

const FIELD = 'withdrawal_ids';
const Numbered = z.object({ number: z.bigint() });

type Wanted = { readonly id: string; readonly withdrawalIds: readonly string[]; readonly actor: AdministratorActor };

/** What is known of a withdrawal before others are kept from changing it: who asks may pay it up to here, and to whom it goes. */
type Prepared = { readonly aloneUpTo: bigint | null; readonly transfer: Omit<CreditTransfer, 'endToEndId'> };

/**
 * Makes the file of transfers for withdrawals that may be paid, and keeps it sealed. Repeated with the id of one that is there, it changes nothing.
 * @throws ApiError 409 where one of them is in another file, waits for another administrator, or may not be paid; 422 where the bank would refuse it
 */
export async function makeBatch(deps: BffDeps, { id, withdrawalIds, actor }: Wanted): Promise<void> {
  const prepared = await prepare(deps, [...new Set(withdrawalIds)], actor);
  await deps.database.transaction(async (transaction) => {
    await lockBatches(transaction);
    if (await transaction.exists(sql.typeAlias('void')`select from app.payout_batch where batch_id = ${id}`)) return;
    await requirePayable(transaction, prepared, actor);
    await keepBatch(deps, transaction, { id, actor, prepared });
  });
}

/** In the order in which they were chosen. */
async function prepare(
  deps: BffDeps,
  ids: readonly string[],
  actor: AdministratorActor,
): Promise<ReadonlyMap<string, Prepared>> {
  const chosen = await Promise.all(
    ids.map(async (id) => {
      const withdrawal = await findWithdrawal(deps.database, id);
      if (!withdrawal) throw invalidField(FIELD, 'There is no such withdrawal.');
      return withdrawal;
    }),
  );
  if (new Set(chosen.map(({ currency }) => currency)).size > 1) {
    throw invalidField(FIELD, 'A file is of one currency: choose withdrawals of one.');
  }
  const snapshots = await openBankSnapshots(deps, chosen);
  const prepared = chosen.map(async ({ withdrawalId, number, amount, currency, bankSnapshotId }) => {
    const bank = snapshots.get(bankSnapshotId);
    if (!bank) throw invalidField(FIELD, `${number} has no bank details. No file was made.`);
    const creditor = {
      name: bank.accountName,
      account: compactIban(bank.accountNumber),
      bic: compactIban(bank.swiftCode),
    };
    const transfer = { amount: money(amount, currency), creditor, text: number };
    const problem = transferProblem(transfer);
    if (problem) throw invalidField(FIELD, `${number}: ${problem}. No file was made.`);
    const { aloneUpTo } = await approverOf(actor, deps, 'payout', transfer.amount);
    return [withdrawalId, { aloneUpTo, transfer }] as const;
  });
  return new Map(await Promise.all(prepared));
}

/** Each of them may be paid now, and by who asks. */
async function requirePayable(
  transaction: Queryable,
  prepared: ReadonlyMap<string, Prepared>,
  actor: AdministratorActor,
): Promise<void> {
  const open = new Map(
    (await openBatchesOf(transaction, [...prepared.keys()])).map(({ withdrawalId, number }) => [withdrawalId, number]),
  );
  for (const [id, { aloneUpTo }] of prepared) {
    const withdrawal = await findWithdrawal(transaction, id);
    if (!withdrawal) continue;
    const { number, status, heldAt, amount, awaitsSecond, firstBy, customerId } = withdrawal;
    const no = (why: string) => conflict('not_payable', `${number} ${why}. No file was made.`);
    const other = open.get(id);
    if (other !== undefined) throw no(`is in the file ${batchReference(other)} already`);
    if (status !== 'pending' || heldAt === null) throw no(`is not to be paid: it is ${status}`);
    if (firstBy === actor.administratorId) throw no('was approved or made by you: another administrator pays it');
    if (aloneUpTo !== null && amount > aloneUpTo && !awaitsSecond)
      throw no('has to be approved by a first administrator');
    if (await findApprovedIdentity(transaction, customerId)) {
      throw no('waits until the changed company of its customer is approved');
    }
  }
}

async function keepBatch(
  { config, crypto, clock }: BffDeps,
  transaction: Queryable,
  { id, actor, prepared }: Omit<Wanted, 'withdrawalIds'> & { readonly prepared: ReadonlyMap<string, Prepared> },
): Promise<void> {
  const chosen = [...prepared.values()].map(({ transfer }) => transfer);
  const currency = chosen[0]?.amount.currency ?? BASE_CURRENCY;
  const debtor = config.payoutAccounts[currency];
  if (!debtor)
    throw invalidField(FIELD, `No account pays in ${currency}: PAYOUT_ACCOUNTS names none. No file was made.`);
  const sum = chosen.reduce((total, { amount }) => total + amount.amount, 0n);
  const at = clock();
  const { number } = await transaction.one(
    sql.type(Numbered)`
      insert into app.payout_batch (batch_id, currency, sum, transfers, file_sealed, created_by, created_at)
      values (${id}, ${currency}, ${sum}, ${chosen.length}, ${sql.binary(Buffer.alloc(0))}, ${actor.administratorId},
        ${sql.timestamp(at)}) returning number`,
  );
  const reference = batchReference(number);
  // It begins with the number of the withdrawal, so that the bank's statement leads back to it.
  const transfers = chosen.map((transfer) => ({ ...transfer, endToEndId: `${transfer.text}-${reference}` }));
  const file = pain001({
    messageId: `${reference}-${id.slice(0, 8)}`,
    createdAt: at.toISOString(),
    debtor: { name: SELLER.name, ...debtor },
    transfers,
  });
  await transaction.query(
    sql.typeAlias('void')`update app.payout_batch
      set file_sealed = ${sql.binary(crypto.seal(file, sealContext('payoutBatch', id)))} where batch_id = ${id}`,
  );
  const items = [...prepared.keys()].map((withdrawalId, index) => [
    ...[id, withdrawalId, transfers[index]?.endToEndId ?? ''],
  ]);
  await transaction.query(
    sql.typeAlias('void')`insert into app.payout_batch_item (batch_id, withdrawal_id, end_to_end_id)
      select * from ${sql.unnest(items, ['uuid', 'uuid', 'text'])}`,
  );
}
