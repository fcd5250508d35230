import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { vatIdOf, vatTreatmentOf, vatWithin } from './vat.ts';

describe('the VAT of a sale by a seller in the Netherlands', () => {
  const buyers = [
    [{ country: 'NL', vatId: 'NL001234567B01' }, 'standard', 'at home'],
    [{ country: 'NL', vatId: null }, 'standard', 'at home without a VAT id'],
    [{ country: 'DE', vatId: 'DE123456789' }, 'reverse-charge', 'in another member state'],
    [{ country: 'DE', vatId: 'de 123.456-789' }, 'reverse-charge', 'with a VAT id as people type it'],
    [{ country: 'GR', vatId: 'EL123456789' }, 'reverse-charge', 'in Greece, whose VAT ids begin with EL'],
    [{ country: 'GR', vatId: 'GR123456789' }, 'standard', 'in Greece, with what is no VAT id there'],
    [{ country: 'DE', vatId: 'FR12345678901' }, 'standard', 'with a VAT id of another country than its own'],
    [{ country: 'DE', vatId: 'HRB 12345' }, 'standard', 'in another member state without a VAT id'],
    [{ country: 'MC', vatId: 'FR12345678901' }, 'reverse-charge', 'in Monaco, which is France to VAT'],
    [{ country: 'MC', vatId: null }, 'standard', 'in Monaco without a VAT id'],
    [{ country: 'RE', vatId: null }, 'outside-scope', 'in a part of France that is a third country to VAT'],
    [{ country: 'US', vatId: '12-3456789' }, 'outside-scope', 'outside the Union'],
    [{ country: 'GB', vatId: 'GB123456789' }, 'outside-scope', 'in a country that left the Union'],
    [{ country: null, vatId: null }, 'standard', 'of whom no country is known'],
  ] as const;
  for (const [buyer, treatment, who] of buyers) {
    it(`of single-purpose vouchers to a buyer ${who}: ${treatment}`, () =>
      assert.equal(vatTreatmentOf('single-purpose', 'NL', buyer), treatment));
    it(`of multi-purpose vouchers to a buyer ${who}: none at the sale`, () =>
      assert.equal(vatTreatmentOf('multi-purpose', 'NL', buyer), 'voucher'));
  }
});

it('the VAT of a sale by a seller in France to a buyer in Monaco is that of a sale at home', () =>
  assert.equal(vatTreatmentOf('single-purpose', 'FR', { country: 'MC', vatId: 'FR12345678901' }), 'standard'));

describe('the VAT inside a price', () => {
  it('is rounded once, half to even, and nothing is lost between it and the net', () => {
    const cases = [
      [12_100n, '21', 2_100n],
      [10_000n, '21', 1_736n],
      [1n, '21', 0n],
      // 0.5 and 1.5 cents, rounded to even.
      [3n, '20', 0n],
      [9n, '20', 2n],
      [1_000n, '5.5', 52n],
      [10_000n, '0', 0n],
    ] as const;
    for (const [price, percent, vat] of cases) {
      assert.equal(vatWithin(price, 'standard', percent, 'half-even'), vat, `${price} at ${percent} %`);
    }
  });

  it('takes the half away from zero where the seller rounds so', () => {
    assert.equal(vatWithin(3n, 'standard', '20', 'half-away-from-zero'), 1n);
    assert.equal(vatWithin(9n, 'standard', '20', 'half-away-from-zero'), 2n);
    assert.equal(vatWithin(15n, 'standard', '20', 'half-even'), 2n);
    assert.equal(vatWithin(15n, 'standard', '20', 'half-away-from-zero'), 3n);
    assert.equal(vatWithin(12_100n, 'standard', '21', 'half-away-from-zero'), 2_100n);
  });

  it('is none where another pays it, or nobody does', () => {
    for (const treatment of ['voucher', 'reverse-charge', 'outside-scope'] as const) {
      assert.equal(vatWithin(12_100n, treatment, '21', 'half-even'), 0n);
    }
  });
});

describe('a VAT id', () => {
  it('is known by its form, and written in full', () => {
    assert.equal(vatIdOf({ country: 'NL', vatId: 'VAT NL 0012.34.567.B01' }), 'NL001234567B01');
    assert.equal(vatIdOf({ country: 'IE', vatId: 'IE1234567WA' }), 'IE1234567WA');
    assert.equal(vatIdOf({ country: 'DE', vatId: 'DE' }), null);
    assert.equal(vatIdOf({ country: 'DE', vatId: 'DEMO GMBH' }), null);
    assert.equal(vatIdOf({ country: 'US', vatId: 'US123456789' }), null);
  });
});
