import { z } from 'zod';
import { Currency } from '#core/kernel/money.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import { matchingNumber } from '../kernel/search.ts';
import { type Database, every, type Fragment, sql, withinDays } from '../kernel/sql.ts';
import { tallyOf, tallyOfDays } from '../tally/queries.ts';

export const WITHDRAWAL_STATUSES = ['pending', 'completed', 'rejected', 'failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

const WithdrawalView = z.object({
  withdrawalId: z.uuid(),
  number: z.string(),
  customerId: z.uuid(),
  walletId: z.uuid(),
  currency: Currency,
  /** Minor units. */
  amount: z.bigint(),
  status: z.enum(WITHDRAWAL_STATUSES),
  requestedBy: z.enum(['customer', 'administrator']),
  bankSnapshotId: z.uuid().nullable(),
  /** All three notes are sealed under the customer's key. */
  userNote: z.string().nullable(),
  adminNote: z.string().nullable(),
  decisionNote: z.string().nullable(),
  failureReason: z.string().nullable(),
  requestedAt: z.date(),
  /** When the wallet held the amount; until then it can be neither completed nor rejected. */
  heldAt: z.date().nullable(),
  decidedAt: z.date().nullable(),
  /** The administrator's id. */
  decidedBy: z.string().nullable(),
});
export type WithdrawalView = z.infer<typeof WithdrawalView>;
const WithdrawalListItem = WithdrawalView.extend({
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
});
export type WithdrawalListItem = z.infer<typeof WithdrawalListItem>;

export type WithdrawalSort = 'requested_at' | 'amount';
export type WithdrawalFilters = {
  readonly status?: WithdrawalStatus | undefined;
  /** Whole UTC days (YYYY-MM-DD), both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const columns = sql.fragment`page.withdrawal_id as "withdrawalId", page.number, page.customer_id as "customerId",
  page.wallet_id as "walletId", page.currency, page.amount, page.status, page.requested_by as "requestedBy",
  page.bank_snapshot_id as "bankSnapshotId", page.user_note as "userNote", page.admin_note as "adminNote",
  page.decision_note as "decisionNote", page.failure_reason as "failureReason", page.requested_at as "requestedAt",
  page.held_at as "heldAt", page.decided_at as "decidedAt", page.decided_by as "decidedBy"`;
const named = sql.fragment`${columns}, a.name as "customerName", a.email as "customerEmail"`;
const account = sql.fragment`left join app.account a on a.customer_id = page.customer_id`;

/** A customer's own withdrawals, newest first unless asked otherwise. */
export function listOwnWithdrawals(
  database: Database,
  customerId: string,
  request: PageRequest<WithdrawalSort> & WithdrawalFilters,
): Promise<Page<WithdrawalListItem>> {
  return list(database, { ...request, customerId });
}

/** For administrators. `search`: an id, the beginning or end of a number, or part of a customer's name or e-mail. */
export function listWithdrawals(
  database: Database,
  request: PageRequest<WithdrawalSort> &
    WithdrawalFilters & { customerId?: string | undefined; search?: string | undefined },
): Promise<Page<WithdrawalListItem>> {
  return list(database, request);
}

/** A withdrawal, or null when there is none or it is another customer's. Administrators leave `customerId` out. */
export function findWithdrawal(
  database: Database,
  withdrawalId: string,
  customerId?: string,
): Promise<WithdrawalListItem | null> {
  return database.maybeOne(
    sql.type(WithdrawalListItem)`select ${named} from read.withdrawals page ${account}
      where page.withdrawal_id = ${withdrawalId}
      and (${customerId ?? null}::uuid is null or page.customer_id = ${customerId ?? null}::uuid)`,
  );
}

type AllFilters = WithdrawalFilters & { customerId?: string | undefined; search?: string | undefined };

function list(
  database: Database,
  request: PageRequest<WithdrawalSort> & AllFilters,
): Promise<Page<WithdrawalListItem>> {
  const where: Fragment[] = [];
  if (request.customerId !== undefined) where.push(sql.fragment`w.customer_id = ${request.customerId}`);
  if (request.status !== undefined) where.push(sql.fragment`w.status = ${request.status}`);
  where.push(...withinDays(sql.fragment`w.requested_at`, request.from, request.to));
  if (request.search) {
    where.push(sql.fragment`w.withdrawal_id in (${matchingNumber('withdrawals', 'withdrawal_id', request.search)})`);
  }
  return listPage(
    database,
    {
      from: sql.fragment`read.withdrawals w`,
      where,
      sorts: { requested_at: sql.fragment`w.requested_at`, amount: sql.fragment`w.amount` },
      defaultSort: 'requested_at',
      tieBreaker: sql.fragment`w.position`,
      select: named,
      joins: account,
      schema: WithdrawalListItem,
      total: () => count(database, request, where),
    },
    request,
  );
}

async function count(database: Database, filters: AllFilters, where: readonly Fragment[]): Promise<number> {
  const hasDays = filters.from !== undefined || filters.to !== undefined;
  const tallyFilter = { statuses: filters.status === undefined ? undefined : [filters.status] };
  if (!filters.search && !hasDays) {
    const scope = filters.customerId === undefined ? 'all' : `customer:${filters.customerId}`;
    return tallyOf(database, 'withdrawal', scope, tallyFilter);
  }
  if (!filters.search && filters.customerId === undefined) {
    return tallyOfDays(database, 'withdrawal', filters, tallyFilter);
  }
  const counted = await database.one(
    sql.type(z.object({ count: z.bigint() }))`select count(*) as count from read.withdrawals w where ${every(where)}`,
  );
  return Number(counted.count);
}
