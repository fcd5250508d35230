import { v7 } from 'uuid';
import type { adminCreditRoutes } from '#bff/contract/money/admin-credit.ts';
import { findAccount } from '#bff/identity/accounts/accounts.ts';
import { mailCustomer } from '#bff/identity/accounts/mail-customer.ts';
import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { recordAction } from '#bff/identity/audit/record-action.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { conflict, found, notFound } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { invoiceDay } from '#bff/papers/invoices/dates.ts';
import { creditReminderMail } from '#bff/papers/mails/notice-mails.ts';
import { levelsDue, levelsReached } from '#core/finance/credit/reminders.ts';
import { formatMoney, money } from '#core/kernel/money/money.ts';
import { areBuilt } from '#projections/models/audit-places.ts';
import { allCredit, type DrawnCredit, findCredit } from './list.ts';
import { levelsReminded, pausedCustomers } from './reminder-rows.ts';

export const REMIND_OF_CREDIT = repeatedJob('credit-reminders', 3_600_000);

const BY_HAND = 'by-hand';

type Deps = Pick<BffDeps, 'database' | 'clock' | 'mails' | 'config' | 'rules'>;

/**
 * Reminds each customer whose debt has reached a new level: one mail, however many levels. Safe to repeat: the mail has an id of its own,
 * and each level of a debt is stored once. Returns how many were reminded.
 */
export async function remindOfCredit(deps: Deps): Promise<number> {
  // What was repaid long ago is still owed in read models that an update is building again.
  if (!(await areBuilt(deps.database))) return 0;
  const [paused, reminded] = [await pausedCustomers(deps.database), await levelsReminded(deps.database)];
  const { creditReminderDays, creditReminderPercents } = deps.rules();
  const today = deps.clock().toISOString().slice(0, 10);
  let count = 0;
  for await (const credit of allCredit(deps)) {
    const { walletId, customerId } = credit.wallet;
    const levels = levelsReached(credit, { days: creditReminderDays, percents: creditReminderPercents }, today);
    const due = levelsDue(levels, credit, reminded.get(walletId) ?? []);
    if (due.length === 0 || paused.has(customerId)) continue;
    if (
      await remind(deps, credit, {
        id: v7(),
        mailId: `${walletId}-${credit.since ?? ''}-${due.join('-')}`,
        levels: due,
      })
    )
      count += 1;
  }
  return count;
}

/** @throws ApiError 404; 409 where nothing is drawn */
export async function remindByHand(
  deps: BffDeps,
  call: Call<typeof adminCreditRoutes.remindOfCredit>,
): Promise<{ message: string }> {
  const credit = await findCredit(deps, call.params.id);
  if (!credit) throw notFound('This wallet has no credit.');
  if (credit.since === null)
    throw conflict('nothing_drawn', 'Nothing of this credit is drawn: there is nothing to remind of.');
  const { customerId, customerName, currency } = credit.wallet;
  const id = call.newId('reminder');
  const isSent = await remind(deps, credit, { id, mailId: id, levels: [BY_HAND] });
  if (!isSent) throw conflict('no_account', 'This customer has no account any more: there is nobody to remind.');
  await recordAction(call, 'credit-reminder-sent', ['customer', customerId], { currency });
  return { message: `${customerName ?? 'The customer'} was reminded by mail.` };
}

/** Stops or resumes a customer's automatic reminders. */
export async function pauseReminders(
  deps: BffDeps,
  call: Call<typeof adminCreditRoutes.pauseCreditReminders>,
): Promise<{ message: string }> {
  const { params, body } = call;
  found(await findAccount(deps.database, params.id), 'There is no such customer.');
  await recordedTransaction(deps, call.actor, async (transaction, record) => {
    await transaction.query(
      body.paused
        ? sql.void`insert into app.credit_reminder_pause (customer_id) values (${params.id}) on conflict do nothing`
        : sql.void`delete from app.credit_reminder_pause where customer_id = ${params.id}`,
    );
    await record(body.paused ? 'credit-reminders-paused' : 'credit-reminders-resumed', ['customer', params.id]);
  });
  return { message: body.paused ? 'Reminders are paused.' : 'Reminders go on.' };
}

/**
 * False where there is no address. The mail goes first, and all its levels are stored at once: what a crash leaves out is sent again under
 * the same id.
 */
async function remind(
  deps: Deps,
  { wallet, used, since, usedPermille }: DrawnCredit,
  { id, mailId, levels }: { readonly id: string; readonly mailId: string; readonly levels: readonly string[] },
): Promise<boolean> {
  if (since === null) return false;
  const credit = {
    used: formatMoney(money(used, wallet.currency)),
    limit: formatMoney(money(wallet.creditLimit, wallet.currency)),
    since: invoiceDay(new Date(since)),
    usedPercent: usedPermille === null ? null : Math.floor(usedPermille / 10),
    url: `${deps.config.publicUrl}/deposits/new`,
  };
  const onceBy = `credit-reminder-${mailId}`;
  if (!(await mailCustomer(deps, wallet.customerId, 'credit-reminder', creditReminderMail(credit), onceBy)))
    return false;
  await deps.database.query(sql.void`
    insert into app.credit_reminder
      (reminder_id, level, customer_id, wallet_id, drawn_since, used, currency, sent_at)
    select ${id}::uuid, level, ${wallet.customerId}::uuid, ${wallet.walletId}::uuid, ${since}::date, ${used}::int8, ${wallet.currency},
      ${deps.clock().toISOString()}::timestamptz
    from unnest(${sql.array([...levels], 'text')}) as level on conflict do nothing`);
  return true;
}
