import { useQuery } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import type { Deposit } from '#bff/contract/deposit.ts';
import { type Download as DownloadedFile, fetchFile, saveBlob } from '#web/lib/download.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { useObjectUrl } from '#web/lib/use-object-url.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** A look at a proof of payment. It is fetched with the session, never by an address that others could open. */
export function ProofDialog({ deposit, onClose }: { deposit: Deposit | null; onClose: () => void }) {
  return deposit && <OpenProof key={deposit.id} deposit={deposit} onClose={onClose} />;
}

function OpenProof({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const {
    data: file,
    error,
    refetch,
  } = useQuery({
    queryKey: ['proof', deposit.id, deposit.updated_at],
    queryFn: ({ signal }) =>
      fetchFile(
        'GET /deposits/:id/payment-proof',
        { params: { id: deposit.id }, signal },
        `proof-${deposit.reference}`,
      ),
    // A proof may be large: it is forgotten with the dialog.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Payment Proof"
      description={`Deposit ${deposit.reference} · ${deposit.amount.formatted}`}
      footer={
        <>
          {file && (
            <Button icon={<Download aria-hidden />} onClick={() => saveBlob(file.blob, file.filename)}>
              Download
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {file ? (
        <Preview file={file} />
      ) : error ? (
        <ErrorState message={describeError(error, 'The proof could not be loaded.').message} onRetry={refetch} />
      ) : (
        <Loading label="Loading the proof">
          <Skeleton className="h-96 w-full rounded-lg" />
        </Loading>
      )}
    </Dialog>
  );
}

function Preview({ file }: { file: DownloadedFile }) {
  const url = useObjectUrl(file.blob);
  if (!url) return null;
  if (file.blob.type.startsWith('image/')) {
    return <img src={url} alt="Proof of payment" className="mx-auto max-h-[60vh] rounded-lg border object-contain" />;
  }
  if (file.blob.type === 'application/pdf') {
    return <iframe src={url} title={file.filename} className="h-[60vh] w-full rounded-lg border bg-sunken" />;
  }
  return (
    <div className="flex flex-col items-center rounded-lg border bg-sunken px-6 py-14 text-center">
      <FileText className="mb-3 size-8 text-muted" aria-hidden />
      <p className="text-sm font-medium wrap-anywhere">{file.filename}</p>
      <p className="text-sm text-muted">This kind of file has no preview. Download it to look at it.</p>
    </div>
  );
}
