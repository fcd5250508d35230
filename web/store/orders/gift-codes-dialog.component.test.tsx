import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import type { GiftCodeGroup } from '#bff/contract/shop/order.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, openOrder } from '#web/testing/samples.ts';
import { GiftCodesDialog } from './gift-codes-dialog.tsx';

describe('the codes of an order', () => {
  const steam = { title: 'Steam 50', product_id: idOf(70), codes: ['AAAA-0001', 'AAAA-0002'] };
  const xbox = { title: 'Xbox 20', product_id: idOf(71), codes: ['BBBB-0001'] };
  const copied = async (groups: GiftCodeGroup[]) => {
    const order = openOrder();
    const { user } = renderScreen(<GiftCodesDialog order={order} onClose={() => undefined} />, {
      realm: 'customer',
      answers: {
        'GET /orders/:id': { data: order },
        'GET /orders/:id/download-codes': { data: { data: groups } },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Reveal codes' }));
    await user.click(await screen.findByRole('button', { name: 'Copy All Codes' }));
    return navigator.clipboard.readText();
  };

  it('are copied below their products, where there are several', async () => {
    assert.equal(await copied([steam, xbox]), 'Steam 50\nAAAA-0001\nAAAA-0002\n\nXbox 20\nBBBB-0001');
  });

  it('are copied alone, where they are all of one product', async () => {
    assert.equal(await copied([steam]), 'AAAA-0001\nAAAA-0002');
  });
});
