import { useQueryClient } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { MAX_TRANSFERS } from '#bff/contract/admin-payout-routes.ts';
import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { downloadFile } from '#web/lib/download.ts';
import { invalidate } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

/** Puts the chosen withdrawals into a file for the bank, and saves it. */
export function PayoutFileButton({ chosen, clear }: { chosen: readonly AdminWithdrawal[]; clear: () => void }) {
  const client = useQueryClient();
  const write = useWrite('POST /admin/payout-batches', {
    onError: (error) => toastError(error, 'The file could not be made.'),
    onSettled: () => invalidate(client, '/admin/payout-batches', '/admin/withdrawals', '/admin/audit'),
  });
  const make = async () => {
    const { message, data } = await write.mutateAsync({ body: { withdrawal_ids: chosen.map(({ id }) => id) } });
    toast.success(message);
    clear();
    await downloadFile('GET /admin/payout-batches/:id/file', { params: { id: data.id } }, `${data.reference}.xml`);
  };
  return (
    <Button
      size="sm"
      icon={<FileDown aria-hidden />}
      disabledReason={refusalOf(chosen)}
      busy={write.isPending}
      onClick={() => make().catch(() => undefined)}
    >
      File for the bank
    </Button>
  );
}

function refusalOf(chosen: readonly AdminWithdrawal[]): string | undefined {
  if (chosen.length > MAX_TRANSFERS) return `At most ${MAX_TRANSFERS} fit into one file`;
  if (chosen.some(({ status }) => status !== 'pending')) return 'Only those that wait can be paid';
  return new Set(chosen.map(({ amount }) => amount.currency)).size > 1 ? 'A file is of one currency' : undefined;
}
