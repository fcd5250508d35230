import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { openOrder } from '#web/testing/samples.ts';
import { OrderInformation } from './order-information.tsx';

describe('what an order says of itself', () => {
  const shown = (rates: Parameters<typeof openOrder>[0]) =>
    renderScreen(<OrderInformation order={openOrder(rates)} />, { realm: 'customer', answers: {} });
  it('is the rate at which its prices were converted', () => {
    shown({ currency: 'EUR', rates: [{ currency: 'EUR', rate: '1.0834', from: '2026-11-20', source: 'ecb' }] });
    assert.ok(screen.getByText('Converted at'));
    assert.ok(screen.getByText('1 EUR = 1.0834 USD'));
  });
  it('is none where nothing was converted', () => {
    shown({});
    assert.equal(screen.queryByText('Converted at') === null, true);
  });
});
