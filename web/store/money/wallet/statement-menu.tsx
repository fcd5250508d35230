import { ChevronDown, FileCheck2, FileSpreadsheet, FileText, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import { downloadFile } from '#web/lib/api/download.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';

type Days = { readonly start_date?: string | undefined; readonly end_date?: string | undefined };

export function StatementMenu({ wallet, days }: { wallet: Wallet; days: Days }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async (download: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await download();
    } catch (error) {
      toastError(error, 'The statement could not be saved.', 'Download Failed');
    }
    setIsBusy(false);
  };
  const input = { params: { id: wallet.id }, query: days };
  const as = (format: 'csv' | 'pdf') => ({ ...input, query: { ...days, format } });
  return (
    <Menu
      trigger={(props) => (
        <Button {...props} icon={<FileText aria-hidden />} busy={isBusy} busyText="Preparing...">
          Statement
          <ChevronDown className="-mr-1 text-muted" aria-hidden />
        </Button>
      )}
      entries={[
        { heading: 'Days in UTC, as on all papers' },
        {
          label: 'Download PDF and verification file',
          icon: <FileText aria-hidden />,
          onSelect: () => void save(() => downloadFile('GET /wallets/:id/statement', as('pdf'), 'statement.pdf')),
        },
        {
          label: 'Save as CSV',
          icon: <FileSpreadsheet aria-hidden />,
          onSelect: () => void save(() => downloadFile('GET /wallets/:id/statement', as('csv'), 'statement.csv')),
        },
        {
          label: 'Download verification file',
          icon: <ShieldCheck aria-hidden />,
          onSelect: () =>
            void save(() => downloadFile('GET /wallets/:id/statement-proof', input, 'statement.proof.json')),
        },
        { label: 'Check a proof', icon: <FileCheck2 aria-hidden />, href: '/check-proof' },
      ]}
    />
  );
}
