import { z } from 'zod';
import { payeeOf } from '#bff/contract/money/payee-fields.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { isIban } from '#core/finance/bank/iban.ts';
import type { Payee } from '#core/finance/bank/payee.ts';
import { type BankDetails, openBankSnapshots } from './bank-snapshots.ts';

/** The account of bank details, as files for the bank name it. */
export const payeeOfBank = ({ accountName: name, accountNumber: account, swiftCode: bic }: BankDetails): Payee =>
  payeeOf({ name, account, bic });

const BANK_OF_BIC = 8;

/** The digest of an account. An IBAN names its bank; a number alone is another account at each bank. */
export const accountPrint = (deps: Pick<BffDeps, 'crypto'>, details: BankDetails): Promise<Buffer> =>
  payeePrint(deps, payeeOfBank(details));

/** The same for an account as files for the bank name it. */
export function payeePrint({ crypto }: Pick<BffDeps, 'crypto'>, { account, bic }: Payee): Promise<Buffer> {
  return crypto.accountPrint(isIban(account) ? account : `${account} ${bic.slice(0, BANK_OF_BIC)}`);
}

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'notes' | 'rules' | 'clock'>;

const Unmarked = z.object({ bankSnapshotId: z.uuid() });
/** Accounts of old withdrawals that are marked in one go; the newest first. */
const MOST_MARKED = 500;

/** Marks the snapshots from before accounts had digests. */
async function markOld(deps: Deps, customerId: string): Promise<void> {
  const rows = await deps.database.any(sql.type(Unmarked)`select id as "bankSnapshotId" from app.bank_snapshot
    where customer_id = ${customerId} and account_print is null order by created_at desc limit ${MOST_MARKED}`);
  for (const [id, details] of await openBankSnapshots(deps, rows)) {
    const print = sql.binary(await accountPrint(deps, details));
    await deps.database.query(sql.void`update app.bank_snapshot set account_print = ${print} where id = ${id}`);
  }
}

/** Whether a withdrawal of the customer to this account was completed, and has not come back, nor seems to while a correction of it waits. */
async function wasPaidBefore(deps: Deps, customerId: string, details: BankDetails): Promise<boolean> {
  await markOld(deps, customerId);
  const print = sql.binary(await accountPrint(deps, details));
  return deps.database.exists(sql.void`select from app.bank_snapshot snapshot
    join read.withdrawals paid on paid.bank_snapshot_id = snapshot.id
    where snapshot.customer_id = ${customerId} and account_print = ${print} and status = 'completed'
      and not exists (select from read.corrections back where back.document_id = paid.withdrawal_id and back.status <> 'rejected')`);
}

const HOUR_MS = 3_600_000;

/**
 * From when on the account may be paid; undefined for one that was paid before. An account that nobody named was never paid before, either.
 */
export async function payableFrom(
  deps: Deps,
  customerId: string,
  details: BankDetails | null,
): Promise<string | undefined> {
  if (details !== null && (await wasPaidBefore(deps, customerId, details))) return undefined;
  return new Date(deps.clock().getTime() + deps.rules().newPayeeHours * HOUR_MS).toISOString();
}

const SHOWN_CHARS = 4;
/** The end of an account or a BIC, as it is shown where the whole is not. */
export const lastFourOf = (text: string): string => text.replaceAll(/\s/g, '').slice(-SHOWN_CHARS);
