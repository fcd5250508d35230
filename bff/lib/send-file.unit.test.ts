import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DOCUMENT_MEDIA_TYPES, PROOF_MEDIA_TYPES } from '#bff/contract/upload-rules.ts';
import { withExtension } from './send-file.ts';

describe('the name of a file that is sent', () => {
  it('ends as its type does', () => {
    assert.equal(withExtension('payment-proof-DEP-000042', 'application/pdf'), 'payment-proof-DEP-000042.pdf');
    assert.equal(withExtension('extract.txt', 'application/pdf'), 'extract.txt.pdf');
    for (const type of [...PROOF_MEDIA_TYPES, ...DOCUMENT_MEDIA_TYPES]) {
      assert.match(withExtension('file', type), /^file\.[a-z]{3,4}$/, type);
    }
  });

  it('stays where it does so already', () => {
    assert.equal(withExtension('Scan 7.JPEG', 'image/jpeg'), 'Scan 7.JPEG');
    assert.equal(withExtension('codes', 'application/octet-stream'), 'codes');
  });
});
