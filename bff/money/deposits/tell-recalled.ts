import { z } from 'zod';
import { mailCustomer } from '#bff/identity/accounts/mail-customer.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { type BankRow, bankRows } from '#bff/papers/invoices/seller.ts';
import { accountRecalledMail, recallTakenBackMail } from '#bff/papers/mails/notice-mails.ts';
import { findDeposit, pendingInto } from '#projections/models/deposits.ts';
import { presentDeposit } from './present.ts';
import { recalledOfPending } from './recalled.ts';

/** The next run continues. */
const MAX_MAILS_PER_RUN = 200;

type Deps = Pick<BffDeps, 'database' | 'config' | 'settings' | 'mails' | 'notes' | 'clock'>;
const Found = z.object({ depositId: z.uuid() });

/**
 * Mails the customers of pending deposits not to pay into an account that was recalled, and once more where the account that they were told
 * of instead is another one now. Where a recall was taken back, they are told this. Safe to repeat: a mail has an id of its own.
 */
export async function tellOfRecalls(deps: Deps): Promise<void> {
  const recalled = (await recalledOfPending(deps)).map(({ account, ...printed }) => ({
    ...printed,
    said: account ? asWritten(bankRows(account)) : '',
  }));
  const affected = pendingInto(recalled);
  const untold = await deps.database.any(sql.type(Found)`
    select deposit.deposit_id as "depositId" from ${affected}
    join app.account customer on customer.customer_id = deposit.customer_id
    left join app.deposit_recall_told told on told.deposit_id = deposit.deposit_id
    where told.instead is distinct from into_account.said
    order by deposit.requested_at, deposit.position limit ${MAX_MAILS_PER_RUN}`);
  for (const { depositId } of untold) await tellRecalled(deps, depositId);
  const over = await deps.database.any(sql.type(Found)`
    select deposit_id as "depositId" from app.deposit_recall_told told
    where not exists (select from ${affected} where deposit.deposit_id = told.deposit_id)
    order by told_at limit ${MAX_MAILS_PER_RUN}`);
  for (const { depositId } of over) await tellTakenBack(deps, depositId);
}

const asWritten = (rows: readonly BankRow[]): string => rows.map(({ value }) => value).join(' ');

/** A deposit that was decided meanwhile needs no mail. */
async function tellRecalled(deps: Deps, depositId: string): Promise<void> {
  const deposit = await findDeposit(deps.database, depositId);
  if (deposit?.status !== 'pending') return;
  const shown = await presentDeposit(deps, deposit);
  const mail = accountRecalledMail(shown, `${deps.config.publicUrl}/deposits?open=${depositId}`);
  await mailCustomer(deps, deposit.customerId, 'account-recalled', mail, idOf(deps, depositId));
  await deps.database.query(sql.void`
    insert into app.deposit_recall_told (deposit_id, customer_id, instead, told_at)
    select ${depositId}::uuid, customer_id, ${asWritten(shown.pay_into ?? [])}, ${sql.timestamp(deps.clock())}
    from app.account where customer_id = ${deposit.customerId}
    on conflict (deposit_id) do update set instead = excluded.instead, told_at = excluded.told_at`);
}

async function tellTakenBack(deps: Deps, depositId: string): Promise<void> {
  const deposit = await findDeposit(deps.database, depositId);
  if (deposit?.status === 'pending') {
    const shown = await presentDeposit(deps, deposit);
    const mail = recallTakenBackMail(shown, `${deps.config.publicUrl}/deposits?open=${depositId}`);
    await mailCustomer(deps, deposit.customerId, 'account-recalled', mail, idOf(deps, depositId));
  }
  await deps.database.query(sql.void`delete from app.deposit_recall_told where deposit_id = ${depositId}`);
}

/** The same until somebody takes a step about recalls or accounts: what a crash repeats is sent once. */
function idOf({ settings }: Deps, depositId: string): string {
  const last = settings
    .now()
    .history.findLast(({ data: { section } }) => section === 'recalls' || section === 'accounts');
  return `account-recalled-${depositId}-${last?.position ?? 0}`;
}
