import { ChevronDown, Download, FileSpreadsheet, FileText } from 'lucide-react';
import { useState } from 'react';
import type { ExportFormat } from '#bff/contract/transaction.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { exportTransactions } from './export-transactions.ts';
import type { TransactionFilters } from './transaction-filters.ts';

/** Saves what the filters show of one wallet as CSV or XLSX. */
export function ExportMenu({ filters }: { filters: TransactionFilters }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: ExportFormat) => {
    setIsBusy(true);
    await exportTransactions(filters, format);
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
