import { z } from 'zod';
import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { countOfDay, worthForLimit } from '#bff/kit/approvals/approve.ts';
import { approverOf } from '#bff/kit/approvals/approver.ts';
import { countAlone, partiesOf } from '#bff/kit/approvals/decided-alone.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { requireCurrent } from '#bff/kit/http/require-current.ts';
import { conflict, invalidField, keyReused } from '#bff/kit/lib/api-error.ts';
import { withLease } from '#bff/kit/tables/lease.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { leaseOfWithdrawal, lockBatches, openBatchesOf, paidBy } from '#bff/money/bank/batch-store.ts';
import { payingAccount } from '#bff/money/bank/own-accounts.ts';
import { openBankSnapshots } from '#bff/money/payees/bank-snapshots.ts';
import { payeeOfBank } from '#bff/money/payees/payees.ts';
import { invoiceMinute } from '#bff/papers/invoices/dates.ts';
import { sellerNow } from '#bff/papers/invoices/parties.ts';
import { type CreditTransfer, pain001, transferProblem } from '#core/finance/bank/pain001.ts';
import { payoutFileReference } from '#core/finance/bank/payout-file.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { money } from '#core/kernel/money/money.ts';
import { findWithdrawals } from '#projections/models/withdrawals.ts';
import { stoppedAmong } from './stopped.ts';

const Numbered = z.object({ number: z.bigint() });

type Wanted = {
  readonly id: string;
  readonly actor: AdministratorActor;
  newId(name: string): string;
};
/** A transfer before its file has a number. Its text is the number of the paid document. */
type Transfer = Omit<CreditTransfer, 'endToEndId'>;

/** The content of a file: withdrawals, or returns from suspense. */
export type Source = {
  /** The field of the form, and the column in the table of files. */
  readonly field: 'withdrawal_ids' | 'line_ids';
  readonly column: 'withdrawal_id' | 'line_id';
  /** The subject that counts for the day. */
  subjectOf(id: string): string;
  /** The name of what is paid, while somebody decides about it. */
  leaseOf(id: string): string;
  /** Whom each of them is about, to add up what is decided alone. */
  partiesOf(transfers: ReadonlyMap<string, Transfer>): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The transfers, in the order of the choice. @throws ApiError 409, 422 */
  transfers(): Promise<ReadonlyMap<string, Transfer>>;
  /** Requires that each of them may be paid now, by this caller. Returns those that a first administrator approved. @throws ApiError 409 */
  requirePayable(transaction: Queryable, ids: readonly string[], payer: Approver): Promise<ReadonlySet<string>>;
};

/**
 * Makes a file of transfers and stores it sealed. A repetition with the same id is of the same transfers, and changes nothing. Each transfer
 * counts for the day of the administrator who makes the file, as if it was completed by hand.
 * @throws ApiError 409 where one of them is in another file, waits for another administrator, or may not be paid; 422 where the bank would
 * refuse it
 */
