import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import type { CodeReveal } from '#bff/contract/shop/order.ts';
import { refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, openOrder } from '#web/testing/samples.ts';
import { CodeLives } from './code-lives.tsx';
import { CodeReveals } from './code-reveals.tsx';
import { RevealsPage } from './reveals-page.tsx';

const AT = '2026-03-01T10:00:00.000Z';
const reveal = (change: Partial<CodeReveal> = {}): CodeReveal => ({
  id: idOf(70),
  order: { id: idOf(40), number: 'GL-1001' },
  revealed_at: AT,
  by: 'customer',
  codes_count: 3,
  device: 'Firefox on Linux',
  address: '192.0.2.7',
  ...change,
});
const pageOf = <Row,>(data: Row[]) => ({
  data,
  meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length, from: 1, to: data.length },
});

describe('who saw codes', () => {
  it('lists each look with its place, and is narrowed to an order and to keys', async () => {
    const looks = [reveal(), reveal({ id: idOf(71), by: 'api-key', device: null, address: null })];
    history.replaceState(null, '', '/code-reveals?order=GL-1001');
    const { user } = renderScreen(<RevealsPage />, {
      realm: 'customer',
      answers: {
        'GET /code-reveals': ({ query }) => {
          assert.equal(query.order, 'GL-1001');
          return pageOf(looks.filter(({ by }) => query.by === undefined || query.by === by));
        },
      },
    });
    assert.ok(await screen.findByText('Firefox on Linux'));
    assert.ok(screen.getByText('192.0.2.7'));
    assert.ok(screen.getByText('Not recorded'));
    await user.click(screen.getByRole('button', { name: 'API keys' }));
    await waitFor(() => assert.equal(screen.queryAllByText('Firefox on Linux').length, 0));
    assert.ok(screen.getByText('Your API key'));
    assert.equal(location.search, '?order=GL-1001&by=api-key');
    history.replaceState(null, '', '/');
  });

  it('says so where nobody has', async () => {
    renderScreen(<RevealsPage />, {
      realm: 'customer',
      answers: { 'GET /code-reveals': { data: [], meta: { ...pageOf([]).meta, from: null, to: null } } },
    });
    assert.ok(await screen.findByText('Nobody has revealed a code yet'));
  });
});

describe('the codes of an order', () => {
  const order = openOrder({ payment_status: 'completed', fulfillment_status: 'completed', code_reveals: [reveal()] });

  it('say where they were looked at', async () => {
    renderScreen(<CodeReveals order={order} />, { realm: 'customer', answers: {} });
    assert.ok(await screen.findByText('Firefox on Linux, 192.0.2.7'));
    assert.equal(screen.getByRole('link', { name: 'See all' }).getAttribute('href'), '/code-reveals?order=GL-1001');
  });

  it('have each a life of its own, and a proof', async () => {
    const life = { product_name: 'Steam $50', allocated_at: AT, last_revealed_at: null, first_revealed_at: null };
    const codes = [{ ...life, id: idOf(80), last_four: '1234', reveals_count: 0 }];
    const { user } = renderScreen(<CodeLives order={order} />, {
      realm: 'customer',
      answers: {
        'GET /orders/:id/codes': pageOf(codes),
        'GET /orders/:id/codes/:codeId/proof': refusal(409, {
          message: 'The head of the log that covers this is not signed yet.',
          code: 'not_signed_yet',
        }),
      },
    });
    assert.ok(await screen.findByText('••••1234'));
    assert.ok(screen.getByText('Not yet'));
    await user.click(screen.getByRole('button', { name: 'Save the proof of code 1234' }));
    assert.ok(await screen.findByText('The head of the log that covers this is not signed yet.'));
  });
});
