import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ratesOf } from '#core/kernel/money/dated-rates.ts';
import { FIRST_DAY } from '#core/kernel/money/rate-sources.ts';
import { convert, parseRatio } from '#core/kernel/money/rates.ts';
import { readEcb } from './ecb.ts';
import { distanceText, judgeRates, type KnownRate, type NewRate, rateText } from './rates.ts';

const xml = (...days: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube>${days.join('')}</Cube>
</gesmes:Envelope>`;
const day = (time: string, rates: Record<string, string>) =>
  `<Cube time='${time}'>${Object.entries(rates).map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`)}</Cube>`;
const euro = (from: string, rate: string): NewRate => ({ currency: 'EUR', from, rate, quote: '' });

describe('the XML of the European Central Bank', () => {
  it('gives what one unit is worth in dollars, of each currency that the store offers', () => {
    const file = xml(
      day('2026-11-20', { USD: '1.0834', JPY: '162.50', GBP: '0.84210', PLN: '4.2' }),
      day('2026-11-19', { USD: '1.0800' }),
    );
    assert.deepEqual(readEcb(file, ['USD', 'EUR', 'JPY', 'KWD']), [
      { currency: 'EUR', from: '2026-11-20', rate: '1.0834', quote: '' },
      // 1.0834 ÷ 162.5 = 0.00666707692…
      { currency: 'JPY', from: '2026-11-20', rate: '0.006667077', quote: '1 EUR = 162.50 JPY = 1.0834 USD' },
      { currency: 'EUR', from: '2026-11-19', rate: '1.08', quote: '' },
    ]);
  });

  it('is refused where it holds no rates, no dollar, or is something else', () => {
    const refused = (text: string, message: RegExp) =>
      assert.throws(() => readEcb(text, ['USD', 'EUR']), { code: 'invalid_value', message });
    refused('<Document/>', /holds no rates/);
    refused('not xml', /not sound XML/);
    refused('<!DOCTYPE x [<!ENTITY e "1">]><Envelope/>', /document type/);
    refused(xml(day('2026-11-20', { GBP: '0.8' })), /no rate of USD on 2026-11-20/);
    refused(xml(day('2026-11-20', { USD: '1,08' })), /not a decimal/);
    refused(xml(day('2026-11-20', { USD: '-1.08' })), /rate of USD on 2026-11-20 is negative \(-1\.08\)/);
    refused(xml(day('20.11.2026', { USD: '1.08' })), /is no day/);
    refused(xml(day('2026-02-30', { USD: '1.08' })), /is no day/);
  });
});

describe('a rate', () => {
  it('is kept as a decimal, without zeros at its end', () => {
    assert.equal(rateText(parseRatio('1.0800')), '1.08');
    assert.equal(rateText(parseRatio('3')), '3');
    assert.equal(rateText({ numerator: 1n, denominator: 3n }), '0.333333333');
    for (const text of ['0', '0.0000000001'.slice(0, 11), '1000000']) {
      assert.throws(() => rateText(parseRatio(text)), { code: 'invalid_value' }, text);
    }
  });

  it('of a day is what conversions go by, the base being one', () => {
    const rates = ratesOf({ EUR: { rate: '1.08', from: '2026-11-20', source: 'ecb' } });
    assert.deepEqual(convert({ amount: 1_000n, currency: 'EUR' }, 'USD', rates), { amount: 1_080n, currency: 'USD' });
  });
});

describe('rates that are to be recorded', () => {
  const stored = (from: string, rate: string, isTrusted = true, place = 0): KnownRate => ({
    currency: 'EUR',
    from,
    rate,
    isTrusted,
    place,
  });
  const known = [stored(FIRST_DAY, '1.1'), stored('2026-11-19', '1.08')];
  it('are new, or known already', () => {
    const { fresh, differing, far } = judgeRates([euro('2026-11-19', '1.08'), euro('2026-11-20', '1.09')], known);
    assert.deepEqual([fresh, differing, far], [[euro('2026-11-20', '1.09')], [], []]);
  });
  it('differ from what is kept of their day', () => {
    const { differing } = judgeRates([euro('2026-11-19', '1.081')], known);
    assert.deepEqual(differing, [{ wanted: euro('2026-11-19', '1.081'), kept: stored('2026-11-19', '1.08') }]);
  });
  it('are far from the last one where it is more than a tenth away, whatever comes after their day', () => {
    const far = (...wanted: NewRate[]) =>
      judgeRates(wanted, known).far.map((each) => [each.wanted.rate, each.last.rate]);
    assert.deepEqual(far(euro('2026-11-20', '1.188')), []);
    assert.deepEqual(far(euro('2026-11-20', '1.189')), [['1.189', '1.08']]);
    assert.deepEqual(far(euro('2026-11-20', '0.971')), [['0.971', '1.08']]);
    // Before the nineteenth there is the configured one alone, which no market gave: the first one that was recorded counts.
    assert.deepEqual(far(euro('2026-11-18', '1.188')), []);
    assert.deepEqual(far(euro('2026-11-18', '1.2')), [['1.2', '1.08']]);
  });
  it('are far from the last one that is trusted, however small the steps since are', () => {
    const far = (known: readonly KnownRate[], ...wanted: NewRate[]) =>
      judgeRates(wanted, known).far.map((each) => [each.wanted.rate, each.last.rate]);
    const steps = [...known, stored('2026-11-20', '1.13', false), stored('2026-11-21', '1.18', false)];
    assert.deepEqual(far(steps, euro('2026-11-22', '1.188')), []);
    assert.deepEqual(far(steps, euro('2026-11-22', '1.189')), [['1.189', '1.08']]);
    assert.deepEqual(far([...steps, stored('2026-11-22', '1.2')], euro('2026-11-23', '1.3')), []);
    // Within a file, too: its first step is near what is stored, its second is not.
    assert.deepEqual(far(known, euro('2026-11-21', '1.28'), euro('2026-11-20', '1.18')), [['1.28', '1.08']]);
    // Of a currency that nobody else gave a rate of, the first one counts, also for days before it.
    const own = [stored('2026-11-19', '1', false), stored('2026-11-20', '1.09', false)];
    assert.deepEqual(far(own, euro('2026-11-21', '1.11')), [['1.11', '1']]);
    assert.deepEqual(far(own, euro('2026-11-18', '1.2')), [['1.2', '1']]);
    assert.deepEqual(far([], euro('2026-11-18', '9')), []);
  });
  it('are compared with the one that was recorded first, whatever days one administrator records before it', () => {
    const far = (known: readonly KnownRate[], wanted: NewRate) =>
      judgeRates([wanted], known).far.map((each) => [each.wanted.rate, each.last.rate]);
    const first = stored('2026-11-19', '1', false, 1);
    const own = [stored(FIRST_DAY, '1.1'), first, stored('2026-01-01', '1.09', false, 2)];
    assert.deepEqual(far(own, euro('2025-01-01', '1.15')), [['1.15', '1']]);
    assert.deepEqual(far([...own, stored('2026-11-20', '1.09', false, 3)], euro('2026-11-21', '1.15')), [
      ['1.15', '1'],
    ]);
    // Nor is one before all that are trusted compared with another of those days.
    const late = [stored('2026-01-01', '1.09', false, 2), stored('2026-11-19', '1', true, 1)];
    assert.deepEqual(far(late, euro('2026-01-02', '1.15')), [['1.15', '1']]);
  });
  it('are the first of their currency where nothing is kept to compare them with', () => {
    const wanted = [euro('2026-11-20', '1.25'), euro('2026-11-21', '1.26')];
    assert.deepEqual(judgeRates(wanted, []).first, [wanted[0]]);
    assert.deepEqual(judgeRates(wanted, [stored(FIRST_DAY, '1.1')]).first, []);
  });
  it('are unlike the first one where they are far from that of the configuration alone', () => {
    const judged = judgeRates([euro('2026-11-20', '1.25'), euro('2026-11-21', '1.26')], [stored(FIRST_DAY, '1.1')]);
    assert.deepEqual(judged.far, []);
    assert.deepEqual(
      judged.unlikeFirst.map(({ wanted, last }) => [wanted.rate, last.rate]),
      [['1.25', '1.1']],
    );
    // What one administrator has recorded first counts from then on.
    const own = [stored(FIRST_DAY, '1.1'), stored('2026-11-20', '1.25', false)];
    assert.deepEqual(judgeRates([euro('2026-11-21', '1.3')], own).far, []);
    assert.deepEqual(judgeRates([euro('2026-11-21', '1.4')], own).unlikeFirst, []);
    assert.equal(judgeRates([euro('2026-11-21', '1.4')], own).far.length, 1);
  });
  it('say how far they are from the last one', () => {
    assert.equal(distanceText('1.31', '1.1'), '1.31 is 19.1 % above 1.1');
    assert.equal(distanceText('0.5', '1'), '0.5 is 50.0 % below 1');
  });
});
