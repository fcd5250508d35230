import { z } from 'zod';
import { Currency } from '#core/kernel/money.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import { customersNamed } from '../kernel/search.ts';
import { type Database, escapeLike, every, type Fragment, isUuid, sql, union, withinDays } from '../kernel/sql.ts';
import { tallyOf, tallyOfDays } from '../tally/queries.ts';
import { findWallet } from '../wallets/queries.ts';

export const TRANSACTION_TYPES = ['deposit', 'payment', 'withdrawal'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
/** The finer distinction: a deposit's fee and a refund are of type payment. */
export const TRANSACTION_KINDS = ['deposit', 'deposit-fee', 'payment', 'refund', 'withdrawal'] as const;
export const TRANSACTION_STATUSES = ['completed', 'pending', 'failed'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

const TransactionView = z.object({
  id: z.uuid(),
  walletId: z.uuid(),
  customerId: z.uuid(),
  currency: Currency,
  type: z.enum(TRANSACTION_TYPES),
  kind: z.enum(TRANSACTION_KINDS),
  /** Minor units; negative for money that leaves the wallet. */
  amount: z.bigint(),
  conversionFee: z.bigint(),
  status: z.enum(TRANSACTION_STATUSES),
  /** 'Order GL-000123', 'Deposit DEP-000045' … */
  description: z.string(),
  documentKind: z.enum(['deposit', 'order', 'withdrawal']),
  documentId: z.uuid(),
  documentNumber: z.string(),
  /** Of the wallet; null unless completed. */
  balanceAfter: z.bigint().nullable(),
  createdAt: z.date(),
  /** When it was completed or failed. */
  settledAt: z.date().nullable(),
});
export type TransactionView = z.infer<typeof TransactionView>;
const TransactionListItem = TransactionView.extend({ customerName: z.string().nullable() });
export type TransactionListItem = z.infer<typeof TransactionListItem>;

export type TransactionSort = 'created_at' | 'amount';
export type TransactionFilters = {
  readonly walletId?: string | undefined;
  readonly type?: TransactionType | undefined;
  readonly kind?: TransactionView['kind'] | undefined;
  readonly status?: TransactionStatus | undefined;
  /** Whole UTC days (YYYY-MM-DD), both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const columns = sql.fragment`page.id, page.wallet_id as "walletId", page.customer_id as "customerId", page.currency,
  page.type, page.kind, page.amount, page.conversion_fee as "conversionFee", page.status,
  case page.kind when 'deposit' then 'Deposit ' when 'deposit-fee' then 'Deposit fee ' when 'payment' then 'Order '
    when 'refund' then 'Refund of order ' else 'Withdrawal ' end || page.document_number as description,
  page.document_kind as "documentKind", page.document_id as "documentId", page.document_number as "documentNumber",
  page.balance_after as "balanceAfter", page.created_at as "createdAt", page.settled_at as "settledAt"`;

/** A customer's own movements, newest first unless asked otherwise. */
export function listOwnTransactions(
  database: Database,
  customerId: string,
  request: PageRequest<TransactionSort> & TransactionFilters,
): Promise<Page<TransactionListItem>> {
  return list(database, { ...request, customerId });
}

/** For administrators. `search`: part of a customer's name or e-mail, the beginning of a document's number, or an id. */
export function listTransactions(
  database: Database,
  request: PageRequest<TransactionSort> &
    TransactionFilters & { customerId?: string | undefined; search?: string | undefined },
): Promise<Page<TransactionListItem>> {
  return list(database, request);
}

/** One movement, or null when there is none or it is another customer's. Administrators leave `customerId` out. */
export function findTransaction(database: Database, id: string, customerId?: string): Promise<TransactionView | null> {
  return database.maybeOne(
    sql.type(TransactionView)`select ${columns} from read.transactions page where id = ${id}
      and (${customerId ?? null}::uuid is null or customer_id = ${customerId ?? null}::uuid)`,
  );
}

/** Every movement that belongs to one deposit, order or withdrawal, oldest first. */
export function listTransactionsOfDocument(
  database: Database,
  documentId: string,
): Promise<readonly TransactionView[]> {
  return database.any(
    sql.type(TransactionView)`select ${columns} from read.transactions page where document_id = ${documentId}
      order by page.position`,
  );
}

/** Rows of one chunk of an export. */
export const MAX_EXPORT_CHUNK = 5_000;

/**
 * The next chunk of a wallet's movements in the order of time, for exports: pass the last row's `position` on as `after`
 * until a chunk comes back empty. Every chunk costs the same, however long the history.
 */
export async function exportTransactions(
  database: Database,
  request: {
    readonly customerId: string;
    readonly walletId: string;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly after?: { readonly createdAt: Date; readonly position: bigint } | undefined;
  },
): Promise<readonly (TransactionView & { position: bigint })[]> {
  const { after } = request;
  const conditions = [
    sql.fragment`page.wallet_id = ${request.walletId}`,
    sql.fragment`page.customer_id = ${request.customerId}`,
    ...withinDays(sql.fragment`page.created_at`, request.from, request.to),
    ...(after
      ? [
          sql.fragment`(page.created_at, page.position) > (${after.createdAt.toISOString()}::timestamptz, ${after.position}::int8)`,
        ]
      : []),
  ];
  return database.any(
    sql.type(TransactionView.extend({ position: z.bigint() }))`select ${columns}, page.position
      from read.transactions page where ${every(conditions)}
      order by page.created_at, page.position limit ${MAX_EXPORT_CHUNK}`,
  );
}

type AllFilters = TransactionFilters & { customerId?: string | undefined; search?: string | undefined };

function list(
  database: Database,
  request: PageRequest<TransactionSort> & AllFilters,
): Promise<Page<TransactionListItem>> {
  const where = conditionsOf(request);
  return listPage(
    database,
    {
      from: sql.fragment`read.transactions t`,
      where,
      sorts: { created_at: sql.fragment`t.created_at`, amount: sql.fragment`t.amount` },
      defaultSort: 'created_at',
      tieBreaker: sql.fragment`t.position`,
      select: sql.fragment`${columns}, a.name as "customerName"`,
      joins: sql.fragment`left join app.account a on a.customer_id = page.customer_id`,
      schema: TransactionListItem,
      total: () => countTransactions(database, request, where),
    },
    request,
  );
}

function conditionsOf(filters: AllFilters): Fragment[] {
  const where: Fragment[] = [];
  if (filters.customerId !== undefined) where.push(sql.fragment`t.customer_id = ${filters.customerId}`);
  if (filters.walletId !== undefined) where.push(sql.fragment`t.wallet_id = ${filters.walletId}`);
  if (filters.type !== undefined) where.push(sql.fragment`t.type = ${filters.type}`);
  if (filters.kind !== undefined) {
    // The type is the indexed column, and a kind is part of one type.
    where.push(sql.fragment`t.type = ${typeOfKind(filters.kind)} and t.kind = ${filters.kind}`);
  }
  if (filters.status !== undefined) where.push(sql.fragment`t.status = ${filters.status}`);
  where.push(...withinDays(sql.fragment`t.created_at`, filters.from, filters.to));
  if (filters.search) where.push(sql.fragment`t.position in (${matching(filters.search.trim())})`);
  return where;
}

const typeOfKind = (kind: TransactionView['kind']): TransactionType =>
  kind === 'deposit' || kind === 'withdrawal' ? kind : 'payment';

function matching(term: string): Fragment {
  const ways = [
    sql.fragment`select position from read.transactions
      where document_number like ${`${escapeLike(term.toUpperCase())}%`}`,
    sql.fragment`select position from read.transactions where customer_id in (${customersNamed(term)})`,
  ];
  if (isUuid(term)) {
    ways.push(
      sql.fragment`select position from read.transactions where id = ${term}::uuid or document_id = ${term}::uuid`,
    );
  }
  return union(ways);
}

async function countTransactions(database: Database, filters: AllFilters, where: readonly Fragment[]): Promise<number> {
  const hasDays = filters.from !== undefined || filters.to !== undefined;
  const owner = filters.walletId ?? filters.customerId;
  const tallyFilter = { type: filters.type, statuses: filters.status === undefined ? undefined : [filters.status] };
  // The tallies know types, not kinds.
  const isTallied = !filters.search && filters.kind === undefined;
  if (isTallied && !hasDays) {
    if (owner === undefined) return tallyOf(database, 'transaction', 'all', tallyFilter);
    if (filters.walletId === undefined) return tallyOf(database, 'transaction', `customer:${owner}`, tallyFilter);
    const wallet = await findWallet(database, filters.walletId, filters.customerId);
    return wallet ? tallyOf(database, 'transaction', `wallet:${owner}`, tallyFilter) : 0;
  }
  if (isTallied && owner === undefined) return tallyOfDays(database, 'transaction', filters, tallyFilter);
  return Number(
    (
      await database.one(
        sql.type(
          z.object({ count: z.bigint() }),
        )`select count(*) as count from read.transactions t where ${every(where)}`,
      )
    ).count,
  );
}
