import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decomposed, linesOf, printable } from './shaping.ts';

/** Letters of other scripts have the face `other`; a line holds `most` characters. */
function drawn(text: string, most = Number.POSITIVE_INFINITY): string[][] {
  const faceOf = new Map(
    [...text]
      .filter((each) => /[\p{L}\p{Nd}]/u.test(each) && !/[\p{Script=Latin}0-9]/u.test(each))
      .map((each) => [each, 'other']),
  );
  const length = (runs: readonly { text: string }[]) => runs.reduce((sum, run) => sum + run.text.length, 0);
  return linesOf(text, faceOf, (runs) => length(runs) <= most).map(({ runs }) =>
    runs.map(({ text: words, face }) => `${face === null ? '' : 'o:'}${words}`),
  );
}

describe('a text that is printed', () => {
  it('is composed, in one line, and has nothing in it that hides or turns other letters', () => {
    assert.equal(printable('Cafe\u0301\n\tNord'), 'Café Nord');
    assert.equal(printable('Acme\u202e fdp\u200b.\ufeffexe\u00ad'), 'Acme fdp.exe');
    assert.equal(printable('x\ud800'), 'x\ufffd');
  });

  it('keeps what joins Arabic letters, and nothing like it elsewhere', () => {
    assert.equal(printable('پژوهش\u200cها'), 'پژوهش\u200cها');
    assert.equal(printable('A\u200dB'), 'AB');
  });

  it('has the Thai vowel am as its two letters, tone marks between them', () => {
    assert.equal(decomposed('น้ำ'), 'น\u0e4d้า');
  });
});

describe('a line in several directions', () => {
  it('of letters that run to the left has its words in that order, each as the shaper takes it', () => {
    assert.deepEqual(drawn('שלום עולם'), [['o:עולם', ' ', 'o:שלום']]);
  });

  it('keeps numbers and Latin words readable within them', () => {
    assert.deepEqual(drawn('רחוב 12 ABC'), [['ABC', ' ', '12', ' ', 'o:רחוב']]);
    assert.deepEqual(drawn('VAT רחוב 12'), [['VAT ', '12', ' ', 'o:רחוב']]);
  });

  it('turns brackets around', () => {
    assert.deepEqual(drawn('(שלום)'), [['(', 'o:שלום', ')']]);
    assert.deepEqual(drawn('שלום (בע)'), [['(', 'o:בע', ') ', 'o:שלום']]);
  });

  it('hands digits of Arabic and Persian to the shaper so that it turns them back', () => {
    assert.deepEqual(drawn('سال ۱۴۰۳'), [['o:۳۰۴۱', ' ', 'o:سال']]);
    assert.deepEqual(drawn('سنة ١٢'), [['o:٢١', ' ', 'o:سنة']]);
  });
});

describe('a text in lines', () => {
  it('breaks after spaces, and between the words of a script without spaces', () => {
    assert.deepEqual(drawn('株式会社 Nord', 5), [['o:株式会社'], ['Nord']]);
    assert.deepEqual(drawn('有限公司有限公司', 4), [['o:有限公司'], ['o:有限公司']]);
    assert.deepEqual(drawn('ไทยจำกัด', 6), [['o:ไทย'], [`o:${decomposed('จำกัด')}`]]);
  });

  it('cuts a word that is wider than a line between its letters, and loses none', () => {
    const text = '주식회사 Internationalization שלום';
    assert.equal(
      drawn(text, 6).every((line) => line.join('').replaceAll('o:', '').length <= 6),
      true,
    );
    const { length } = drawn(text, 6).flat().join('').replaceAll('o:', '').replaceAll(' ', '');
    assert.equal(length, text.replaceAll(' ', '').length);
  });
});
