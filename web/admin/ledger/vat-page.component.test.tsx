import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { VatReturn } from '#bff/contract/money/admin-vat-routes.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { ownerSession } from '#web/testing/samples.ts';
import { VatPage } from './vat-page.tsx';

const euros = (minor: bigint) => minorJson(minor, 'EUR');
const found: VatReturn = {
  from: '2026-10',
  to: '2026-10',
  currency: 'EUR',
  net: euros(18_000n),
  vat: euros(2_100n),
  lines: [
    {
      treatment: 'standard',
      title: 'Domestic sales',
      percent: '21',
      invoices: 2,
      credit_notes: 1,
      net: euros(10_000n),
      vat: euros(2_100n),
    },
  ],
  reverse_charges: [{ country: 'PL', vat_id: 'PL1234567890', net: euros(8_000n) }],
  unwritten: 0,
  unconverted: 0,
  converted_now: 0,
};

describe('the VAT page', () => {
  const open = (changes: Partial<VatReturn> = {}) =>
    renderScreen(<VatPage />, {
      realm: 'admin',
      answers: {
        'GET /admin/session': ownerSession(),
        'GET /admin/ledger/vat': { data: { ...found, ...changes } },
      },
    });

  it('shows each treatment with its rate, the total and the reverse charges', async () => {
    open();
    assert.ok(await screen.findByText('Domestic sales, 21 %'));
    assert.ok(screen.getByText('PL1234567890'));
    assert.equal(screen.getAllByText('€21.00').length, 2);
    assert.equal(screen.getAllByRole('button', { name: 'Export CSV' }).length, 2);
  });

  it('says what is missing', async () => {
    open({ unwritten: 2, unconverted: 1 });
    assert.ok(await screen.findByText('The return is not whole'));
    await waitFor(() =>
      assert.match(document.body.textContent ?? '', /2 invoices of this period are not written down/),
    );
  });
});
