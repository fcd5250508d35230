import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { homeVatOf } from './home-vat.ts';
import { reverseCharges, vatLines } from './vat-return.ts';

const rate = (text: string) => ({ rate: text, from: '2026-10-20', source: 'ecb' as const });

describe('the VAT of an invoice in the seller’s currency', () => {
  it('is converted by the rates of its day, which are kept with it', () => {
    const dated = { EUR: rate('1.25'), GBP: rate('1.5') };
    assert.deepEqual(homeVatOf({ currency: 'USD', net: 10_000n, vat: 2_101n }, 'EUR', dated), {
      net: 8_000n,
      vat: 1_681n,
      rates: [{ currency: 'EUR', ...rate('1.25') }],
    });
    const pounds = homeVatOf({ currency: 'GBP', net: 100n, vat: 0n }, 'EUR', dated);
    assert.deepEqual([pounds?.net, pounds?.rates.map(({ currency }) => currency)], [120n, ['EUR', 'GBP']]);
  });
  it('is none in the seller’s own currency, or where a rate is missing', () => {
    assert.equal(homeVatOf({ currency: 'EUR', net: 1n, vat: 1n }, 'EUR', { EUR: rate('1') }), null);
    assert.equal(homeVatOf({ currency: 'USD', net: 1n, vat: 1n }, 'EUR', {}), null);
  });
});

describe('a VAT return', () => {
  it('sums by treatment, standard sales by rate, credit notes off', () => {
    const sale = { treatment: 'standard', percent: '21', isCredit: false, count: 2, net: 1_000n, vat: 210n } as const;
    const lines = vatLines([
      { ...sale, treatment: 'voucher', vat: 0n },
      { ...sale, isCredit: true, count: 1, net: 100n, vat: 21n },
      { ...sale, percent: '9', vat: 90n },
      sale,
    ]);
    assert.deepEqual(
      lines.map(({ treatment, percent, invoices, creditNotes, net, vat }) =>
        [treatment, percent, invoices, creditNotes, net, vat].join(' '),
      ),
      ['standard 9 2 0 1000 90', 'standard 21 2 1 900 189', 'voucher  2 0 1000 0'],
    );
  });
  it('lists reverse charges by VAT id, and what cannot be named any more last', () => {
    const sales = [
      { country: null, vatId: null, net: 5n },
      { country: 'PL', vatId: 'PL1234567890', net: 100n },
      { country: 'DE', vatId: 'DE123456789', net: 30n },
      { country: 'PL', vatId: 'PL1234567890', net: -40n },
    ];
    assert.deepEqual(reverseCharges(sales), [
      { country: 'DE', vatId: 'DE123456789', net: 30n },
      { country: 'PL', vatId: 'PL1234567890', net: 60n },
      { country: null, vatId: null, net: 5n },
    ]);
  });
});
