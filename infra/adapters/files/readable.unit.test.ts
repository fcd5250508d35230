import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import { type FileRefusal, FileRefusedError } from '#bff/kit/ports/file-store.ts';
import { sniffContentType } from './content-type.ts';
import { requireReadable } from './readable.ts';

async function refusalOf(content: Buffer): Promise<FileRefusal | undefined> {
  const contentType = await sniffContentType(content);
  try {
    requireReadable(content, contentType);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof FileRefusedError);
    return error.reason;
  }
}

function drawn(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const document = new PDFDocument(options);
  document.text('A transfer of 250.00 EUR');
  document.end();
  return buffer(document);
}

/** Encrypted by the newest rules (revision 6); `user` is what proves the password. */
const newest = (user: string) =>
  Buffer.from(
    `%PDF-2.0\n1 0 obj<</Type/Catalog>>endobj\n3 0 obj\n<</Filter/Standard/V 5/R 6/Length 256/P -4/O<00>/U<${user}>>>\nendobj\ntrailer<</Root 1 0 R/ID[<00><00>]/Encrypt 3 0 R>>\nstartxref\n0\n%%EOF`,
  );
const OF_NOBODY = '60409c9ee39bfd41a8a24f4fd9ab4d8a9cd151a8909f2f87fade12ff644b21d6c6a74a4bfff0980b9a721d24f4ca36d9';
const OF_SOMEBODY = '43a0beefafae2e8e9504076df3dd0a78a2dee13a58de02a387bd79db2f0d6896f7cc4c2a059489bda36ae0ad27cfa918';

describe('a PDF', () => {
  for (const pdfVersion of ['1.3', '1.4', '1.6', '1.7ext3'] as const) {
    it(`of version ${pdfVersion} with a password is refused; one that is only kept from changes is taken, as banks send it`, async () => {
      assert.equal(await refusalOf(await drawn({ pdfVersion, userPassword: 'secret' })), 'locked');
      assert.equal(await refusalOf(await drawn({ pdfVersion, ownerPassword: 'of the bank' })), undefined);
      assert.equal(await refusalOf(await drawn({ pdfVersion })), undefined);
    });
  }
  it('that is encrypted by the newest rules, or for the keys of certain people, is judged as well', async () => {
    assert.equal(await refusalOf(newest(OF_NOBODY)), undefined);
    assert.equal(await refusalOf(newest(OF_SOMEBODY)), 'locked');
    const forKeys = newest(OF_NOBODY).toString('latin1').replace('/Filter/Standard', '/Filter/Adobe.PubSec');
    assert.equal(await refusalOf(Buffer.from(forKeys, 'latin1')), 'locked');
    // Words about it on a page lock nothing.
    assert.equal(
      await refusalOf(Buffer.from('%PDF-1.4\n% /Encrypt 3 0 R\n% /EncryptMetadata\nstartxref\n9\n')),
      undefined,
    );
  });
  it('whose end is missing is refused, at every length; what a mail program put behind the end is no harm', async () => {
    const whole = await drawn({});
    for (const part of [0.2, 0.5, 0.9])
      assert.equal(await refusalOf(whole.subarray(0, whole.length * part)), 'cut-off');
    assert.equal(await refusalOf(Buffer.concat([whole, Buffer.from('\n-- \nsent by mail\n'.repeat(200))])), undefined);
    // A second part, which somebody added, breaks off.
    assert.equal(await refusalOf(Buffer.concat([whole, Buffer.from('9 0 obj\n<</Type/An')])), 'cut-off');
  });
  it('that mentions encryption a million times is judged at once', async () => {
    const many = Buffer.from(`%PDF-1.7\n${'/Encrypt 7 0 R '.repeat(900_000)}\nstartxref\n9\n`);
    assert.equal(await refusalOf(many), undefined);
  });
});

describe('a document of Word', () => {
  const docx = Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
      'word/document.xml': strToU8('<w/>'.repeat(5_000)),
    }),
  );
  /** A compound file with one stream, whose first sector follows the directory. */
  function compound(name: string, flags = 0): Buffer {
    const file = Buffer.alloc(512 * 4);
    Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
    file.writeUInt16LE(9, 30);
    file.writeUInt32LE(1, 76);
    file.write(name, 512, 'utf16le');
    file.writeUInt16LE(name.length * 2 + 2, 512 + 64);
    file.writeUInt32LE(2, 512 + 116);
    file.writeUInt32LE(0xfffffffe, 1024);
    file.writeUInt16LE(flags, 512 * 3 + 10);
    return file;
  }
  it('with a password is refused as one, not as an unknown type', async () => {
    assert.equal(await refusalOf(compound('EncryptedPackage')), 'locked');
    assert.equal(await refusalOf(compound('WordDocument', 0x0100)), 'locked');
    assert.equal(await refusalOf(compound('WordDocument')), undefined);
  });
  it('whose end is missing is refused', async () => {
    assert.equal(await refusalOf(docx), undefined);
    assert.equal(await refusalOf(docx.subarray(0, docx.length - 40)), 'cut-off');
    assert.equal(await refusalOf(compound('WordDocument').subarray(0, 512 * 3)), 'cut-off');
  });
});
