import { z } from 'zod';
import { mailCustomer } from '#bff/identity/accounts/mail-customer.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { accountRecalledMail, recallTakenBackMail } from '#bff/papers/mails/notice-mails.ts';
import { findDeposit } from '#projections/models/deposits.ts';
import { presentDeposit } from './present.ts';
import { depositsIntoRecalled } from './recalled.ts';

/** The next run continues. */
const MAX_MAILS_PER_RUN = 200;

type Deps = Pick<BffDeps, 'database' | 'config' | 'settings' | 'mails' | 'notes' | 'clock'>;
const Told = z.object({ depositId: z.uuid(), instead: z.string() });

/**
 * Mails the customers of pending deposits not to pay into an account that was recalled, and once more where the account that they were told
 * of instead is another one now. Where a recall was taken back, they are told this. Safe to repeat: a mail has an id of its own.
 */
export async function tellOfRecalls(deps: Deps): Promise<void> {
  const affected = await depositsIntoRecalled(deps);
  const rows = await deps.database.any(
    sql.type(Told)`select deposit_id as "depositId", instead from app.deposit_recall_told`,
  );
  const told = new Map(rows.map(({ depositId, instead }) => [depositId, instead]));
  let left = MAX_MAILS_PER_RUN;
  for (const depositId of affected) {
    if (left > 0 && (await tellRecalled(deps, depositId, told.get(depositId)))) left -= 1;
    told.delete(depositId);
  }
  for (const depositId of told.keys()) await tellTakenBack(deps, depositId);
}

/** Whether a mail was needed. */
async function tellRecalled(deps: Deps, depositId: string, before: string | undefined): Promise<boolean> {
  const deposit = await findDeposit(deps.database, depositId);
  if (deposit?.status !== 'pending') return false;
  const shown = await presentDeposit(deps, deposit);
  const instead = (shown.pay_into ?? []).map(({ value }) => value).join(' ');
  if (before === instead) return false;
  const mail = accountRecalledMail(shown, `${deps.config.publicUrl}/deposits?open=${depositId}`);
  await mailCustomer(deps, deposit.customerId, 'account-recalled', mail, idOf(deps, depositId));
  await deps.database.query(sql.void`
    insert into app.deposit_recall_told (deposit_id, customer_id, instead, told_at)
    select ${depositId}::uuid, customer_id, ${instead}, ${sql.timestamp(deps.clock())}
    from app.account where customer_id = ${deposit.customerId}
    on conflict (deposit_id) do update set instead = excluded.instead, told_at = excluded.told_at`);
  return true;
}

/** A deposit that was decided meanwhile needs no mail. */
async function tellTakenBack(deps: Deps, depositId: string): Promise<void> {
  const deposit = await findDeposit(deps.database, depositId);
  if (deposit?.status === 'pending') {
    const shown = await presentDeposit(deps, deposit);
    const mail = recallTakenBackMail(shown, `${deps.config.publicUrl}/deposits?open=${depositId}`);
    await mailCustomer(deps, deposit.customerId, 'account-recalled', mail, idOf(deps, depositId));
  }
  await deps.database.query(sql.void`delete from app.deposit_recall_told where deposit_id = ${depositId}`);
}

/** The same until recalls or accounts are others: what a crash repeats is sent once. */
function idOf({ settings }: Deps, depositId: string): string {
  const { recalls = 0, accounts = 0 } = settings.now().versions;
  return `account-recalled-${depositId}-${recalls}-${accounts}`;
}
