import { z } from 'zod';
import { personOf, tiedTo } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { forbidden } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { isSamePerson } from '#core/aggregates/admin/same-person.ts';
import { plain } from '#projections/kernel/sql.ts';
import type { AdministratorActor } from './actor.ts';

const DAY_MS = 86_400_000;

/** What is a customer's, by the path of its routes: where its customer is found, and the column of its id. */
const OF_CUSTOMERS = {
  deposits: ['read.deposits', 'deposit_id'],
  withdrawals: ['read.withdrawals', 'withdrawal_id'],
  orders: ['read.orders', 'order_id'],
  'discount-plans': ['app.catalogue_change', 'id'],
  'personal-data': ['app.personal_data_request', 'request_id'],
  'payout-batches': ['app.payout_batch_item join read.withdrawals using (withdrawal_id)', 'batch_id'],
  corrections: ['read.corrections join read.wallets using (wallet_id)', 'correction_id'],
} as const;
type OfCustomers = keyof typeof OF_CUSTOMERS;

type Input = { readonly params: unknown; readonly body: unknown };
const HasId = z.object({ id: z.string() });
/** How a body names customers, or what is theirs; a field of another shape means something else. */
const Names = z.object({
  user_id: z.string().optional().catch(undefined),
  deposit_id: z.string().optional().catch(undefined),
  deposits: z.array(HasId).catch([]),
  withdrawal_ids: z.array(z.string()).catch([]),
});
const NOTHING = Names.parse({});

/**
 * Refuses every write of an administrator about themselves or their own company: of a customer, of something of theirs (by the path), or of
 * what the body names. It is derived from the route, so a new one is guarded, too. @throws ApiError 403 own_customer
 */
export async function requireMayDecide(
  deps: Pick<BffDeps, 'database'>,
  actor: AdministratorActor,
  path: string,
  input: Input,
): Promise<void> {
  // What nobody knows is refused by the handler.
  await requireStrangers(deps, actor, await customersOf(deps, path, input));
}

async function customersOf(
  { database }: Pick<BffDeps, 'database'>,
  path: string,
  { params, body }: Input,
): Promise<readonly string[]> {
  const named = Names.safeParse(body).data ?? NOTHING;
  const [, kind = ''] = /^\/api\/admin\/([a-z-]+)\/:id/.exec(path) ?? [];
  const id = HasId.safeParse(params).data?.id;
  const customers = [named.user_id, kind === 'users' ? id : undefined].filter((each) => each !== undefined);
  const theirs: (readonly [OfCustomers, readonly string[]])[] = [
    ['withdrawals', named.withdrawal_ids],
    ['deposits', [...named.deposits.map((each) => each.id), ...(named.deposit_id ? [named.deposit_id] : [])]],
    ...(id !== undefined && Object.hasOwn(OF_CUSTOMERS, kind) ? [[kind as OfCustomers, [id]] as const] : []),
  ];
  for (const [what, ids] of theirs) {
    if (ids.length === 0) continue;
    const [from, column] = OF_CUSTOMERS[what];
    customers.push(
      ...(await database.anyFirst(sql.type(z.object({ customer_id: z.string() }))`
        select distinct customer_id from ${plain(from)}
        where ${plain(column)} = any(${sql.array([...ids], 'uuid')}) and customer_id is not null`)),
    );
  }
  return customers;
}

/** @throws ApiError 403 own_customer */
export async function requireStrangers(
  { database }: Pick<BffDeps, 'database'>,
  actor: AdministratorActor,
  customerIds: readonly string[],
): Promise<void> {
  if (customerIds.length === 0) return;
  const known = await database.any(sql.type(Known)`
    select array_remove(array[account.email, account.pending_email, company.company_email, company.contact_email], null) as emails,
      array_remove(array[account.name, company.contact_person], null) as names
    from app.account as account left join app.company as company using (customer_id)
    where account.customer_id = any(${sql.array([...customerIds], 'uuid')})`);
  const accounts = await personOf(database, actor.administratorId);
  const same = known.find((each) => accounts.some((account) => isSamePerson(account, each)));
  if (!same) return;
  const who = customerIds.length === 1 ? 'This customer' : (same.names[0] ?? 'One of these customers');
  throw forbidden(
    'own_customer',
    `${who} has your address or your name, so another administrator has to decide this. Nothing was changed.`,
  );
}
const Known = z.object({ emails: z.array(z.string()), names: z.array(z.string()) });

/**
 * Who edited a company does not approve it within the days of the policy, nor who is no other person than they are, unless another one has
 * approved it since.
 * @throws ApiError 403 own_edit
 */
export async function requireNotEditor(
  deps: Pick<BffDeps, 'database' | 'rules' | 'clock'>,
  { administratorId }: AdministratorActor,
  customerId: string,
): Promise<void> {
  const { database, rules, clock } = deps;
  const notOther = sql.array([administratorId, ...(await tiedTo(deps, administratorId))], 'text');
  const since = new Date(clock().getTime() - rules().companyEditorDays * DAY_MS).toISOString();
  const editor = await database.maybeOneFirst(sql.type(z.object({ actor_id: z.string() }))`
    select actor_id from read.audit_events as edit
    where category = 'customer' and object_id = ${customerId}
    and type in ('CustomerCompanyDetailsSaved', 'CustomerDocumentAdded')
    and actor_id = any(${notOther}) and time > ${since}::timestamptz
    and not exists (select from read.audit_events as approval
      where approval.category = 'customer' and approval.object_id = edit.object_id and approval.type = 'CustomerApproved'
      and approval.actor_id <> all(${notOther}) and approval.position > edit.position)
    limit 1`);
  if (editor === null) return;
  const who =
    editor === administratorId
      ? 'You have'
      : 'Somebody of your mailbox, or who brought you in, or whom you brought in, a short time ago has';
  throw forbidden(
    'own_edit',
    `${who} edited this company, so another administrator has to approve it. Nothing was changed.`,
  );
}
