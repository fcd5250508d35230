import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { renderScreen } from '#web/testing/render.tsx';
import { PdfPage } from './pdf-page.tsx';

describe('a page of a PDF', () => {
  const open = (render: () => Promise<void>, height = 800) => {
    const page = {
      getViewport: ({ scale }: { scale: number }) => ({ width: 600 * scale, height: height * scale }),
      render: () => ({ promise: render(), cancel: () => undefined }),
      getTextContent: async () => ({ items: [{ str: 'Transfer' }, { str: 'of $250.00' }] }),
    };
    const document = { getPage: async () => page } as unknown as PDFDocumentProxy;
    return renderScreen(<PdfPage document={document} number={2} width={300} />, { realm: 'admin', answers: {} });
  };

  it('that cannot be drawn says so', async () => {
    open(() => Promise.reject(new Error('a broken image')));
    const said = await screen.findByRole('alert');
    assert.equal(said.textContent, 'Page 2 cannot be shown in full. Download the file to see it.');
  });

  it('that is drawn has its text for those who listen', async () => {
    open(() => Promise.resolve());
    assert.ok(await screen.findByText('Page 2: Transfer of $250.00'));
    assert.ok(!screen.queryByRole('alert'));
  });

  it('that says it is very long is drawn coarser, in as much memory as any', async () => {
    open(() => Promise.resolve(), 1_000_000);
    await screen.findByText(/Transfer/);
    const { width, height } = document.querySelector('canvas') ?? assert.fail('it is drawn');
    assert.ok(width > 50 && width * height <= 4_096 ** 2, `${width} × ${height}`);
  });
});
