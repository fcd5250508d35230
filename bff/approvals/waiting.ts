import { z } from 'zod';
import type { ApprovalListQuery, ApprovalPage, WaitingApproval } from '#bff/contract/admin-approval.ts';
import { APPROVAL_KINDS, APPROVAL_PERMISSIONS } from '#bff/contract/approval-kinds.ts';
import { minorJson } from '#bff/contract/money-json.ts';
import { may } from '#bff/contract/roles.ts';
import type { AdministratorActor } from '#bff/http/actor.ts';
import { pageAsked } from '#bff/lib/asked.ts';
import { pageMeta, presentPerson } from '#bff/lib/present.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import type { LedgerEvent } from '#core/events.ts';
import { Currency } from '#core/kernel/money.ts';

const WaitingRow = z.object({
  kind: z.enum(APPROVAL_KINDS),
  subjectId: z.uuid(),
  reference: z.string(),
  customerId: z.uuid(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  /** Minor units, or basis points of a discount. */
  figure: z.bigint(),
  /** Null for a discount. */
  currency: Currency.nullable(),
  firstBy: z.string(),
  firstByName: z.string().nullable(),
  firstAt: z.date(),
});
type WaitingRow = z.infer<typeof WaitingRow>;

/** What a first administrator approved. Erased customers are left out, because their discounts can no longer be decided. */
const waiting = sql.fragment`(
  select 'deposit' as kind, deposit_id as subject_id, number as reference, customer_id, first_amount as figure, currency, first_by, first_at
  from read.deposits where status = 'pending' and awaits_second
  union all
  select 'withdrawal', withdrawal_id, number, customer_id, amount, currency, first_by, first_at
  from read.withdrawals where status = 'pending' and awaits_second
  union all
  select 'credit_limit', wallet_id, currency || ' wallet', customer_id, proposed_limit, currency, proposed_by, proposed_at
  from read.wallets where proposed_limit is not null
  union all
  select 'discount', product.id, product.name, proposal.customer_id, proposal.basis_points::int8, null, proposal.proposed_by, proposal.proposed_at
  from read.customer_discount_proposals as proposal join app.product as product on product.id::text = proposal.product_id
  join read.customers as customer on customer.customer_id = proposal.customer_id and customer.status <> 'erased'
)`;

/** Events that change what waits for a second administrator. */
export const CHANGES_WHAT_WAITS: ReadonlySet<string> = new Set<LedgerEvent['type']>([
  'DepositApprovalProposed',
  'DepositProofUploaded',
  'DepositApproved',
  'DepositRejected',
  'DepositDeleted',
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
]);

const Counts = z.object({ total: z.int(), to_confirm: z.int() });

/** What waits for a second administrator, the oldest first. */
export async function listWaiting(
  database: Queryable,
  caller: AdministratorActor,
  { kind, ...asked }: ApprovalListQuery,
): Promise<ApprovalPage> {
  const decided = APPROVAL_KINDS.filter((each) => may(caller.roles, APPROVAL_PERMISSIONS[each]));
  const isWanted = kind === undefined ? sql.fragment`true` : sql.fragment`kind = ${kind}`;
  const { page, perPage } = pageAsked(asked);
  const [{ total, to_confirm }, rows] = await Promise.all([
    database.one(sql.type(Counts)`
      select count(*) filter (where ${isWanted})::int as total,
        count(*) filter (where first_by <> ${caller.administratorId}
          and kind = any(${sql.array(decided, 'text')}))::int as to_confirm
      from ${waiting} as waiting`),
    database.any(sql.type(WaitingRow)`
      select kind, subject_id as "subjectId", reference, waiting.customer_id as "customerId",
        account.name as "customerName", account.email as "customerEmail", figure, currency,
        first_by as "firstBy", administrator.name as "firstByName", first_at as "firstAt"
      from ${waiting} as waiting
      left join app.account as account on account.customer_id = waiting.customer_id
      left join app.administrator as administrator on administrator.administrator_id::text = first_by
      where ${isWanted} order by first_at, kind, subject_id, waiting.customer_id
      limit ${perPage} offset ${(page - 1) * perPage}`),
  ]);
  return {
    data: rows.map((row) => present(row, caller)),
    meta: { ...pageMeta({ page, perPage, total, items: rows }), to_confirm },
  };
}

function present(row: WaitingRow, { administratorId, roles }: AdministratorActor): WaitingApproval {
  const { kind, subjectId, customerId, figure, currency, firstBy } = row;
  return {
    // A product's discount waits once for each customer.
    id: [kind, subjectId, customerId].join(':'),
    kind,
    subject_id: subjectId,
    reference: row.reference,
    user: presentPerson(row),
    amount: currency === null ? null : minorJson(figure, currency),
    percentage: currency === null ? Number(figure) / 100 : null,
    first: { by: { id: firstBy, name: row.firstByName ?? 'Giftledger' }, at: row.firstAt.toISOString() },
    may_confirm: firstBy !== administratorId && may(roles, APPROVAL_PERMISSIONS[kind]),
  };
}
