import { z } from 'zod';
import { WithdrawalBankDetails } from '#bff/contract/money/withdrawal-form.ts';
import { keyReused } from '#bff/kit/lib/api-error.ts';
import type { NoteCipher } from '#bff/kit/ports/crypto.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { isSameData } from '#core/kernel/commands/same-data.ts';

export type BankDetails = z.output<typeof WithdrawalBankDetails>;

/**
 * Stores the bank data of a new withdrawal, sealed under the customer's key. Returns whether they are new: a repetition finds its own.
 * @throws ApiError 422 where the first request under the key named another account, which a withdrawal may have
 */
export async function keepBankSnapshot(
  deps: { readonly database: Queryable; readonly notes: NoteCipher },
  snapshot: {
    readonly id: string;
    readonly customerId: string;
    readonly details: BankDetails;
    /** By which the account is recognised. */
    readonly print: Buffer;
  },
): Promise<boolean> {
  const sealed = await deps.notes.encrypt(snapshot.customerId, JSON.stringify(snapshot.details));
  const { rowCount } = await deps.database.query(sql.void`
    insert into app.bank_snapshot (id, customer_id, details_sealed, account_print)
    values (${snapshot.id}, ${snapshot.customerId}, ${sealed}, ${sql.binary(snapshot.print)}) on conflict (id) do nothing`);
  if (rowCount > 0) return true;
  const kept = (await openBankSnapshots(deps, [{ bankSnapshotId: snapshot.id }])).get(snapshot.id);
  if (kept && isSameData(kept, WithdrawalBankDetails.parse(snapshot.details))) return false;
  throw keyReused();
}

/** Removes the bank data of a withdrawal that the ledger refused, and that this request stored. */
export async function dropBankSnapshot(database: Queryable, id: string): Promise<void> {
  await database.query(sql.void`delete from app.bank_snapshot where id = ${id}`);
}

const Row = z.object({ id: z.uuid(), customerId: z.uuid(), sealed: z.string() });

/** The bank data of withdrawals, by the id of each snapshot. Those of erased customers are left out. */
export async function openBankSnapshots(
  deps: { readonly database: Queryable; readonly notes: NoteCipher },
  withdrawals: readonly { readonly bankSnapshotId: string | null }[],
): Promise<ReadonlyMap<string | null, BankDetails>> {
  const ids = withdrawals.flatMap(({ bankSnapshotId }) => (bankSnapshotId === null ? [] : [bankSnapshotId]));
  if (ids.length === 0) return new Map();
  const rows = await deps.database.any(sql.type(Row)`select id, customer_id as "customerId", details_sealed as sealed
    from app.bank_snapshot where id = any(${sql.array(ids, 'uuid')})`);
  const opened = await Promise.all(
    rows.map(async ({ id, customerId, sealed }) => {
      const text = await deps.notes.decrypt(customerId, sealed);
      return text === undefined ? null : ([id, WithdrawalBankDetails.parse(JSON.parse(text))] as const);
    }),
  );
  return new Map(opened.filter((entry) => entry !== null));
}
