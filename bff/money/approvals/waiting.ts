import { z } from 'zod';
import { minorJson } from '#bff/contract/base/money-json.ts';
import { may } from '#bff/contract/base/roles.ts';
import type { ApprovalListQuery, ApprovalPage, WaitingApproval } from '#bff/contract/money/admin-approval.ts';
import { APPROVAL_KINDS, APPROVAL_PERMISSIONS } from '#bff/contract/money/approval-kinds.ts';
import { AdministratorChange, changeText } from '#bff/identity/administrators/change.ts';
import { accountsOf, tiedTo } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { pageAsked } from '#bff/kit/lib/asked.ts';
import { PROGRAM_NAME, pageMeta, presentPerson, timeOrNull } from '#bff/kit/lib/present.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import type { LedgerEvent } from '#core/aggregates/events.ts';
import { SECTION_NAMES, SECTIONS } from '#core/aggregates/settings/sections.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { proposedAt, type Settings } from '#core/ledger/settings.ts';

const WaitingRow = z.object({
  kind: z.enum(APPROVAL_KINDS),
  subjectId: z.uuid(),
  reference: z.string(),
  /** Null where it is about no customer. */
  customerId: z.uuid().nullable(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  /** Minor units, or basis points of a discount. */
  figure: z.bigint().nullable(),
  /** Null for a discount, and for a change to an administrator. */
  currency: Currency.nullable(),
  /** Of an administrator. */
  change: z.unknown(),
  /** The administrator whom it is about. */
  about: z.string().nullable(),
  aboutName: z.string().nullable(),
  aboutEmail: z.string().nullable(),
  /** It is carried out then, unless it is refused. */
  dueAt: z.date().nullable(),
  /** Nobody has confirmed it yet. */
  isOpen: z.boolean(),
  /** Null for the command line. */
  firstBy: z.string().nullable(),
  firstByName: z.string().nullable(),
  firstAt: z.date(),
});
type WaitingRow = z.infer<typeof WaitingRow>;

/** What a first administrator approved. Erased customers are left out: their discounts and credit limits can no longer be decided. */
const waitingIn = (settings: Settings) => sql.fragment`(
  select 'deposit' as kind, deposit_id as subject_id, number as reference, customer_id, first_amount as figure, currency, first_by, first_at,
    null::jsonb as change, null::text as about, null::timestamptz as due_at, true as is_open
  from read.deposits where status = 'pending' and awaits_second
  union all
  select 'withdrawal', withdrawal_id, number, customer_id, amount, currency, first_by, first_at, null, null, null, true
  from read.withdrawals where status = 'pending' and awaits_second
  union all
  select 'bank_line', (substr(line_id, 1, 8) || '-' || substr(line_id, 9, 4) || '-8' || substr(line_id, 14, 3) || '-8' || substr(line_id, 18, 3)
      || '-' || substr(line_id, 21, 12))::uuid,
    (select string_agg(coalesce(number, 'a deleted deposit') || changed, ', ' order by number)
        || case when bool_or(number is null or changed <> '') then '. It cannot be confirmed any more: reject it.' else '' end
      from (select number, case when status <> 'pending' then ' (' || status || ')'
          when proof_file_id::text <> all(string_to_array(first_proofs, ',')) then ' (new payment proof)' else '' end as changed
        from unnest(string_to_array(split_into, ',')) as id left join read.deposits on deposit_id::text = id) as part),
    null, line.amount, line.currency, line.first_by, line.first_at, null, null, null, true
  from read.booked_lines line where state = 'held' and first_by is not null
  union all
  select 'credit_limit', wallet_id, currency || ' wallet', customer_id, proposed_limit, currency, proposed_by, proposed_at, null, null, null, true
  from read.wallets join read.customers as customer using (customer_id)
  where proposed_limit is not null and customer.status <> 'erased'
  union all
  select 'discount', product.id, product.name, proposal.customer_id, proposal.basis_points::int8, null, proposal.proposed_by, proposal.proposed_at,
    null, null, null, true
  from read.customer_discount_proposals as proposal join app.product as product on product.id::text = proposal.product_id
  join read.customers as customer on customer.customer_id = proposal.customer_id and customer.status <> 'erased'
  union all
  select 'price', product.id, product.name, null, (change ->> 'price_minor')::int8, change ->> 'currency', proposed_by::text, proposed_at,
    null, null, null, true
  from app.proposal join app.product as product on product.id = subject_id where kind = 'price' and ended_at is null
  union all
  select case bulk.kind when 'discounts' then 'discount_plan' else 'catalogue' end, bulk.id,
    bulk.title || ': ' || (bulk.counts ->> 'far') || ' of ' || ((bulk.counts ->> 'new')::int + (bulk.counts ->> 'changed')::int)
      || case bulk.kind when 'discounts' then ' discounts' else ' prices' end,
    bulk.customer_id, null, null, proposed_by::text, proposed_at, null, null, null, true
  from app.proposal join app.catalogue_change as bulk on bulk.id = subject_id where proposal.kind = 'catalogue' and proposal.ended_at is null
  union all
  select 'rate', subject_id, change ->> 'seen', null, null, null, proposed_by::text, proposed_at, null, null, null, true
  from app.proposal where kind = 'rate' and ended_at is null
  union all
  select 'administrator', proposal_id, '', null, null, null, proposed_by::text, proposed_at, change, subject_id::text, due_at, true
  from app.proposal where kind = 'administrator' and ended_at is null
  union all
  select 'settings', id, title, null, null, null, by, at::timestamptz, null, null, due_at::timestamptz, is_open
  from ${sql.unnest(changesOf(settings), ['uuid', 'text', 'text', 'text', 'text', 'bool'])} as change (id, title, by, at, due_at, is_open)
)`;

/** The settings are no table: every process has them. */
const changesOf = (settings: Settings) =>
  SECTION_NAMES.flatMap((section) => {
    const change = settings.waiting[section];
    if (!change) return [];
    const { proposalId, by, dueAt, confirmedBy } = change;
    return [[proposalId, SECTIONS[section].title, by, proposedAt(settings, proposalId), dueAt, confirmedBy === null]];
  });

export const CHANGES_WHAT_WAITS: ReadonlySet<string> = new Set<LedgerEvent['type']>([
  'DepositApprovalProposed',
  'DepositProofUploaded',
  'DepositApproved',
  'DepositRejected',
  'DepositDeleted',
  'BankLineSplitProposed',
  'BankLineSplitRejected',
  'BankLineSplit',
  'BankLineAssigned',
  'WithdrawalRequested',
  'WithdrawalPayoutProposed',
  'WithdrawalCompleted',
  'WithdrawalRejected',
  'WithdrawalFailed',
  'WalletCreditLimitProposed',
  'WalletCreditLimitRejected',
  'WalletCreditLimitSet',
  'CustomerDiscountProposed',
  'CustomerDiscountRejected',
  'CustomerDiscountSet',
  'SettingsChangeProposed',
  'SettingsChangeConfirmed',
  'SettingsChangeWithdrawn',
  'SettingsChanged',
]);

const Counts = z.object({ total: z.int(), to_confirm: z.int() });

/** What waits for a second administrator, the oldest first. */
export async function listWaiting(
  deps: Pick<BffDeps, 'database' | 'rules' | 'clock' | 'settings'>,
  caller: AdministratorActor,
  { kind, ...asked }: ApprovalListQuery,
): Promise<ApprovalPage> {
  const { database } = deps;
  const { administratorId } = caller;
  const [tied, accounts] = await Promise.all([
    tiedTo(deps, administratorId),
    accountsOf(deps.database, administratorId),
  ]);
  const decided = APPROVAL_KINDS.filter((each) => may(caller.roles, APPROVAL_PERMISSIONS[each]));
  const waiting = waitingIn(deps.settings.now());
  // Only owners see who is about to become an administrator.
  const shown = APPROVAL_KINDS.filter(
    (each) =>
      (kind === undefined || each === kind) &&
      (each !== 'administrator' || decided.includes(each)) &&
      (each !== 'settings' || may(caller.roles, 'settings:read')),
  );
  const isWanted = sql.fragment`kind = any(${sql.array(shown, 'text')})`;
  const { page, perPage } = pageAsked(asked);
  const [{ total, to_confirm }, rows] = await Promise.all([
    database.one(sql.type(Counts)`
      select count(*) filter (where ${isWanted})::int as total,
        count(*) filter (where is_open and first_by is distinct from ${administratorId} and (about is null or about <> all(${sql.array(accounts, 'text')}))
          and (first_by is null or first_by <> all(${sql.array(tied, 'text')})) and kind = any(${sql.array(decided, 'text')}))::int as to_confirm
      from ${waiting} as waiting`),
    database.any(sql.type(WaitingRow)`
      select kind, subject_id as "subjectId", reference, waiting.customer_id as "customerId",
        account.name as "customerName", account.email as "customerEmail", figure, currency,
        change, about, subject.name as "aboutName", subject.email as "aboutEmail", due_at as "dueAt", is_open as "isOpen",
        first_by as "firstBy", administrator.name as "firstByName", first_at as "firstAt"
      from ${waiting} as waiting
      left join app.account as account on account.customer_id = waiting.customer_id
      left join app.administrator as administrator on administrator.administrator_id::text = first_by
      left join app.administrator as subject on subject.administrator_id::text = about
      where ${isWanted} order by first_at, kind, subject_id, waiting.customer_id
      limit ${perPage} offset ${(page - 1) * perPage}`),
  ]);
  return {
    data: rows.map((row) => present(row, caller, { tied, accounts })),
    meta: { ...pageMeta({ page, perPage, total, items: rows }), to_confirm },
  };
}

function present(
  row: WaitingRow,
  { administratorId, roles }: AdministratorActor,
  { tied, accounts }: Readonly<Record<'tied' | 'accounts', readonly string[]>>,
): WaitingApproval {
  const { kind, subjectId, customerId, customerName, customerEmail, figure, currency, firstBy, about } = row;
  return {
    // A product's discount waits once for each customer.
    id: [kind, subjectId, ...(customerId === null ? [] : [customerId])].join(':'),
    kind,
    subject_id: subjectId,
    reference: kind === 'administrator' ? administratorText(row) : row.reference,
    user: customerId === null ? null : presentPerson({ customerId, customerName, customerEmail }),
    amount: currency === null || figure === null ? null : minorJson(figure, currency),
    percentage: currency === null && figure !== null ? Number(figure) / 100 : null,
    due_at: timeOrNull(row.dueAt),
    first: {
      by: firstBy === null ? COMMAND_LINE : { id: firstBy, name: row.firstByName ?? PROGRAM_NAME },
      at: row.firstAt.toISOString(),
    },
    may_confirm:
      row.isOpen &&
      firstBy !== administratorId &&
      (about === null || !accounts.includes(about)) &&
      (firstBy === null || !tied.includes(firstBy)) &&
      may(roles, APPROVAL_PERMISSIONS[kind]),
  };
}

const COMMAND_LINE = { id: 'command-line', name: 'The command line' };

function administratorText({ change, aboutName, aboutEmail }: WaitingRow): string {
  const wanted = AdministratorChange.parse(change);
  const known = { name: aboutName ?? 'An administrator', email: aboutEmail ?? '' };
  return changeText(wanted, wanted.step === 'invite' ? wanted : known);
}
