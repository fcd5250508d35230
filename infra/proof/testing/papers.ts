/** A PDF with this in it, and filled to this size: whole for the store, though it has no page. */
export function pdfOf(content: string | Buffer, bytes = 0): Buffer<ArrayBuffer> {
  const [head, end] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\nstartxref\n9\n%%EOF\n')];
  const missing = Math.max(0, bytes - head.length - content.length - end.length);
  return Buffer.concat([head, Buffer.from(content), Buffer.alloc(missing, ' '), end]);
}
