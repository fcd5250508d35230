import { ChevronDown, Download, FileSpreadsheet, FileText, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ExportFormat } from '#bff/contract/money/transaction.ts';
import { downloadFile } from '#web/lib/api/download.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { TransactionFilters } from './transaction-filters.ts';

const EXPORT_FAILED = 'Export Failed';

/** Downloads the filtered movements of one wallet as CSV or XLSX, or its statement with the proof; a toast shows the result. */
export function ExportMenu({ filters }: { filters: TransactionFilters }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: ExportFormat | 'proof') => {
    if (filters.user_id === '' || filters.wallet_id === '') {
      toast.error(EXPORT_FAILED, 'Please select a specific user and wallet before exporting.');
      return;
    }
    setIsBusy(true);
    try {
      await saveAs(format, filters);
      toast.success(
        'Export Successful',
        format === 'proof'
          ? 'Statement exported as a verification file.'
          : `Transactions exported as ${format.toUpperCase()}.`,
      );
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
        { label: 'Statement with proof', icon: <ShieldCheck aria-hidden />, onSelect: () => void save('proof') },
      ]}
    />
  );
}

/** The proof is of the whole statement, so it has no filter by type. */
function saveAs(format: ExportFormat | 'proof', filters: TransactionFilters): Promise<void> {
  const { wallet_id: id, start_date, end_date } = filters;
  return format === 'proof'
    ? downloadFile(
        'GET /admin/wallets/:id/statement-proof',
        { params: { id }, query: { start_date, end_date } },
        'statement.proof.json',
      )
    : downloadFile('GET /admin/transactions/export', { query: { ...filters, format } }, `transactions.${format}`);
}
