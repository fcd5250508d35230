import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { WaitingApproval } from '#bff/contract/money/admin-approval.ts';
import type { ExchangeRate } from '#bff/contract/money/admin-rate-routes.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, sessionAs } from '#web/testing/samples.ts';
import { RatesPage } from './rates-page.tsx';

const rate: ExchangeRate = {
  id: idOf(1),
  currency: 'EUR',
  from: '2026-11-20',
  rate: '1.0834',
  source: 'ecb',
  quote: '',
  recorded_at: '2026-11-20T16:05:00.000Z',
  recorded_by: 'Ada Byron',
  is_replaced: false,
  holds: true,
};
const first: ExchangeRate = {
  ...rate,
  id: idOf(2),
  from: '1970-01-01',
  rate: '1.1',
  source: 'configuration',
  recorded_by: null,
  holds: false,
};
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 2, from: 1, to: 2 };
const FAR = 'Far from the last rate: EUR from 2026-11-23: 1.3 is 20.0 % above 1.0834.';

function open(
  role: Role,
  currencies: Currency[] = ['USD', 'EUR'],
  data = [rate, first],
  waiting: WaitingApproval[] = [],
) {
  const shown = renderScreen(<RatesPage />, {
    realm: 'admin',
    roles: [role],
    answers: {
      'GET /admin/rates': { data, meta: { ...meta, total: data.length } },
      'GET /admin/approvals': { data: waiting, meta: { ...meta, total: waiting.length, to_confirm: 0 } },
      'POST /admin/rates': ({ body }) =>
        (body as { confirmed: boolean }).confirmed
          ? { message: '1 EUR = 1.3 USD from 2026-11-23: recorded', recorded: 1, waits: false }
          : refusal(409, { code: 'confirm_rate', message: FAR }),
    },
  });
  act(() => {
    const session = sessionAs(role);
    queryClient.setQueryData(queryKey('GET /admin/session'), { data: { ...session.data, currencies } });
  });
  return shown;
}

describe('exchange rates', () => {
  it('say since when they hold, from where, and who recorded them', async () => {
    open('finance');
    const row = within(await screen.findByRole('row', { name: /1 EUR = 1\.0834 USD/ }));
    for (const text of ['Valid today', 'European Central Bank', 'Ada Byron']) assert.ok(row.getByText(text), text);
    const configured = within(screen.getByRole('row', { name: /1 EUR = 1\.1 USD/ }));
    for (const text of ['Start', 'Configuration', 'The program']) assert.ok(configured.getByText(text), text);
  });

  it('are asked about where one is far from the last, and recorded once that is confirmed', async () => {
    const { user, writes } = open('finance');
    await user.click(await screen.findByRole('button', { name: 'Record a rate' }));
    const form = within(await screen.findByRole('dialog', { name: 'Record a rate' }));
    await user.type(form.getByRole('textbox', { name: /Rate/ }), '1,3');
    form.getByText('1 EUR = 1.3 USD');
    await user.click(form.getByRole('button', { name: 'Record rate' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Is this rate right?' }));
    assert.ok(asked.getByText(FAR));
    await user.click(asked.getByRole('button', { name: 'Go back' }));
    await waitFor(() => assert.equal(screen.queryByRole('alertdialog') === null, true));
    await user.click(form.getByRole('button', { name: 'Record rate' }));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => assert.equal(screen.queryByRole('dialog') === null, true));
    assert.deepEqual(
      writes().map(({ body }) => (body as { confirmed: boolean }).confirmed),
      [false, false, true],
    );
    assert.deepEqual(
      writes().map(({ body }) => (body as { rate: string }).rate),
      ['1.3', '1.3', '1.3'],
    );
  });

  it('that wait for a second administrator are named, with who asked', async () => {
    const request: WaitingApproval = {
      ...{
        id: 'rate:1',
        kind: 'rate',
        subject_id: idOf(5),
        reference: FAR,
        user: null,
        amount: null,
        percentage: null,
      },
      ...{ due_at: null, may_confirm: false },
      first: { by: { id: idOf(91), name: 'Ben Ode' }, at: '2026-11-20T10:00:00.000Z' },
    };
    open('auditor', undefined, undefined, [request]);
    const notice = within(await screen.findByRole('alert'));
    assert.ok(notice.getByText(/Far from the last rate: EUR from 2026-11-23.*Ben Ode asked for it/));
    assert.equal(notice.getByRole('link').getAttribute('href'), '/admin/approvals?kind=rate');
  });

  it('are read alone by an auditor', async () => {
    open('auditor');
    assert.ok(await screen.findByRole('row', { name: /1 EUR = 1\.0834 USD/ }));
    assert.equal(screen.queryByRole('button', { name: /Record a rate|Import rates/ }) === null, true);
  });

  it('are none where the store offers one currency; one that is to go on sale is recorded first', async () => {
    open('owner', ['USD'], []);
    assert.ok(await screen.findByText('No rate yet'));
    assert.equal(screen.queryByRole('button', { name: /Import rates/ }) === null, true);
    assert.ok(screen.getByRole('button', { name: /Record a rate/ }));
  });
});
