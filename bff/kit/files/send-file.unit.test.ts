import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DOCUMENT_RULES, PROOF_RULES } from '#bff/contract/base/upload-rules.ts';
import { contentDisposition, withExtension } from './send-file.ts';

describe('the name of a file that is sent', () => {
  it('ends as its type does', () => {
    assert.equal(withExtension('payment-proof-DEP-000042', 'application/pdf'), 'payment-proof-DEP-000042.pdf');
    assert.equal(withExtension('extract.txt', 'application/pdf'), 'extract.txt.pdf');
    for (const type of [...PROOF_RULES.mediaTypes, ...DOCUMENT_RULES.mediaTypes]) {
      assert.match(withExtension('file', type), /^file\.[a-z]{3,4}$/, type);
    }
  });

  it('stays where it does so already', () => {
    assert.equal(withExtension('Scan 7.JPEG', 'image/jpeg'), 'Scan 7.JPEG');
    assert.equal(withExtension('codes', 'application/octet-stream'), 'codes');
  });

  it('is sent twice: in ASCII without what ends it, and in full', () => {
    assert.equal(
      contentDisposition('attachment', 'INV-2026-000042.pdf'),
      `attachment; filename="INV-2026-000042.pdf"; filename*=UTF-8''INV-2026-000042.pdf`,
    );
    assert.equal(
      contentDisposition('inline', 'Żółć "1"/(2).pdf'),
      `inline; filename="____ _1__(2).pdf"; filename*=UTF-8''%C5%BB%C3%B3%C5%82%C4%87%20%221%22%2F%282%29.pdf`,
    );
  });

  it('may be half of a letter', () => {
    assert.match(contentDisposition('inline', 'x\ud800.pdf'), /filename="x_\.pdf"; filename\*=UTF-8''x%EF%BF%BD\.pdf$/);
  });
});
