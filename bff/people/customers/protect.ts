import { z } from 'zod';
import type { AdminUserDetail, adminCustomerRoutes } from '#bff/contract/people/admin-customer.ts';
import { accounts, findAccount } from '#bff/identity/accounts/accounts.ts';
import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { endSessionsOf } from '#bff/identity/sessions/sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { conflict, found } from '#bff/kit/lib/api-error.ts';
import { openNote } from '#bff/kit/lib/notes.ts';
import { NOW, sql } from '#bff/kit/tables/sql.ts';
import { accountFrozenMail, accountUnfrozenMail, sessionsEndedMail } from '#bff/papers/mails/account-mails.ts';

type Routes = typeof adminCustomerRoutes;
type ProtectCall = Call<Routes['endCustomerSessions' | 'freezeCustomer' | 'unfreezeCustomer']>;

const requireAccount = async ({ database }: Pick<BffDeps, 'database'>, customerId: string) =>
  found(await findAccount(database, customerId), 'There is no such customer.');

/** Sends the customer an email. @throws ApiError 404 */
export async function endCustomerSessions(deps: BffDeps, call: ProtectCall): Promise<void> {
  const customerId = call.params.id;
  const account = await requireAccount(deps, customerId);
  await recordedTransaction(deps, call.actor, async (transaction, record) => {
    await endSessionsOf(transaction, customerId, 'ended-by-support');
    await record('customer-sessions-ended', ['customer', customerId]);
  });
  const mail = sessionsEndedMail(`${deps.config.publicUrl}/forgot-password`);
  await deps.mails.send('account-access', account, mail);
}

/**
 * Until it is unfrozen nobody signs in to the account, no API key works, and no new file for the bank pays it. Orders stay as they are.
 * @throws ApiError 404, 409
 */
export async function freezeAccount(deps: BffDeps, call: Call<Routes['freezeCustomer']>): Promise<void> {
  const customerId = call.params.id;
  const account = await requireAccount(deps, customerId);
  const reason = await deps.notes.encrypt(customerId, call.body.reason);
  const { administratorId } = call.actor;
  await recordedTransaction(deps, call.actor, async (transaction, record) => {
    const which = { customer_id: customerId, frozen_at: null };
    const frozen = { frozen_at: NOW, frozen_by: administratorId, frozen_reason_sealed: reason, updated_at: NOW };
    if ((await accounts.update(transaction, which, frozen)) === 0) throw refused('This account is frozen already.');
    await endSessionsOf(transaction, customerId, 'frozen');
    await record('account-frozen', ['customer', customerId]);
  });
  await deps.mails.send('account-access', account, accountFrozenMail);
}

/** @throws ApiError 404, 409 */
export async function unfreezeAccount(deps: BffDeps, call: Call<Routes['unfreezeCustomer']>): Promise<void> {
  const customerId = call.params.id;
  const account = await requireAccount(deps, customerId);
  await recordedTransaction(deps, call.actor, async (transaction, record) => {
    const which = sql.fragment`customer_id = ${customerId} and frozen_at is not null`;
    const open = { frozen_at: null, frozen_by: null, frozen_reason_sealed: null, updated_at: NOW };
    if ((await accounts.update(transaction, which, open)) === 0) throw refused('This account is not frozen.');
    await record('account-unfrozen', ['customer', customerId]);
  });
  const mail = accountUnfrozenMail(`${deps.config.publicUrl}/login`);
  await deps.mails.send('account-access', account, mail);
}

const refused = (message: string) => conflict('invalid_state', message);

/** Null where the account is not frozen. */
export async function findFreeze(
  { database, notes }: Pick<BffDeps, 'database' | 'notes'>,
  customerId: string,
): Promise<AdminUserDetail['frozen']> {
  const row = await database.maybeOne(sql.type(
    z.object({ frozen_at: z.date(), name: z.string().nullable(), frozen_reason_sealed: z.string().nullable() }),
  )`
    select account.frozen_at, administrator.name, account.frozen_reason_sealed from app.account as account
    left join app.administrator as administrator on administrator.administrator_id = account.frozen_by
    where account.customer_id = ${customerId} and account.frozen_at is not null`);
  return (
    row && {
      frozen_at: row.frozen_at.toISOString(),
      frozen_by: row.name ?? 'An administrator',
      reason: (await openNote(notes, customerId, row.frozen_reason_sealed)) ?? '',
    }
  );
}
