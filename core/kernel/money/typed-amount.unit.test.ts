import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SEED } from '#core/kernel/testing/seed.ts';
import { CURRENCIES, CURRENCY_CODES, type Currency } from './currencies.ts';
import { groupMinor, minorToDecimal } from './decimals.ts';
import { readTypedAmount } from './typed-amount.ts';

const read = (text: string, currency: Currency = 'USD') => {
  const reading = readTypedAmount(text, currency);
  if (reading.is === 'amount') return reading.minor;
  return reading.is === 'asked' ? reading.minors : undefined;
};

/** The forms in which countries write an amount: what separates thousands, and what decimals. */
const FORMS = [
  { thousands: ',', decimal: '.' },
  { thousands: '.', decimal: ',' },
  { thousands: ' ', decimal: ',' },
  { thousands: '\u202f', decimal: ',' },
  { thousands: '\u00a0', decimal: ',' },
  { thousands: "'", decimal: '.' },
  { thousands: '’', decimal: '.' },
  { thousands: '', decimal: ',' },
  { thousands: '', decimal: '.' },
] as const;
const written = (minor: bigint, currency: Currency, form: (typeof FORMS)[number]): string =>
  groupMinor(minor, currency).replace(/[.,]/g, (mark) => (mark === ',' ? form.thousands : form.decimal));

describe('an amount that is typed', () => {
  it('is read in the form of any country', () => {
    for (const text of [
      '1234.56',
      '1,234.56',
      '1.234,56',
      '1 234,56',
      "1'234.56",
      ' 1234,56 ',
      '$1,234.56',
      '1.234,56 USD',
    ])
      assert.equal(read(text), 123_456n, text);
    for (const [text, minor] of [
      ['98,50', 9850n],
      ['98,5', 9850n],
      ['98.5', 9850n],
      ['12,50', 1250n],
      ['12.', 1200n],
      ['12,', 1200n],
      ['0,05', 5n],
      ['1,234.5', 123_450n],
      ['1,234,567', 123_456_700n],
      ['1.234.567', 123_456_700n],
      ['1234567', 123_456_700n],
    ] as const)
      assert.equal(read(text), minor, text);
    assert.equal(read('1.234,567', 'KWD'), 1_234_567n);
    assert.equal(read('1234.567', 'KWD'), 1_234_567n);
    assert.equal(read('1234', 'JPY'), 1234n);
    assert.equal(read('1.234.567', 'JPY'), 1_234_567n);
    assert.equal(read('€ 12,50', 'EUR'), 1250n);
  });

  it('is asked about where one separator stands before three digits', () => {
    assert.deepEqual(read('1,234'), [123_400n]);
    assert.deepEqual(read('1.234'), [123_400n]);
    assert.deepEqual(read('1.234', 'JPY'), [1234n]);
    assert.deepEqual(read('1.234', 'KWD'), [1_234_000n, 1234n]);
    assert.deepEqual(read('12,345', 'KWD'), [12_345_000n, 12_345n]);
  });

  it('is nothing where it is no amount of the currency', () => {
    for (const text of [
      '',
      ' ',
      '.',
      ',',
      '-1',
      '+1',
      '1e3',
      'abc',
      '.5',
      '0.005',
      '0,005',
      '1,23,456',
      '12,34.56',
      '1.2.3',
      '1.234.56',
      '1,234,56',
      '1.234,567',
      '1..2',
      '€12',
      '1234,567',
      '1 23',
      '12 34',
      '1,234 567',
      '1234567890123',
    ])
      assert.equal(read(text), undefined, text);
    for (const text of ['12.5', '12,50', '1,234.5']) assert.equal(read(text, 'JPY'), undefined, text);
  });

  it('written in any form is the amount itself, or is among those that are asked about; never another', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 999_999_999_999n }),
        fc.constantFrom(...CURRENCY_CODES),
        fc.constantFrom(...FORMS),
        fc.boolean(),
        (minor, currency, form, isPlain) => {
          const text = isPlain
            ? minorToDecimal(minor, currency).replace('.', form.decimal)
            : written(minor, currency, form);
          const reading = readTypedAmount(text, currency);
          if (reading.is === 'asked') assert.ok(reading.minors.includes(minor), text);
          else assert.deepEqual(reading, { is: 'amount', minor }, text);
          // With two decimals it is never asked about.
          if (CURRENCIES[currency].digits === 2) assert.equal(reading.is, 'amount', text);
        },
      ),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it('of any letters at all is read without a fault, and as no more than its digits say', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."0123456789., -€$'x"), maxLength: 12 }),
        fc.constantFrom(...CURRENCY_CODES),
        (text, currency) => {
          const reading = readTypedAmount(text, currency);
          const minors = reading.is === 'amount' ? [reading.minor] : reading.is === 'asked' ? reading.minors : [];
          for (const minor of minors)
            assert.equal(
              `${minor}`.replace(/0+$/, ''),
              text
                .replace(/\D/g, '')
                .replace(/^0+(?=\d)|0+$/g, '')
                .replace(/^0+/, ''),
              text,
            );
        },
      ),
      { seed: SEED, numRuns: 2000 },
    );
  });
});
