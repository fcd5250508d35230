import type { Deposit } from '#bff/contract/money/deposit.ts';
import { saveFile } from '#web/lib/api/download.ts';
import { useWrite } from '#web/lib/api/use-write.ts';

export const useDeleteDeposit = () =>
  useWrite('DELETE /deposits/:id', { failed: 'Failed to delete deposit', stale: ['/deposits'] });

export const downloadDepositInvoice = ({ id, reference }: Deposit): Promise<void> =>
  saveFile(
    'GET /deposits/:id/deposit-invoice',
    { params: { id } },
    `deposit-invoice-${reference}.pdf`,
    'Failed to download deposit invoice',
  );
