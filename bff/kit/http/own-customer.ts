import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { forbidden } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { isSamePerson } from '#core/aggregates/admin/same-person.ts';
import type { AdministratorActor } from './actor.ts';

const DAY_MS = 86_400_000;

/** The read models of what is a customer's, by the path of their routes, each with the column of its id. */
const OF_CUSTOMERS = {
  deposits: { table: ['read', 'deposits'], id: 'deposit_id' },
  withdrawals: { table: ['read', 'withdrawals'], id: 'withdrawal_id' },
  orders: { table: ['read', 'orders'], id: 'order_id' },
  'discount-plans': { table: ['app', 'catalogue_change'], id: 'id' },
  'personal-data': { table: ['app', 'personal_data_request'], id: 'request_id' },
} as const;

type Input = { readonly params: unknown; readonly body: unknown };
const HasId = z.object({ id: z.string() });
const HasUser = z.object({ user_id: z.string() });

/**
 * Refuses every write of an administrator about themselves or their own company: of a customer, of something of theirs (by the path), or of
 * a customer whom the body names. It is derived from the route, so a new one is guarded, too. @throws ApiError 403 own_customer
 */
export async function requireMayDecide(
  deps: Pick<BffDeps, 'database'>,
  actor: AdministratorActor,
  path: string,
  { params, body }: Input,
): Promise<void> {
  const customerId = await customerOf(deps, path, { params, body });
  // What nobody knows is refused by the handler.
  if (customerId !== null) await requireStranger(deps, actor, customerId);
}

async function customerOf(
  { database }: Pick<BffDeps, 'database'>,
  path: string,
  { params, body }: Input,
): Promise<string | null> {
  const [, kind = ''] = /^\/api\/admin\/([a-z-]+)\/:id/.exec(path) ?? [];
  const id = HasId.safeParse(params).data?.id;
  if (id !== undefined && kind === 'users') return id;
  if (id !== undefined && Object.hasOwn(OF_CUSTOMERS, kind)) {
    const of = OF_CUSTOMERS[kind as keyof typeof OF_CUSTOMERS];
    return database.maybeOneFirst(sql.type(z.object({ customer_id: z.string().nullable() }))`
      select customer_id from ${sql.identifier(of.table)} where ${sql.identifier([of.id])} = ${id}`);
  }
  return HasUser.safeParse(body).data?.user_id ?? null;
}

/** @throws ApiError 403 own_customer */
export async function requireStranger(
  { database }: Pick<BffDeps, 'database'>,
  actor: Pick<AdministratorActor, 'email' | 'name'>,
  customerId: string,
): Promise<void> {
  const known = await database.maybeOne(sql.type(Known)`
    select array_remove(array[account.email, account.pending_email, company.company_email, company.contact_email], null) as emails,
      array_remove(array[account.name, company.contact_person], null) as names
    from app.account as account left join app.company as company using (customer_id)
    where account.customer_id = ${customerId}`);
  if (!known || !isSamePerson(actor, known)) return;
  throw forbidden(
    'own_customer',
    'This customer has your address or your name, so another administrator has to decide this. Nothing was changed.',
  );
}
const Known = z.object({ emails: z.array(z.string()), names: z.array(z.string()) });

/**
 * Who edited a company does not approve it within the days of the policy, unless another administrator has approved it since.
 * @throws ApiError 403 own_edit
 */
export async function requireNotEditor(
  { database, rules, clock }: Pick<BffDeps, 'database' | 'rules' | 'clock'>,
  { administratorId }: AdministratorActor,
  customerId: string,
): Promise<void> {
  const since = new Date(clock().getTime() - rules().companyEditorDays * DAY_MS).toISOString();
  const edited = await database.maybeOne(sql.type(z.object({ type: z.string() }))`
    select type from read.audit_events as edit
    where category = 'customer' and object_id = ${customerId}
    and type in ('CustomerCompanyDetailsSaved', 'CustomerDocumentAdded')
    and actor_id = ${administratorId} and time > ${since}::timestamptz
    and not exists (select from read.audit_events as approval
      where approval.category = 'customer' and approval.object_id = edit.object_id and approval.type = 'CustomerApproved'
      and approval.actor_id <> ${administratorId} and approval.position > edit.position)
    limit 1`);
  if (!edited) return;
  throw forbidden(
    'own_edit',
    'You have edited this company, so another administrator has to approve it. Nothing was changed.',
  );
}
