import { Download, ExternalLink, FileText, FileX2 } from 'lucide-react';
import { type Download as DownloadedFile, saveBlob } from '#web/lib/download.ts';
import { useObjectUrl } from '#web/lib/use-object-url.ts';
import { Button } from '../button.tsx';
import { buttonClass } from '../button-style.ts';
import { formatBytes } from '../file-rules.ts';
import { LoadError } from '../load-error.tsx';
import { Loading, Skeleton } from '../skeleton.tsx';

type FilePreviewProps = {
  /** The read of the file; null when there is none. */
  of: { data: DownloadedFile | null | undefined; error: unknown; refetch: () => unknown };
  /** What it is, in lower case: 'payment proof'. */
  noun: string;
  /** What to say where there is none. */
  missing: string;
};

/** A file in the page: a picture, a PDF where the browser shows one, else a file to open or save. */
export function FilePreview({ of, noun, missing }: FilePreviewProps) {
  const { data: file, error } = of;
  const url = useObjectUrl(file?.blob);
  if (file === null) return <NoFile message={missing} />;
  if (error) {
    return (
      <div className="rounded-lg border">
        <LoadError of={of} failed={`The ${noun} could not be loaded.`} />
      </div>
    );
  }
  if (!file || !url) {
    return (
      <Loading label={`Loading the ${noun}`}>
        <Skeleton className="h-72 w-full rounded-lg" />
      </Loading>
    );
  }
  return (
    <div className="overflow-hidden rounded-lg border">
      <Preview
        url={url}
        type={file.blob.type}
        name={file.filename}
        label={`${noun[0]?.toUpperCase()}${noun.slice(1)}`}
      />
      <div className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2.5">
        <p className="min-w-0 truncate text-xs text-muted">
          {file.filename} <span aria-hidden>·</span> {formatBytes(file.blob.size)}
        </p>
        <div className="flex gap-2">
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass('ghost', 'sm')}>
            <ExternalLink aria-hidden /> Open
          </a>
          <Button
            size="sm"
            variant="ghost"
            icon={<Download aria-hidden />}
            onClick={() => saveBlob(file.blob, file.filename)}
          >
            Download
          </Button>
        </div>
      </div>
    </div>
  );
}

function Preview({ url, type, name, label }: { url: string; type: string; name: string; label: string }) {
  if (type.startsWith('image/')) {
    return (
      <a href={url} target="_blank" rel="noreferrer" className="block bg-sunken p-3" title="Open in full size">
        <img src={url} alt={label} className="mx-auto max-h-96 rounded-sm object-contain" />
      </a>
    );
  }
  // Phones and some browsers have no viewer; an empty frame would look like an empty file.
  if (type === 'application/pdf' && navigator.pdfViewerEnabled) {
    return <iframe src={url} title={label} className="block h-112 w-full bg-sunken" />;
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

function NoFile({ message }: { message: string }) {
  return (
    <div className="flex items-center gap-3 rounded-lg border border-dashed px-4 py-5 text-sm text-muted">
      <FileX2 className="size-5 shrink-0" aria-hidden />
      {message}
    </div>
  );
}
