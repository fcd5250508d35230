import { ShieldCheck } from 'lucide-react';
import type { Transaction } from '#bff/contract/money/transaction.ts';
import { saveFile } from '#web/lib/api/download.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';

/** Downloads one movement as a proof that shows nothing of the others. */
export function MovementProof({ transaction }: { transaction: Transaction }) {
  if (transaction.status !== 'completed') return null;
  const params = { id: transaction.id };
  const failed = 'The proof could not be saved.';
  const save = () =>
    saveFile('GET /transactions/:id/proof', { params }, 'movement.tlog-proof', failed, 'Download Failed');
  return (
    <IconButton
      label={`Save the proof of ${transaction.description}`}
      icon={<ShieldCheck aria-hidden />}
      onClick={() => void save()}
    />
  );
}