export async function makeBatch(deps: BffDeps, source: Source, { id, actor, newId }: Wanted): Promise<void> {
  const transfers = await source.transfers();
  const amounts = [...transfers.values()].map(({ amount }) => amount);
  if (new Set(amounts.map(({ currency }) => currency)).size > 1) {
    throw invalidField(source.field, 'A file is of one currency: choose those of one.');
  }
  const [first] = amounts;
  if (!first) throw invalidField(source.field, 'Choose one at least.');
  const sum = money(
    amounts.reduce((total, { amount }) => total + amount, 0n),
    first.currency,
  );
  const payer = await approverOf(actor, deps, 'payout', sum);
  const { aloneUpTo } = payer;
  const worth = await worthForLimit(deps, actor, amounts);
  const parties = await source.partiesOf(transfers);
  const seller = await sellerNow(deps);
  await withLease(deps.database, [...transfers.keys()].map(source.leaseOf), async (requireTime) => {
    await requireCurrent(deps);
    requireTime();
    await recordedTransaction(deps, actor, async (transaction, record) => {
      await lockBatches(transaction);
      const made = (await paidBy(transaction, id)).map(({ withdrawalId, lineId }) => withdrawalId ?? lineId ?? '');
      if (made.length > 0) {
        // Another choice would be answered as if it was in the file.
        if (made.length === transfers.size && made.every((paid) => transfers.has(paid))) return;
        throw keyReused();
      }
      const approved = await source.requirePayable(transaction, [...transfers.keys()], payer);
      // What a first administrator approved has two already; what is left is the maker's alone.
      const alone = [...transfers].reduce(
        (total, [paid, { amount }]) => total + (approved.has(paid) ? 0n : amount.amount),
        0n,
      );
      const counted = [...transfers.keys()].map((paid, index) => ({
        paid,
        requestId: newId(`approval-of-day-${paid}`),
        subject: source.subjectOf(paid),
        parties: parties.get(paid) ?? [],
        worth: worth[index] ?? 0n,
      }));
      // Many small ones to one person are held against the threshold, too.
      const ofMaker = counted.filter(({ paid }) => !approved.has(paid));
      const awaitsSecond =
        (aloneUpTo !== null && alone > aloneUpTo) ||
        (await countAlone(deps, transaction, 'payout', ofMaker)) !== undefined;
      await countOfDay(deps, transaction, actor, counted, worth);
      const facts = await keepBatch(deps, transaction, { id, actor, source, transfers, awaitsSecond, seller });
      await record('payouts-exported', ['payout-batch', id], facts);
    });
  });
}

export const subjectOf = (withdrawalId: string): string => `withdrawal:${withdrawalId}`;

/** The refusal of a withdrawal that cannot be in the file. */
export const notPayable = (number: string, why: string) =>
  conflict('not_payable', `${number} ${why}. No file was made.`);

/** Waiting withdrawals, to the bank accounts of their requests. */
export function withdrawalsOf(deps: BffDeps, withdrawalIds: readonly string[]): Source {
  const field = 'withdrawal_ids';
  return {
    field,
    column: 'withdrawal_id',
    subjectOf,
    leaseOf: leaseOfWithdrawal,
    async partiesOf(transfers) {
      const withdrawals = await findWithdrawals(deps.database, [...transfers.keys()]);
      const parties = await partiesOf(
        deps.database,
        withdrawals.map(({ customerId }) => customerId),
      );
      return new Map(withdrawals.map(({ withdrawalId, customerId }) => [withdrawalId, parties.get(customerId) ?? []]));
    },
    async transfers() {
      const ids = [...new Set(withdrawalIds)];
      const known = new Map((await findWithdrawals(deps.database, ids)).map((each) => [each.withdrawalId, each]));
      const chosen = ids.map((id) => {
        const withdrawal = known.get(id);
        if (!withdrawal) throw invalidField(field, 'There is no such withdrawal.');
        return withdrawal;
      });
      const snapshots = await openBankSnapshots(deps, chosen);
      return new Map(
        chosen.map(({ withdrawalId, number, amount, currency, bankSnapshotId }) => {
          const bank = snapshots.get(bankSnapshotId);
          if (!bank) throw invalidField(field, `${number} has no bank details. No file was made.`);
          const transfer = { amount: money(amount, currency), creditor: payeeOfBank(bank), text: number };
          const problem = transferProblem(transfer);
          if (problem) throw invalidField(field, `${number}: ${problem}. No file was made.`);
          return [withdrawalId, transfer] as const;
        }),
      );
    },
    async requirePayable(transaction, ids, { id: payer, aloneUpTo, lapsed = [], tied = [] }) {
      const open = new Map((await openBatchesOf(transaction, ids)).map((item) => [item.withdrawalId, item.number]));
      const withdrawals = await findWithdrawals(transaction, ids);
      const now = deps.clock();
      const stopped = await stoppedAmong(transaction, withdrawals);
      // A first approval lapses with the role of who gave it.
      const isApproved = ({ awaitsSecond, firstBy }: (typeof withdrawals)[number]) =>
        awaitsSecond && firstBy !== null && !lapsed.includes(firstBy);
      for (const each of withdrawals) {
        const { withdrawalId, number, status, heldAt, amount, firstBy, payableFrom, requestedBy } = each;
        const no = (why: string) => notPayable(number, why);
        const other = open.get(withdrawalId);
        if (other !== undefined) throw no(`is in the file ${payoutFileReference(other)} already`);
        if (status !== 'pending' || heldAt === null) throw no(`is not to be paid: it is ${status}`);
        if (firstBy === payer) throw no('was approved or made by you: another administrator pays it');
        if (firstBy !== null && tied.includes(firstBy))
          throw no(
            'was approved or made by somebody of your mailbox, or who brought you in, or whom you brought in, a short time ago',
          );
        // One that an administrator made takes two in any case, also when its maker may not approve any more.
        const takesTwo = requestedBy === 'administrator' || (aloneUpTo !== null && amount > aloneUpTo);
        if (takesTwo && !isApproved(each)) throw no('has to be approved by a first administrator');
        if (payableFrom !== null && now < payableFrom)
          throw no(`goes to an account that was never paid before, and waits until ${invoiceMinute(payableFrom)}`);
        const why = stopped.get(withdrawalId);
        if (why !== undefined) throw no(why);
      }
      return new Set(withdrawals.filter(isApproved).map(({ withdrawalId }) => withdrawalId));
    },
  };
}

