import { Minus, Plus } from 'lucide-react';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { PdfPage } from './pdf-page.tsx';

GlobalWorkerOptions.workerSrc = workerUrl;
/** The folder that the build fills: see `pdfResources` in vite.config.ts. */
const RESOURCES = `/assets/pdf-${version}/`;
/** A proof has one or two pages; of a long document only the first ones are drawn. */
const MAX_PAGES = 20;
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3];

type PdfViewProps = {
  file: Blob;
  /** Its name for screen readers. */
  label: string;
  /** Shown where the file is damaged or locked. */
  broken: ReactNode;
};

/** The pages of a PDF, drawn by our own code: the browser needs no viewer, and no script in the PDF runs. */
export function PdfView({ file, label, broken }: PdfViewProps) {
  const document = usePdf(file);
  const box = useRef<HTMLElement>(null);
  const width = useWidth(box);
  const [zoom, setZoom] = useState(1);
  if (document === 'broken') return broken;
  const step = (by: 1 | -1) => setZoom((now) => ZOOMS[ZOOMS.indexOf(now) + by] ?? now);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ({ '+': 1, '=': 1, '-': -1 } as const)[event.key];
    if (!by || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(by);
  };
  const count = document?.numPages ?? 0;
  return (
    <div className="relative bg-sunken">
      <section
        ref={box}
        aria-label={`Pages of the ${label.toLowerCase()}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and zooms by keys.
        tabIndex={0}
        onKeyDown={onKeyDown}
        // The room of the scrollbar is kept: a page that fits only without it would be drawn again and again.
        className="h-112 overflow-auto p-3 [scrollbar-gutter:stable]"
      >
        {document && width > 0 ? (
          Array.from({ length: Math.min(count, MAX_PAGES) }, (_, index) => (
            <PdfPage key={String(index)} document={document} number={index + 1} width={width * zoom} />
          ))
        ) : (
          <Loading label={`Drawing the ${label.toLowerCase()}`}>
            <Skeleton className="h-104 w-full" />
          </Loading>
        )}
        {count > MAX_PAGES && (
          <p className="py-2 text-center text-xs text-muted">
            The first {MAX_PAGES} of {count} pages. Download it to read the rest.
          </p>
        )}
      </section>
      <div className="absolute right-4 bottom-3 flex items-center gap-1 rounded-md border bg-raised p-1 shadow-sm">
        <IconButton size="sm" label="Zoom out" icon={<Minus aria-hidden />} onClick={() => step(-1)} />
        <span className="tabular w-11 text-center text-xs text-muted" aria-live="polite">
          {zoom * 100}%
        </span>
        <IconButton size="sm" label="Zoom in" icon={<Plus aria-hidden />} onClick={() => step(1)} />
      </div>
    </div>
  );
}

/** The loaded document; 'broken' where it cannot be read, or not without a password. */
function usePdf(file: Blob): PDFDocumentProxy | 'broken' | undefined {
  const [document, setDocument] = useState<PDFDocumentProxy | 'broken'>();
  useEffect(() => {
    let isOver = false;
    let close: (() => unknown) | undefined;
    const read = async () => {
      const data = new Uint8Array(await file.arrayBuffer());
      if (isOver) return;
      const loading = getDocument({
        data,
        // Our pages allow no WebAssembly, so the decoders of scans are script files of our own, too.
        useWasm: false,
        wasmUrl: `${RESOURCES}wasm/`,
        standardFontDataUrl: `${RESOURCES}standard_fonts/`,
        cMapUrl: `${RESOURCES}cmaps/`,
      });
      close = () => loading.destroy();
      const opened = await loading.promise;
      if (!isOver) setDocument(opened);
    };
    read().catch(() => !isOver && setDocument('broken'));
    return () => {
      isOver = true;
      setDocument(undefined);
      close?.();
    };
  }, [file]);
  return document;
}

/** The width for content in a box, kept up to date. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
