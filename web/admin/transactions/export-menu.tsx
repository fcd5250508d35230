import { ChevronDown, Download, FileSpreadsheet, FileText } from 'lucide-react';
import { useState } from 'react';
import type { ExportFormat } from '#bff/contract/transaction.ts';
import { downloadFile } from '#web/lib/download.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import type { TransactionFilters } from './transaction-filters.ts';

const EXPORT_FAILED = 'Export Failed';

/** Saves what the filters show of one wallet as CSV or XLSX; a toast says how it ended. */
export function ExportMenu({ filters }: { filters: TransactionFilters }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: ExportFormat) => {
    if (filters.user_id === '' || filters.wallet_id === '') {
      toast.error(EXPORT_FAILED, 'Please select a specific user and wallet before exporting.');
      return;
    }
    setIsBusy(true);
    try {
      await downloadFile('GET /admin/transactions/export', { query: { ...filters, format } }, `transactions.${format}`);
      toast.success('Export Successful', `Transactions exported as ${format.toUpperCase()}.`);
    } catch (error) {
      toastError(error, 'Failed to export transactions', EXPORT_FAILED);
    }
    setIsBusy(false);
  };
  return (
    <Menu
      trigger={(props) => (
        <Button {...props} icon={<Download aria-hidden />} busy={isBusy} busyText="Exporting...">
          Export
          <ChevronDown className="-mr-1 text-muted" aria-hidden />
        </Button>
      )}
      entries={[
        { label: 'Export as CSV', icon: <FileText aria-hidden />, onSelect: () => void save('csv') },
        { label: 'Export as XLSX', icon: <FileSpreadsheet aria-hidden />, onSelect: () => void save('xlsx') },
      ]}
    />
  );
}
