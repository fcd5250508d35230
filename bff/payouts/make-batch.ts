import { z } from 'zod';
import { frozenAmong } from '#bff/company/identity.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { AdministratorActor } from '#bff/http/actor.ts';
import { SELLER } from '#bff/invoices/seller.ts';
import { conflict, invalidField } from '#bff/lib/api-error.ts';
import { countOfDay, worthForLimit } from '#bff/lib/approve.ts';
import { approverOf } from '#bff/lib/approver.ts';
import { requireCurrent } from '#bff/lib/require-current.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import { sealContext } from '#bff/ports/sealed-values.ts';
import { openBankSnapshots } from '#bff/withdrawals/bank-snapshots.ts';
import { type CreditTransfer, pain001, transferProblem } from '#core/bank/pain001.ts';
import { payoutFileReference } from '#core/bank/payout-file.ts';
import { compactIban } from '#core/bank/statements/statement.ts';
import { BASE_CURRENCY } from '#core/kernel/currencies.ts';
import { money } from '#core/kernel/money.ts';
import { findWithdrawals } from '#projections/withdrawals/queries.ts';
import { lockBatches, openBatchesOf } from './batch-store.ts';

const FIELD = 'withdrawal_ids';
const Numbered = z.object({ number: z.bigint() });

type Wanted = {
  readonly id: string;
  readonly withdrawalIds: readonly string[];
  readonly actor: AdministratorActor;
  newId(name: string): string;
};

/** What is known before others are kept from changing it: who asks may pay each up to `aloneUpTo`, and what goes to whom, by withdrawal. */
type Prepared = {
  readonly aloneUpTo: bigint | null;
  readonly worth: readonly bigint[];
  readonly transfers: ReadonlyMap<string, Omit<CreditTransfer, 'endToEndId'>>;
};

/**
 * Makes the file of transfers for withdrawals that may be paid, and keeps it sealed. Repeated with the id of one that is there, it changes nothing.
 * Each counts for the day of who makes it, as when it is completed by hand.
 * @throws ApiError 409 where one of them is in another file, waits for another administrator, or may not be paid; 422 where the bank would refuse it
 */
export async function makeBatch(deps: BffDeps, { id, withdrawalIds, actor, newId }: Wanted): Promise<void> {
  const prepared = await prepare(deps, [...new Set(withdrawalIds)], actor);
  await deps.database.transaction(async (transaction) => {
    await lockBatches(transaction);
    if (await transaction.exists(sql.typeAlias('void')`select from app.payout_batch where batch_id = ${id}`)) return;
    await requireCurrent(deps);
    await requirePayable(transaction, prepared, actor);
    const counted = [...prepared.transfers.keys()].map((withdrawalId) => ({
      requestId: newId(`approval-of-day-${withdrawalId}`),
      subject: subjectOf(withdrawalId),
    }));
    await countOfDay(deps, transaction, actor, counted, prepared.worth);
    await keepBatch(deps, transaction, { id, actor, transfers: prepared.transfers });
  });
}

/** What is counted for the day. */
export const subjectOf = (withdrawalId: string): string => `withdrawal:${withdrawalId}`;

/** In the order in which they were chosen. */
async function prepare(deps: BffDeps, ids: readonly string[], actor: AdministratorActor): Promise<Prepared> {
  const known = new Map((await findWithdrawals(deps.database, ids)).map((each) => [each.withdrawalId, each]));
  const chosen = ids.map((id) => {
    const withdrawal = known.get(id);
    if (!withdrawal) throw invalidField(FIELD, 'There is no such withdrawal.');
    return withdrawal;
  });
  if (new Set(chosen.map(({ currency }) => currency)).size > 1) {
    throw invalidField(FIELD, 'A file is of one currency: choose withdrawals of one.');
  }
  const snapshots = await openBankSnapshots(deps, chosen);
  const transfers = chosen.map(({ withdrawalId, number, amount, currency, bankSnapshotId }) => {
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
    return [withdrawalId, transfer] as const;
  });
  const amounts = transfers.map(([, { amount }]) => amount);
  const largest = amounts.reduce((most, each) => (each.amount > most.amount ? each : most));
  const { aloneUpTo } = await approverOf(actor, deps, 'payout', largest);
  return { aloneUpTo, worth: await worthForLimit(deps, actor, amounts), transfers: new Map(transfers) };
}

/** Each of them may be paid now, and by who asks. */
async function requirePayable(
  transaction: Queryable,
  { aloneUpTo, transfers }: Prepared,
  actor: AdministratorActor,
): Promise<void> {
  const ids = [...transfers.keys()];
  const open = new Map((await openBatchesOf(transaction, ids)).map((item) => [item.withdrawalId, item.number]));
  const withdrawals = await findWithdrawals(transaction, ids);
  const frozen = await frozenAmong(
    transaction,
    withdrawals.map(({ customerId }) => customerId),
  );
  for (const { withdrawalId, number, status, heldAt, amount, awaitsSecond, firstBy, customerId } of withdrawals) {
    const no = (why: string) => conflict('not_payable', `${number} ${why}. No file was made.`);
    const other = open.get(withdrawalId);
    if (other !== undefined) throw no(`is in the file ${payoutFileReference(other)} already`);
    if (status !== 'pending' || heldAt === null) throw no(`is not to be paid: it is ${status}`);
    if (firstBy === actor.administratorId) throw no('was approved or made by you: another administrator pays it');
    if (aloneUpTo !== null && amount > aloneUpTo && !awaitsSecond)
      throw no('has to be approved by a first administrator');
    if (frozen.has(customerId)) throw no('waits until the changed company of its customer is approved');
  }
}

async function keepBatch(
  { config, crypto, clock }: BffDeps,
  transaction: Queryable,
  { id, actor, transfers: prepared }: Pick<Wanted, 'id' | 'actor'> & Pick<Prepared, 'transfers'>,
): Promise<void> {
  const chosen = [...prepared.values()];
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
  const reference = payoutFileReference(number);
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
