import { v5 } from 'uuid';
import { z } from 'zod';
import { findAccount } from '#bff/identity/accounts/accounts.ts';
import { mailCustomer } from '#bff/identity/accounts/mail-customer.ts';
import { bookRevocations } from '#bff/identity/api-keys/book-revocations.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { forgetAnswersToAdministrators } from '#bff/kit/http/idempotency.ts';
import { requireCurrent } from '#bff/kit/http/require-current.ts';
import { mailStore } from '#bff/kit/lib/look.ts';
import { mailOf } from '#bff/kit/mails/layout.ts';
import type { OutgoingMail } from '#bff/kit/mails/mail-queue.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { erasureBlockedMail, erasureLastMail } from '#bff/papers/mails/personal-data-mails.ts';
import { findCustomer } from '#projections/models/customers.ts';
import { keepInvoices } from './kept-invoices.ts';
import { obstaclesOf } from './obstacles.ts';
import { filesOf } from './person-files.ts';
import { REMOVED_TABLES } from './registry.ts';
import { finishRequest, moveRequest, noteCounts, noteTold, type PersonalDataRow } from './requests.ts';

const NAMESPACE = '3d0f8a52-9d0c-5f0e-a1a4-5b8f8de0b6c1';

/** Sends a mail at once, because a queue would store the address. */
export type SendNow = (mail: OutgoingMail) => Promise<void>;

type Erasure = Pick<PersonalDataRow, 'id' | 'customer_id' | 'decided_by' | 'told_at'>;

/**
 * Erases a customer: everything except the ledger's own entries and the invoices that the law requires. Each step can be repeated, so an
 * interrupted erasure continues where it stopped. Where an obstacle has appeared, nothing is removed and the request waits for an owner
 * again.
 */
export async function erase(deps: BffDeps, request: Erasure, sendNow: SendNow): Promise<void> {
  const { database } = deps;
  const { id, customer_id } = request;
  await requireCurrent(deps);
  if ((await findCustomer(database, customer_id))?.status !== 'erased') {
    if (await isBlocked(deps, request)) return;
    await bookRevocations(deps, customer_id);
    await keepInvoices(deps, { requestId: id, customerId: customer_id });
    await markErased(deps, request);
  }
  await sayGoodbye(deps, request, sendNow);
  await removeFiles(deps, request);
  const mentions = [...(await addressesOf(database, customer_id)), customer_id];
  const waited = await removeJobs(deps, request, mentions);
  await removeRows(database, request);
  // What another process queued while it still knew the address.
  await removeJobs(deps, request, mentions, waited);
  await deps.notes.erase(customer_id);
  await finishRequest(database, id, deps.clock());
}

async function isBlocked(deps: BffDeps, { id, customer_id }: Erasure): Promise<boolean> {
  const obstacles = await obstaclesOf(deps.database, customer_id);
  if (obstacles.length === 0) return false;
  await moveRequest(deps.database, id, ['confirmed', 'requested']);
  const mail = erasureBlockedMail(obstacles);
  await mailCustomer(deps, customer_id, 'personal-data', mail, `erasure-blocked-${id}`);
  return true;
}

/** After this the ledger refuses every command for this customer's account. */
async function markErased({ ledger, readModels }: BffDeps, { id, customer_id, decided_by }: Erasure): Promise<void> {
  const { position } = await ledger.execute(
    { type: 'EraseCustomer', customerId: customer_id },
    {
      commandId: v5(`erase/${id}`, NAMESPACE),
      correlationId: id,
      actor: decided_by === null ? { kind: 'system', id: 'erasure' } : { kind: 'administrator', id: decided_by },
    },
  );
  await readModels.waitForPosition(position, 10_000);
}

/** The last mail, while the address is known. There is one try, because a mailbox that is gone must not block an erasure. */
async function sayGoodbye(
  { database, clock, config, rules, settings, logger }: BffDeps,
  { id, customer_id, told_at }: Erasure,
  sendNow: SendNow,
): Promise<void> {
  const account = await findAccount(database, customer_id);
  if (told_at !== null || !account) return;
  await noteTold(database, id, clock());
  try {
    const mail = mailOf({
      ...erasureLastMail(rules().invoiceRetentionYears),
      name: account.name,
      store: mailStore(settings, config.publicUrl),
    });
    await sendNow({ id: `erased-${id}`, to: account.email, ...mail });
  } catch (error) {
    logger.warn({ err: error, requestId: id }, 'the last mail before an erasure could not be sent');
  }
}

async function removeFiles({ database, files }: BffDeps, { id, customer_id }: Erasure): Promise<void> {
  if (!(await findAccount(database, customer_id))) return;
  const counts: Record<string, number> = {};
  for (const file of await filesOf(database, customer_id)) {
    await files.remove(file.id);
    counts[file.kind] = (counts[file.kind] ?? 0) + 1;
  }
  await noteCounts(database, id, { files: counts, events: await countEvents(database, customer_id) });
}

/** Removes mails that wait, were sent, or failed, to any address that the person gave. Returns how many, with those `before`. */
async function removeJobs(
  { database, jobs, logger }: BffDeps,
  { id }: Erasure,
  mentions: readonly string[],
  before = 0,
): Promise<number> {
  const { removed, unread } = await jobs.removeMentioning(mentions);
  await noteCounts(database, id, { jobs: before + removed, unreadJobs: unread });
  if (unread > 0) logger.error({ requestId: id, unread }, 'an erasure leaves data of jobs that cannot be read');
  return before + removed;
}

/** In one transaction, with the counts. */
async function removeRows(database: BffDeps['database'], { id, customer_id }: Erasure): Promise<void> {
  await database.transaction(async (transaction) => {
    const { is_done } = await transaction.one(sql.type(z.object({ is_done: z.boolean() }))`
      select report ? 'tables' as is_done
      from app.personal_data_request where request_id = ${id} for update`);
    if (is_done) return;
    const tables: Record<string, number> = {};
    for (const [table, { rowsOf }] of Object.entries(REMOVED_TABLES)) {
      const { rowCount } = await transaction.query(
        sql.void`delete from ${sql.identifier(['app', table])} where ${rowsOf(customer_id)}`,
      );
      if (rowCount > 0) tables[table] = rowCount;
    }
    await forgetAnswersToAdministrators(transaction);
    await noteCounts(transaction, id, { tables });
  });
}

const Address = z.object({ address: z.string() });

async function addressesOf(database: Queryable, customerId: string): Promise<string[]> {
  const rows = await database.any(sql.type(Address)`
    select email as address from app.account where customer_id = ${customerId}
    union select pending_email from app.account where customer_id = ${customerId} and pending_email is not null
    union select email from app.account_token where customer_id = ${customerId}
    union select company_email from app.company where customer_id = ${customerId}
    union select contact_email from app.company where customer_id = ${customerId}
    union select email from app.support_ticket where customer_id = ${customerId}`);
  return rows.map(({ address }) => address);
}

/** The events that stay in the log, by the kind of their stream. */
async function countEvents(database: Queryable, customerId: string): Promise<Record<string, number>> {
  const rows = await database.any(sql.type(z.object({ category: z.string(), count: z.int() }))`
    select category, count(*)::int as count from read.audit_events where object_id in (
      select ${customerId}
      union all select wallet_id::text from read.wallets where customer_id = ${customerId}
      union all select deposit_id::text from read.deposits where customer_id = ${customerId}
      union all select order_id::text from read.orders where customer_id = ${customerId}
      union all select withdrawal_id::text from read.withdrawals where customer_id = ${customerId})
    group by category order by category`);
  return Object.fromEntries(rows.map(({ category, count }) => [category, count]));
}
