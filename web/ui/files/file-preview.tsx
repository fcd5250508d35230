import { Download, ExternalLink, FileText, FileX2 } from 'lucide-react';
import { type Download as DownloadedFile, saveBlob } from '#web/lib/api/file.ts';
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts';
import { later, useLater } from '#web/lib/navigation/later.ts';
import { formatBytes } from '#web/lib/words/bytes.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { buttonClass } from '#web/ui/actions/button-style.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';

type FilePreviewProps = {
  /** The file's read; null where there is none. */
  of: { data: DownloadedFile | null | undefined; error: unknown; refetch: () => unknown };
  /** The noun in lower case: 'payment proof'. */
  noun: string;
  /** The message where there is none. */
  missing: string;
};

const pdf = later(() => import('./pdf-view.tsx'));

/** A file in the page: a picture, the pages of a PDF, else a link to open or save it. */
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
      <Preview url={url} file={file} label={`${noun[0]?.toUpperCase()}${noun.slice(1)}`} />
      <div className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2.5">
        <p className="min-w-0 truncate text-xs text-muted">
          {file.filename} ({formatBytes(file.blob.size)})
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

function Preview({ url, file, label }: { url: string; file: DownloadedFile; label: string }) {
  const { type } = file.blob;
  const isPdf = type === 'application/pdf';
  const viewer = useLater(pdf, isPdf);
  if (type.startsWith('image/')) {
    return (
      <a href={url} target="_blank" rel="noreferrer" className="block bg-sunken p-3" title="Open in full size">
        <img src={url} alt={label} className="mx-auto max-h-96 rounded-sm object-contain" />
      </a>
    );
  }
  const broken = (
    <NotShown text="This PDF cannot be shown: it is damaged or locked. Download it to try another reader." />
  );
  if (viewer) return <viewer.PdfView file={file.blob} label={label} broken={broken} />;
  return isPdf ? (
    <Skeleton className="h-112 w-full" />
  ) : (
    <NotShown text="This kind of file has no preview. Download it to look at it." />
  );
}

const NotShown = ({ text }: { text: string }) => (
  <p className="flex flex-col items-center gap-3 bg-sunken px-6 py-12 text-center text-sm text-muted">
    <FileText className="size-8" aria-hidden />
    {text}
  </p>
);

function NoFile({ message }: { message: string }) {
  return (
    <div className="flex items-center gap-3 rounded-lg border border-dashed px-4 py-5 text-sm text-muted">
      <FileX2 className="size-5 shrink-0" aria-hidden />
      {message}
    </div>
  );
}
