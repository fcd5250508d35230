import { type AdminTransaction, adminTransactionRoutes } from '#bff/contract/money/transaction.ts';
import { recordAction } from '#bff/identity/audit/record-action.ts';
import { sendDownload } from '#bff/kit/files/send-file.ts';
import { exportTable } from '#bff/kit/files/table-export.ts';
import { MAX_XLSX_ROWS } from '#bff/kit/files/xlsx-chunks.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { daysAsked, pageAsked } from '#bff/kit/lib/asked.ts';
import { ERASED_NAME, presentList } from '#bff/kit/lib/present.ts';
import { sendStatementProof } from '#bff/papers/statements/statement-proofs.ts';
import { countExported, listTransactions, type TransactionListItem } from '#projections/models/transactions.ts';
import { findWallet } from '#projections/models/wallets.ts';
import { presentTransaction } from './present.ts';
import { TRANSACTION_COLUMNS, transactionPages } from './transaction-export.ts';

const present = (row: TransactionListItem): AdminTransaction => ({
  ...presentTransaction(row),
  user: { id: row.customerId, name: row.customerName ?? ERASED_NAME },
});

export const registerAdminTransactions = feature(adminTransactionRoutes, (deps) => ({
  adminListTransactions: async ({ query }) => {
    const page = await listTransactions(deps.database, {
      ...pageAsked(query),
      ...daysAsked(query),
      sortBy: query.sort_by,
      sortOrder: query.sort_order,
      customerId: query.user_id,
      walletId: query.wallet_id,
      type: query.type,
    });
    return presentList(page, present);
  },
  exportTransactions: async (call) => {
    const { query, reply } = call;
    const wallet = found(
      await findWallet(deps.database, query.wallet_id, query.user_id),
      'This customer has no such wallet.',
    );
    const asked = { customerId: query.user_id, walletId: query.wallet_id, ...daysAsked(query) };
    const pages = transactionPages(deps.database, asked);
    const count = () => countExported(deps.database, asked, MAX_XLSX_ROWS + 1);
    const file = await exportTable(query.format, TRANSACTION_COLUMNS, pages, count);
    await recordAction(call, 'export-made', ['transactions', wallet.walletId], {
      format: query.format,
      currency: wallet.currency,
    });
    return sendDownload(reply, { ...file, name: `transactions.${query.format}` });
  },
  adminStatementProof: async (call) => {
    const { params, query, reply } = call;
    const wallet = found(await findWallet(deps.database, params.id), 'Wallet not found');
    await recordAction(call, 'export-made', ['transactions', params.id], { format: 'proof' });
    return sendStatementProof(deps, reply, wallet, query);
  },
}));
