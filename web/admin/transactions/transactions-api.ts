import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AdminUserAnswer } from '#bff/contract/admin-customer.ts';
import type { AdminTransactionPage, ExportFormat } from '#bff/contract/transaction.ts';
import { adminFetch, downloadFile } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { toast } from '#web/ui/toast.ts';
import type { TransactionFilters } from './transaction-filters.ts';

const PER_PAGE = 15;

/** One page of movements; what was shown stays while filters settle or the next page loads. */
export const useTransactions = (filters: TransactionFilters, page: number, enabled: boolean) =>
  useQuery({
    queryKey: keys.admin.transactions.list({ ...filters, page }),
    queryFn: ({ signal }) =>
      adminFetch<AdminTransactionPage>('/transactions', { query: { ...filters, page, per_page: PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });

/** The chosen user with their wallets. */
export const useFilteredUser = (userId: string) =>
  useQuery({
    queryKey: keys.admin.users.part('filter', { userId }),
    queryFn: async ({ signal }) => (await adminFetch<AdminUserAnswer>(`/users/${userId}`, { signal })).data,
    enabled: userId !== '',
  });

const EXPORT_FAILED = 'Export Failed';

/** Saves the movements of one wallet as a file; needs a user and a wallet. Tells the outcome in a toast. */
export async function exportTransactions(filters: TransactionFilters, format: ExportFormat): Promise<void> {
  if (filters.user_id === '' || filters.wallet_id === '') {
    toast.error(EXPORT_FAILED, 'Please select a specific user and wallet before exporting.');
    return;
  }
  try {
    await downloadFile('admin', '/transactions/export', `transactions.${format}`, { query: { ...filters, format } });
    toast.success('Export Successful', `Transactions exported as ${format.toUpperCase()}.`);
  } catch (error) {
    toastError(error, 'Failed to export transactions', EXPORT_FAILED);
  }
}
