import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';

const MAX_PIXEL_RATIO = 2;
/** 64 MB of memory: a page may say that it is a kilometre long. */
const MAX_PIXELS = 4_096 ** 2;

type PdfPageProps = { document: PDFDocumentProxy; number: number; width: number };

/** One drawn page, with its text beside it for screen readers. */
export function PdfPage({ document, number, width }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isOver = false;
    setHasFailed(false);
    let task: RenderTask | undefined;
    const draw = async () => {
      const page = await document.getPage(number);
      const target = canvas.current;
      if (isOver || !target) return;
      const ratio = Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO);
      const whole = page.getViewport({ scale: 1 });
      const mostScale = Math.sqrt(MAX_PIXELS / (whole.width * whole.height));
      const viewport = page.getViewport({ scale: Math.min((width / whole.width) * ratio, mostScale) });
      target.width = viewport.width;
      target.height = viewport.height;
      task = page.render({ canvas: target, viewport });
      await task.promise;
      const { items } = await page.getTextContent();
      if (!isOver) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    };
    // A failed page must not look like an empty one. A cancelled one is not a failure.
    draw().catch(() => !isOver && setHasFailed(true));
    return () => {
      isOver = true;
      task?.cancel();
    };
  }, [document, number, width]);
  return (
    <>
      {hasFailed && (
        <p role="alert" className="mb-2 text-center text-sm text-bad">
          Page {number} cannot be shown in full. Download the file to see it.
        </p>
      )}
      <canvas ref={canvas} style={{ width }} className="mx-auto mb-3 block max-w-none bg-white shadow-sm last:mb-0" />
      <p className="sr-only">
        Page {number}: {text}
      </p>
    </>
  );
}
