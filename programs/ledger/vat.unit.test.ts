import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VatReturn } from '#bff/contract/money/admin-vat-routes.ts';
import { runLedger } from './testing/ledger-story.ts';

const amount = (decimal: string) => ({
  amount: decimal.replace('.', ''),
  decimal,
  formatted: `€${decimal}`,
  currency: 'EUR' as const,
});
const found: VatReturn = {
  from: '2026-10',
  to: '2026-12',
  currency: 'EUR',
  lines: [
    {
      treatment: 'standard',
      title: 'Domestic sales',
      percent: '21',
      invoices: 2,
      credit_notes: 1,
      net: amount('100.00'),
      vat: amount('21.00'),
    },
  ],
  reverse_charges: [
    { country: 'PL', vat_id: 'PL1234567890', net: amount('80.00') },
    { country: null, vat_id: null, net: amount('5.00') },
  ],
  net: amount('185.00'),
  vat: amount('21.00'),
  unwritten: 0,
  unconverted: 0,
  converted_now: 3,
};

describe('the VAT return on the command line', () => {
  const asked: unknown[] = [];
  const cli = (of: Partial<VatReturn>, ...argv: string[]) =>
    runLedger(
      {
        withReports: (work) =>
          work({
            reconciliationsOn: async () => [],
            vatReturnOf: async (months) => {
              asked.push(months);
              return { ...found, ...of };
            },
          }),
      },
      ...['vat', ...argv],
    );

  it('is of one month or several, by treatment, or lists reverse charges', async () => {
    const lines = await cli({}, '--from', '2026-10', '--csv');
    assert.equal(lines.code, 0);
    assert.match(lines.text, /Domestic sales,21,2,1,100\.00,21\.00,EUR/);
    assert.match(lines.err, /3 invoices of before were converted now/);
    const charges = await cli({}, '--from', '2026-10', '--to', '2026-12', '--reverse-charges', '--csv');
    assert.match(charges.text, /PL,PL1234567890,80\.00,EUR\n,erased,5\.00,EUR/);
    assert.deepEqual(asked, [
      { from: '2026-10', to: '2026-10' },
      { from: '2026-10', to: '2026-12' },
    ]);
  });

  it('fails where it is not whole, and refuses what is no month', async () => {
    const open = await cli({ unwritten: 2 }, '--from', '2026-10');
    assert.deepEqual([open.code, /2 invoices are not written down yet/.test(open.err)], [1, true]);
    assert.equal((await cli({}, '--from', 'October')).code, 2);
    assert.equal((await cli({}, '--from', '2026-10', '--to', '2026-09')).code, 2);
    assert.equal((await cli({})).code, 2);
  });
});
