import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FileRules, refusalOf } from './file-rules.ts';

const rules: FileRules = {
  mediaTypes: ['application/pdf', 'image/png'],
  extensions: ['.docx'],
  maxBytes: 1000,
  typeMessage: 'wrong type',
  sizeMessage: 'too large',
};

describe('what a file field takes', () => {
  it('judges by media type, and by name only where the system gives none', () => {
    assert.equal(refusalOf({ name: 'a.pdf', type: 'application/pdf', size: 10 }, rules), undefined);
    assert.equal(refusalOf({ name: 'a.DOCX', type: '', size: 10 }, rules), undefined);
    assert.equal(refusalOf({ name: 'a.exe', type: '', size: 10 }, rules), 'wrong type');
    assert.equal(refusalOf({ name: 'a.docx', type: 'text/html', size: 10 }, rules), 'wrong type');
  });

  it('refuses an empty file in the words of the server', () => {
    assert.equal(refusalOf({ name: 'a.png', type: 'image/png', size: 0 }, rules), 'The file is empty.');
  });

  it('takes a file of exactly the limit and none above it', () => {
    assert.equal(refusalOf({ name: 'a.png', type: 'image/png', size: 1000 }, rules), undefined);
    assert.equal(refusalOf({ name: 'a.png', type: 'image/png', size: 1001 }, rules), 'too large');
  });
});
