import { Download, Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import { PROOF_RULES } from '#bff/contract/base/upload-rules.ts';
import type { Deposit } from '#bff/contract/money/deposit.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { acceptOf } from '#web/ui/files/file-rules.ts';
import { deleteBlockedReason, invoiceBlockedReason, uploadBlockedReason } from './deposit-rules.ts';
import { downloadDepositInvoice } from './deposits-api.ts';
import type { ProofUploads } from './use-proof-uploads.ts';

type DepositActionsProps = { deposit: Deposit; uploads: ProofUploads; onDelete: (deposit: Deposit) => void };

/** An action that is not possible now shows why. */
export function DepositActions({ deposit, uploads, onDelete }: DepositActionsProps) {
  const input = useRef<HTMLInputElement>(null);
  const isUploading = uploads.fractionOf(deposit.id) !== undefined;
  return (
    <span className="inline-flex items-center justify-end gap-1 max-md:flex-wrap">
      <Button
        size="sm"
        variant="ghost"
        icon={<Download aria-hidden />}
        aria-label={`Invoice of ${deposit.reference}`}
        disabledReason={invoiceBlockedReason(deposit.status)}
        onClick={() => downloadDepositInvoice(deposit)}
      >
        Invoice
      </Button>
      <Button
        size="sm"
        variant={deposit.has_payment_proof || deposit.status !== 'pending' ? 'ghost' : 'secondary'}
        icon={<Upload aria-hidden />}
        aria-label={`${deposit.has_payment_proof ? 'Update Proof' : 'Upload Proof'} of ${deposit.reference}`}
        disabledReason={uploadBlockedReason(deposit.status, isUploading)}
        onClick={() => input.current?.click()}
      >
        {deposit.has_payment_proof ? 'Update Proof' : 'Upload Proof'}
      </Button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={`Payment proof of ${deposit.reference}`}
        accept={acceptOf(PROOF_RULES)}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Cleared, so that the same file can be chosen again after a failure.
          event.target.value = '';
          if (file) void uploads.start(deposit.id, file);
        }}
      />
      <IconButton
        size="sm"
        label={`Delete ${deposit.reference}`}
        icon={<Trash2 aria-hidden />}
        disabledReason={deleteBlockedReason(deposit.status, isUploading)}
        onClick={() => onDelete(deposit)}
      />
    </span>
  );
}
