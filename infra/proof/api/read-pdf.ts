import { inflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export type ReadText = {
  readonly text: string;
  /** In points, from the left and from the top of an A4 page. */
  readonly x: number;
  readonly end: number;
  readonly y: number;
};

/** The texts of each page, in the order of drawing. */
export async function readPdf(pdf: Buffer): Promise<readonly (readonly ReadText[])[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const pages: ReadText[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [, , , , x, y] = item.transform as number[];
        return [{ text: item.str, x: x ?? 0, end: (x ?? 0) + item.width, y: 841.89 - (y ?? 0) }];
      }),
    );
  }
  await task.destroy();
  return pages;
}

/** How many glyphs a pdfkit PDF shows, and how many of them are the font's box for missing letters. */
export function glyphsOf(pdf: Buffer): { readonly shown: number; readonly boxes: number } {
  const codes = contentsOf(pdf)
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
    .flatMap(([, shown = '']) => [...shown.matchAll(/<([0-9a-f]+)>/g)])
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
  return { shown: codes.length, boxes: codes.filter((code) => code === '0000').length };
}

/** The content stream of each page. */
export function contentsOf(pdf: Buffer): readonly string[] {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n/g)].map(({ index, 0: head }) => {
    const start = index + head.length;
    return inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1');
  });
  return streams.filter((stream) => /\bTf\b/.test(stream));
}
