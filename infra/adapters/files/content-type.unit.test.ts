import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sniffContentType } from './content-type.ts';

it('a PDF with blanks or a mark before its head is a PDF, and a page that mentions one is not', async () => {
  for (const before of ['', '\n', '\r\n  ', '\ufeff', '\ufeff\n']) {
    assert.equal(await sniffContentType(Buffer.from(`${before}%PDF-1.4\n1 0 obj<<>>endobj\n`)), 'application/pdf');
  }
  for (const text of ['<script>%PDF-1.4</script>', 'see %PDF-1.4', `${' '.repeat(2_000)}%PDF-1.4`]) {
    assert.equal(await sniffContentType(Buffer.from(text)), undefined);
  }
});

it('a PNG that moves is a PNG', async () => {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const moving = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])),
    chunk('acTL', Buffer.alloc(8)),
    chunk('IDAT', Buffer.alloc(8)),
  ]);
  assert.equal(await sniffContentType(moving), 'image/png');
});
