import { useQuery } from '@tanstack/react-query';
import type { Deposit } from '#bff/contract/money/deposit.ts';
import { fetchFile } from '#web/lib/api/download.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { FilePreview } from '#web/ui/files/file-preview.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

/** The proof is loaded with the session, never by an address that others could open. */
export function ProofDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const file = useQuery({
    queryKey: ['proof', deposit.id, deposit.updated_at],
    queryFn: ({ signal }) =>
      fetchFile(
        'GET /deposits/:id/payment-proof',
        { params: { id: deposit.id }, signal },
        `proof-${deposit.reference}`,
      ),
    // A proof may be large, so it is not cached after the dialog.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="Payment Proof"
      description={`Deposit ${deposit.reference} over ${deposit.amount.formatted}`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <FilePreview of={file} noun="payment proof" missing="There is no payment proof." />
    </Dialog>
  );
}
