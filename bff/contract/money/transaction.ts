import { z } from 'zod';
import {
  Currency,
  DateOnly,
  Money,
  named,
  PageQuery,
  pageOf,
  SortOrder,
  Timestamp,
  TimeZone,
  Uuid,
  withDaysInOrder,
} from '#bff/contract/base/common.ts';
import { ANY_FILE, routesFor } from '#bff/contract/base/route.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, type TransactionType as TypeName } from '#core/aggregates/states.ts';

/** 'payment' includes order payments and their conversion fees. A refund comes in. */
const TransactionType = z.enum(Object.keys(TRANSACTION_TYPES) as TypeName[]);
const TransactionStatus = z.enum(TRANSACTION_STATUSES);

const DocumentRef = named('DocumentRef', {
  kind: z.enum(['deposit', 'order', 'withdrawal']),
  id: Uuid,
  number: z.string(),
});

export const Transaction = named('Transaction', {
  id: z.string(),
  type: TransactionType,
  /** A leading '-' means money left the wallet. */
  amount: Money,
  description: z.string(),
  status: TransactionStatus,
  created_at: Timestamp,
  wallet_id: Uuid,
  currency: Currency,
  document: DocumentRef.nullable(),
  /** The wallet's balance after it; null while pending. */
  balance_after: Money.nullable(),
});
export type Transaction = z.infer<typeof Transaction>;

export const AdminTransaction = Transaction.extend({
  user: z.object({ id: Uuid, name: z.string() }),
}).meta({ id: 'AdminTransaction' });
export type AdminTransaction = z.infer<typeof AdminTransaction>;

const filters = {
  start_date: DateOnly.optional(),
  end_date: DateOnly.optional(),
  time_zone: TimeZone.optional(),
  wallet_id: Uuid.optional(),
  type: TransactionType.optional(),
};

const OwnQuery = PageQuery.extend({ ...filters, sort_order: SortOrder.default('desc') });
const TransactionListQuery = withDaysInOrder(OwnQuery);
export const TransactionPage = pageOf(Transaction);

const AdminTransactionListQuery = withDaysInOrder(
  OwnQuery.extend({
    user_id: Uuid.optional(),
    sort_by: z.enum(['created_at', 'amount']).default('created_at'),
  }),
);
export const AdminTransactionPage = pageOf(AdminTransaction);

/** The range of a wallet's statement: days in UTC, both included. Without days it reaches from the beginning to now. */
export const StatementProofQuery = withDaysInOrder(
  z.object({ start_date: DateOnly.optional(), end_date: DateOnly.optional() }),
);

/** As a table, or as a document with its proof. */
export const StatementQuery = withDaysInOrder(
  z.object({
    format: z.enum(['csv', 'pdf']).default('pdf'),
    start_date: DateOnly.optional(),
    end_date: DateOnly.optional(),
  }),
);

export const ExportFormat = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.infer<typeof ExportFormat>;

const EXPORT_NEEDS_WALLET = 'Please select a specific user and wallet before exporting.';
const TransactionExportQuery = withDaysInOrder(
  z.object({
    user_id: z.guid(EXPORT_NEEDS_WALLET).toLowerCase(),
    wallet_id: z.guid(EXPORT_NEEDS_WALLET).toLowerCase(),
    format: ExportFormat.default('csv'),
    start_date: DateOnly.optional(),
    end_date: DateOnly.optional(),
  }),
);

const desk = routesFor({ auth: 'administrator', permission: 'transactions:read', tag: 'Admin: transactions' });

export const adminTransactionRoutes = {
  adminListTransactions: desk.get('/admin/transactions', 'Movements of all wallets.', AdminTransactionPage, {
    query: AdminTransactionListQuery,
  }),
  exportTransactions: desk.file('/admin/transactions/export', 'Transactions of one wallet as CSV or XLSX.', ANY_FILE, {
    permission: 'transactions:export',
    query: TransactionExportQuery,
  }),
  adminStatementProof: desk.file(
    '/admin/wallets/:id/statement-proof',
    'The statement of a wallet as a file that anybody can check.',
    'application/json',
    { permission: 'transactions:export', query: StatementProofQuery },
  ),
};

const own = routesFor({ auth: 'customer', tag: 'Wallets' });

export const transactionRoutes = {
  listTransactions: own.get('/transactions', 'Movements of the customer’s wallets.', TransactionPage, {
    ability: 'transactions:read',
    query: TransactionListQuery,
  }),
  getTransactionProof: own.file(
    '/transactions/:id/proof',
    'One movement as a proof (c2sp.org/tlog-proof) that shows nothing of the others.',
    'text/plain',
    { ability: 'transactions:read' },
  ),
};