async function keepBatch(
  { rules, settings, crypto, clock }: BffDeps,
  transaction: Queryable,
  {
    id,
    actor,
    source,
    transfers: prepared,
    awaitsSecond,
    seller,
  }: Pick<Wanted, 'id' | 'actor'> & {
    readonly source: Source;
    readonly transfers: ReadonlyMap<string, Transfer>;
    readonly awaitsSecond: boolean;
    /** Who pays, as it stands in the file. */
    readonly seller: { readonly name: string };
  },
): Promise<{ readonly number: string; readonly transfers: string }> {
  const chosen = [...prepared.values()];
  const currency = chosen[0]?.amount.currency ?? BASE_CURRENCY;
  const debtor = payingAccount({ rules, settings }, currency);
  if (!debtor)
    throw invalidField(
      source.field,
      `No account pays in ${currency}: the settings name none with a BIC. No file was made.`,
    );
  const sum = chosen.reduce((total, { amount }) => total + amount.amount, 0n);
  const at = clock();
  const { number } = await transaction.one(sql.type(Numbered)`
    insert into app.payout_batch (batch_id, currency, sum, transfers, file_sealed, created_by, created_at, awaits_second)
    values (${id}, ${currency}, ${sum}, ${chosen.length}, ${sql.binary(Buffer.alloc(0))}, ${actor.administratorId},
      ${sql.timestamp(at)}, ${awaitsSecond}) returning number`);
  const reference = payoutFileReference(number);
  // The number of the paid document, the same in each file: the bank sees a repetition, and its statement leads back to it.
  const transfers = chosen.map((transfer) => ({ ...transfer, endToEndId: transfer.text }));
  const file = pain001({
    messageId: `${reference}-${id.slice(0, 8)}`,
    createdAt: at.toISOString(),
    debtor: { name: seller.name, ...debtor },
    transfers,
  });
  await transaction.query(sql.void`update app.payout_batch
    set file_sealed = ${sql.binary(crypto.seal('payoutBatch', id, file))} where batch_id = ${id}`);
  const items = [...prepared.keys()].map((paid, index) => [id, paid, transfers[index]?.endToEndId ?? '']);
  await transaction.query(sql.void`
    insert into app.payout_batch_item (batch_id, ${sql.identifier([source.column])}, end_to_end_id)
    select * from ${sql.unnest(items, ['uuid', source.column === 'line_id' ? 'text' : 'uuid', 'text'])}`);
  return { number: reference, transfers: String(chosen.length) };
}
