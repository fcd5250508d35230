import { Eye, X } from 'lucide-react';
import type { Deposit } from '#bff/contract/money/deposit.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import type { ProofUploads } from './use-proof-uploads.ts';

type DepositProofProps = { deposit: Deposit; uploads: ProofUploads; onView: (deposit: Deposit) => void };

/** How far the upload of its proof is, or the proof itself. */
export function DepositProof({ deposit, uploads, onView }: DepositProofProps) {
  const fraction = uploads.fractionOf(deposit.id);
  if (fraction !== undefined) {
    return (
      <div className="flex items-center gap-2">
        <div className="w-24">
          <ProgressBar value={fraction} label={`Upload of the proof of ${deposit.reference}`} />
          <p className="tabular mt-1 text-xs whitespace-nowrap text-muted">
            {fraction < 1 ? `Uploading ${Math.round(fraction * 100)}%` : 'Checking the file...'}
          </p>
        </div>
        <IconButton
          size="sm"
          label="Cancel the upload"
          icon={<X aria-hidden />}
          onClick={() => uploads.cancel(deposit.id)}
        />
      </div>
    );
  }
  if (!deposit.has_payment_proof) return <span className="whitespace-nowrap text-muted">Not uploaded</span>;
  return (
    <Button
      variant="link"
      icon={<Eye aria-hidden />}
      aria-label={`View the proof of ${deposit.reference}`}
      onClick={() => onView(deposit)}
    >
      View
    </Button>
  );
}
