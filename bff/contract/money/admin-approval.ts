import { z } from 'zod';
import { dataOf, Money, named, Owner, PageQuery, pageOf, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { APPROVAL_KINDS } from './approval-kinds.ts';

export const WaitingApproval = named('WaitingApproval', {
  id: z.string(),
  kind: z.enum(APPROVAL_KINDS),
  /** The id of the deposit, the withdrawal, the wallet, the product, the change of the catalogue or of many discounts, the request of a rate, or the change to an administrator or of the settings. */
  subject_id: Uuid,
  /** Its number or name; of a line of the bank its deposits, and whether it can be confirmed no more; of a change to an administrator what it is, of a rate what the first administrator saw, of a change of the settings their section. */
  reference: z.string(),
  /** The customer; null for a price, a rate, the catalogue and a change to an administrator or of the settings. */
  user: Owner.nullable(),
  /** The amount or price that the first administrator approved; null for a discount, which has a percentage. */
  amount: Money.nullable(),
  percentage: z.number().nullable(),
  /** It is carried out then, unless it is refused before; null: it waits for a second administrator. */
  due_at: Timestamp.nullable(),
  first: z.object({ by: z.object({ id: z.string(), name: z.string() }), at: Timestamp }),
  /** The caller was not the first one nor tied to them, and has the permission. */
  may_confirm: z.boolean(),
});
export type WaitingApproval = z.infer<typeof WaitingApproval>;

export const ApprovalListQuery = PageQuery.extend({ kind: z.enum(APPROVAL_KINDS).optional() });
export type ApprovalListQuery = z.infer<typeof ApprovalListQuery>;

const page = pageOf(WaitingApproval);
/** `to_confirm`: how many requests of all kinds the caller may confirm. */
export const ApprovalPage = page.extend({ meta: page.shape.meta.extend({ to_confirm: z.int() }) });
export type ApprovalPage = z.infer<typeof ApprovalPage>;

/** How much the caller may approve in a day (UTC) altogether, and how much is left today, in each currency of the store. */
export const ApprovalAllowance = dataOf(z.object({ limit: Money, left: z.array(Money) }));

const desk = routesFor({ auth: 'administrator', permission: 'approvals:read', tag: 'Admin: approvals' });

export const adminApprovalRoutes = {
  listWaitingApprovals: desk.get(
    '/admin/approvals',
    'What waits for a second administrator, the oldest first.',
    ApprovalPage,
    { background: true, query: ApprovalListQuery },
  ),
  getApprovalAllowance: desk.get(
    '/admin/approvals/allowance',
    'What the caller may approve in a day, and what of it is left today.',
    ApprovalAllowance,
  ),
};
