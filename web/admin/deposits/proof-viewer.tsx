import { Download, ExternalLink, FileText, FileX2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { saveBlob } from '#web/lib/api.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-style.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { useProof } from './deposits-api.ts';

/** The proof of payment in the page: a picture, a PDF where the browser shows one, else a file to open or save. */
export function ProofViewer({ deposit }: { deposit: AdminDeposit }) {
  const { data: proof, error, isPending, refetch } = useProof(deposit);
  const url = useObjectUrl(proof?.blob);
  if (!deposit.has_payment_proof || proof === null) return <NoProof />;
  if (error) {
    return (
      <div className="rounded-lg border">
        <ErrorState
          message={describeError(error, 'The payment proof could not be loaded.').message}
          onRetry={refetch}
        />
      </div>
    );
  }
  if (isPending || !proof || !url) {
    return (
      <Loading label="Loading the payment proof">
        <Skeleton className="h-72 w-full rounded-lg" />
      </Loading>
    );
  }
  return (
    <div className="overflow-hidden rounded-lg border">
      <Preview url={url} type={proof.blob.type} name={proof.filename} />
      <div className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2.5">
        <p className="min-w-0 truncate text-xs text-muted">
          {proof.filename} <span aria-hidden>·</span> {formatBytes(proof.blob.size)}
        </p>
        <div className="flex gap-2">
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass('ghost', 'sm')}>
            <ExternalLink aria-hidden /> Open
          </a>
          <Button
            size="sm"
            variant="ghost"
            icon={<Download aria-hidden />}
            onClick={() => saveBlob(proof.blob, proof.filename)}
          >
            Download
          </Button>
        </div>
      </div>
    </div>
  );
}

function Preview({ url, type, name }: { url: string; type: string; name: string }) {
  if (type.startsWith('image/')) {
    return (
      <a href={url} target="_blank" rel="noreferrer" className="block bg-sunken p-3" title="Open in full size">
        <img src={url} alt="Payment proof" className="mx-auto max-h-96 rounded-sm object-contain" />
      </a>
    );
  }
  // Phones and some browsers have no viewer; an empty frame would look like an empty proof.
  if (type === 'application/pdf' && navigator.pdfViewerEnabled) {
    return <iframe src={url} title="Payment proof" className="block h-112 w-full bg-sunken" />;
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="flex flex-col items-center gap-3 bg-sunken px-6 py-12 text-center hover:bg-hover"
    >
      <FileText className="size-8 text-muted" aria-hidden />
      <span className="max-w-full truncate text-sm font-medium">{name}</span>
      <span className="text-xs text-muted">Open it in a new tab to read it.</span>
    </a>
  );
}

function NoProof() {
  return (
    <div className="flex items-center gap-3 rounded-lg border border-dashed px-4 py-5 text-sm text-muted">
      <FileX2 className="size-5 shrink-0" aria-hidden />
      No payment proof was uploaded.
    </div>
  );
}

/** An address for a blob, taken back when it is no longer shown. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [blob]);
  return url;
}

const BYTES_PER_UNIT = 1024;

function formatBytes(bytes: number): string {
  const kilobytes = bytes / BYTES_PER_UNIT;
  if (kilobytes < BYTES_PER_UNIT) return `${Math.max(1, Math.round(kilobytes))} KB`;
  return `${(kilobytes / BYTES_PER_UNIT).toFixed(1)} MB`;
}
