import { z } from 'zod';
import { Currency } from '#core/kernel/money.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import { matchingNumber } from '../kernel/search.ts';
import { type Database, every, type Fragment, sql, withinDays } from '../kernel/sql.ts';
import { type Breakdown, breakdownOf, tallyOf, tallyOfDays } from '../tally/queries.ts';

export const DEPOSIT_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

const DepositView = z.object({
  depositId: z.uuid(),
  number: z.string(),
  customerId: z.uuid(),
  walletId: z.uuid(),
  currency: Currency,
  /** Minor units, as all amounts here. */
  amount: z.bigint(),
  approvedAmount: z.bigint().nullable(),
  fee: z.bigint().nullable(),
  status: z.enum(DEPOSIT_STATUSES),
  /** Both notes are sealed under the customer's key. */
  userNote: z.string().nullable(),
  adminNote: z.string().nullable(),
  hasPaymentProof: z.boolean(),
  proofFileId: z.uuid().nullable(),
  proofContentType: z.string().nullable(),
  proofUploadedAt: z.date().nullable(),
  requestedAt: z.date(),
  decidedAt: z.date().nullable(),
  /** The administrator's id. */
  decidedBy: z.string().nullable(),
  /** When the wallet received the approved amount. */
  creditedAt: z.date().nullable(),
});
export type DepositView = z.infer<typeof DepositView>;
const DepositListItem = DepositView.extend({
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
});
export type DepositListItem = z.infer<typeof DepositListItem>;

export type DepositSort = 'requested_at' | 'amount';
export type DepositFilters = {
  readonly status?: DepositStatus | undefined;
  /** Whole UTC days (YYYY-MM-DD), both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const columns = sql.fragment`page.deposit_id as "depositId", page.number, page.customer_id as "customerId",
  page.wallet_id as "walletId", page.currency, page.amount, page.approved_amount as "approvedAmount", page.fee,
  page.status, page.user_note as "userNote", page.admin_note as "adminNote",
  page.proof_file_id is not null as "hasPaymentProof", page.proof_file_id as "proofFileId",
  page.proof_content_type as "proofContentType", page.proof_uploaded_at as "proofUploadedAt",
  page.requested_at as "requestedAt", page.decided_at as "decidedAt", page.decided_by as "decidedBy",
  page.credited_at as "creditedAt"`;
const named = sql.fragment`${columns}, a.name as "customerName", a.email as "customerEmail"`;
const account = sql.fragment`left join app.account a on a.customer_id = page.customer_id`;

/** A customer's own deposits, newest first unless asked otherwise. */
export function listOwnDeposits(
  database: Database,
  customerId: string,
  request: PageRequest<DepositSort> & DepositFilters,
): Promise<Page<DepositListItem>> {
  return list(database, { ...request, customerId });
}

/** For administrators. `search`: an id, the beginning or end of a number, or part of a customer's name or e-mail. */
export function listDeposits(
  database: Database,
  request: PageRequest<DepositSort> & DepositFilters & { customerId?: string | undefined; search?: string | undefined },
): Promise<Page<DepositListItem>> {
  return list(database, request);
}

/** A deposit, or null when there is none or it is another customer's. Administrators leave `customerId` out. */
export function findDeposit(
  database: Database,
  depositId: string,
  customerId?: string,
): Promise<DepositListItem | null> {
  return database.maybeOne(
    sql.type(DepositListItem)`select ${named} from read.deposits page ${account} where page.deposit_id = ${depositId}
      and (${customerId ?? null}::uuid is null or page.customer_id = ${customerId ?? null}::uuid)`,
  );
}

/** Counts and sums of the requested amounts by currency and status. */
export function depositBreakdown(
  database: Database,
  days: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): Promise<readonly Breakdown[]> {
  return breakdownOf(database, 'deposit', days);
}

type AllFilters = DepositFilters & { customerId?: string | undefined; search?: string | undefined };

function list(database: Database, request: PageRequest<DepositSort> & AllFilters): Promise<Page<DepositListItem>> {
  const where: Fragment[] = [];
  if (request.customerId !== undefined) where.push(sql.fragment`d.customer_id = ${request.customerId}`);
  if (request.status !== undefined) where.push(sql.fragment`d.status = ${request.status}`);
  where.push(...withinDays(sql.fragment`d.requested_at`, request.from, request.to));
  if (request.search) {
    where.push(sql.fragment`d.deposit_id in (${matchingNumber('deposits', 'deposit_id', request.search)})`);
  }
  return listPage(
    database,
    {
      from: sql.fragment`read.deposits d`,
      where,
      sorts: { requested_at: sql.fragment`d.requested_at`, amount: sql.fragment`d.amount` },
      defaultSort: 'requested_at',
      tieBreaker: sql.fragment`d.position`,
      select: named,
      joins: account,
      schema: DepositListItem,
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
    return tallyOf(database, 'deposit', scope, tallyFilter);
  }
  if (!filters.search && filters.customerId === undefined) {
    return tallyOfDays(database, 'deposit', filters, tallyFilter);
  }
  const counted = await database.one(
    sql.type(z.object({ count: z.bigint() }))`select count(*) as count from read.deposits d where ${every(where)}`,
  );
  return Number(counted.count);
}
