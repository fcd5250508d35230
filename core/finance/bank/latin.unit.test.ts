import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { latinOf } from './latin.ts';
import { payeeProblems } from './payee.ts';

describe('a name in the letters that every bank takes', () => {
  for (const [name, written] of [
    ['Đorđe Đurić', 'Dorde Duric'],
    ['Işık Yılmaz', 'Isik Yilmaz'],
    ['Cœur et Œuvre SARL', 'Coeur et Oeuvre SARL'],
    ['O’Neill & Sons', "O'Neill + Sons"],
    ['//Firma/', 'Firma'],
    ['Firma // Söhne / /', 'Firma / Sohne'],
    ['Nguyễn Văn Đức', 'Nguyen Van Duc'],
    ['Þór ÞÓRSSON ĲSSEL ﬁnca', 'Thor THORSSON IJSSEL finca'],
    ['Αλφα Trading', 'Alfa Trading'],
    ['Жълтица ЕООД', 'Zhaltitsa EOOD'],
    ['Łukasz Strauß & Söhne <Øst>', 'Lukasz Strauss + Sohne Ost'],
    ['Ada\u200b  Byron\u202e', 'Ada Byron'],
    ['Cafe\u0301 du Lac', 'Cafe du Lac'],
  ] as const) {
    it(`given ${name}, then no letter is lost`, () => assert.deepEqual(latinOf(name), { text: written, lost: [] }));
  }

  it('says which letters no bank takes', () => {
    assert.deepEqual(latinOf('株式会社 Tokyo 株'), { text: 'Tokyo', lost: ['株', '式', '会', '社'] });
    assert.deepEqual(latinOf('Ола ١٢').lost.length > 0, true);
  });

  it('has no letter outside the set, nor a slash that a bank reads as a code, of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (written) => {
        const { text } = latinOf(written);
        assert.match(text, /^[A-Za-z0-9/\-?:().,'+ ]*$/);
        assert.doesNotMatch(text, /^\/|\/$|\/\/|^ | $| {2}/);
        assert.equal(latinOf(text).text, text);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an account that a customer types', () => {
  const payee = { name: 'Müller GmbH', account: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  const partsOf = (change: Partial<typeof payee>, currency = 'EUR') =>
    payeeProblems({ ...payee, ...change }, currency).map(({ part }) => part);

  it('is refused at the part that no file can pay', () => {
    assert.deepEqual(partsOf({}), []);
    assert.deepEqual(partsOf({ bic: '' }), []);
    assert.deepEqual(partsOf({ name: '株式会社東京' }), ['name']);
    assert.deepEqual(partsOf({ name: '///' }), ['name']);
    assert.deepEqual(partsOf({ name: 'Œ'.repeat(36) }), ['name']);
    assert.deepEqual(partsOf({ account: 'DE89370400440532013001' }), ['account']);
    assert.deepEqual(partsOf({ account: '000123456789', bic: 'NOBIC' }), ['account', 'bic']);
    assert.deepEqual(partsOf({ account: '000123456789', bic: 'CHASUS33' }, 'USD'), []);
    assert.deepEqual(partsOf({ account: 'US73CITI33001234567890', bic: 'CHASUS33' }, 'USD'), ['account']);
    assert.deepEqual(partsOf({ account: '000123456789', bic: '' }, 'USD'), ['bic']);
  });
});
