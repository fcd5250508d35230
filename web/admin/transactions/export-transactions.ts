import type { ExportFormat } from '#bff/contract/transaction.ts';
import { downloadFile } from '#web/lib/download.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { toast } from '#web/ui/toast.ts';
import type { TransactionFilters } from './transaction-filters.ts';

const EXPORT_FAILED = 'Export Failed';

/** Saves the movements of one wallet as a file; needs a user and a wallet. A toast says how it ended. */
export async function exportTransactions(filters: TransactionFilters, format: ExportFormat): Promise<void> {
  if (filters.user_id === '' || filters.wallet_id === '') {
    toast.error(EXPORT_FAILED, 'Please select a specific user and wallet before exporting.');
    return;
  }
  try {
    await downloadFile('GET /admin/transactions/export', { query: { ...filters, format } }, `transactions.${format}`);
    toast.success('Export Successful', `Transactions exported as ${format.toUpperCase()}.`);
  } catch (error) {
    toastError(error, 'Failed to export transactions', EXPORT_FAILED);
  }
}
