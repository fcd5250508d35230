import { ShieldCheck } from 'lucide-react';
import type { Transaction } from '#bff/contract/transaction.ts';
import { downloadFile } from '#web/lib/download.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

/** Saves one movement as a proof that shows nothing of the others. */
export function MovementProof({ transaction }: { transaction: Transaction }) {
  if (transaction.status !== 'completed') return null;
  const save = async () => {
    try {
      await downloadFile('GET /transactions/:id/proof', { params: { id: transaction.id } }, 'movement.tlog-proof');
    } catch (error) {
      toastError(error, 'The proof could not be saved.', 'Download Failed');
    }
  };
  return (
    <IconButton
      label={`Save the proof of ${transaction.description}`}
      icon={<ShieldCheck aria-hidden />}
      onClick={() => void save()}
    />
  );
}
