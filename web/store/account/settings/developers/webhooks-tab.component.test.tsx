import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import type { WebhookDelivery, WebhookEndpoint } from '#bff/contract/outside/webhook.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf } from '#web/testing/samples.ts';
import { WebhooksTab } from './webhooks-tab.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const URL_GIVEN = 'https://erp.example.com/hook';
const endpoint = (change: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: idOf(50),
  url: URL_GIVEN,
  events: ['order.paid'],
  status: 'enabled',
  failing_since: null,
  created_at: AT,
  ...change,
});
const delivery = (change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: idOf(51),
  type: 'order.paid',
  status: 'failed',
  attempts: 10,
  created_at: AT,
  last_attempt_at: AT,
  next_attempt_at: null,
  answer_status: 503,
  answer: 'down for maintenance',
  ...change,
});
const meta = { current_page: 1, last_page: 1, per_page: 10, total: 1, from: 1, to: 1 };

describe('the webhooks of an account', () => {
  const open = (answers: Answers = {}) =>
    renderScreen(<WebhooksTab />, {
      realm: 'customer',
      answers: {
        'GET /webhooks': { data: [endpoint()] },
        'GET /webhooks/:id/deliveries': { data: [delivery()], meta },
        ...answers,
      },
    });
  const choose = async (user: ReturnType<typeof open>['user'], item: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${URL_GIVEN}` }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };

  it('says that there are none, and adds one whose secret shows once', async () => {
    const { user, writes } = open({
      'GET /webhooks': { data: [] },
      'POST /webhooks': { message: 'The endpoint was added.', data: endpoint(), secret: 'whsec_c2VjcmV0' },
    });
    assert.ok(await screen.findByText('No endpoints yet'));
    await user.click(screen.getByRole('button', { name: 'Add endpoint' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/Address/), URL_GIVEN);
    for (const box of dialog.getAllByRole('checkbox').slice(1)) await user.click(box);
    await user.click(dialog.getByRole('button', { name: 'Add endpoint' }));
    assert.ok(await screen.findByText('whsec_c2VjcmV0'));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [{ url: URL_GIVEN, events: ['order.placed'] }],
    );
  });

  it('shows what the server has against an address at its field', async () => {
    const message = 'The address is not a public one.';
    const { user } = open({
      'POST /webhooks': refusal(422, { message, code: 'validation_failed', errors: { url: [message] } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Add endpoint' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Add endpoint' }));
    assert.ok(await dialog.findByText(/Please enter an address such as/));
    await user.type(dialog.getByLabelText(/Address/), 'https://10.0.0.1/');
    await user.click(dialog.getByRole('button', { name: 'Add endpoint' }));
    assert.ok(await dialog.findByText(message));
  });

  it('shows the log of an endpoint, and sends a delivery again', async () => {
    const { user, writes } = open({
      'POST /webhooks/:id/deliveries/:deliveryId/redeliver': {
        message: 'It is sent again.',
        data: delivery({ status: 'pending', next_attempt_at: AT }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Deliveries' }));
    assert.ok((await screen.findAllByText('down for maintenance')).length > 0);
    const [again] = await screen.findAllByRole('button', { name: 'Send again' });
    assert.ok(again);
    await user.click(again);
    await waitFor(() =>
      assert.deepEqual(
        writes().map(({ params }) => params.deliveryId),
        [idOf(51)],
      ),
    );
  });

  it('says in words what comes next of each delivery', async () => {
    const states: [Partial<WebhookDelivery>, ...string[]][] = [
      [{ status: 'pending', attempts: 0, answer_status: null, answer: null, next_attempt_at: AT }, 'Not sent yet'],
      [{ status: 'pending', attempts: 1, answer_status: null, answer: null, next_attempt_at: AT }, 'No answer yet'],
      [{ status: 'delivered', answer_status: 204, answer: '' }, '204', 'None'],
    ];
    const data = states.map(([change], at) => delivery({ id: idOf(60 + at), type: `order.${at}` as never, ...change }));
    const { user } = open({ 'GET /webhooks/:id/deliveries': { data, meta: { ...meta, total: 3, to: 3 } } });
    await user.click(await screen.findByRole('button', { name: 'Deliveries' }));
    for (const [at, [, ...words]] of states.entries()) {
      const row = (await screen.findAllByRole('row')).find(({ textContent }) => textContent?.includes(`order.${at}`));
      for (const word of words) assert.ok(row?.textContent?.includes(word), `${row?.textContent} says ${word}`);
    }
  });

  it('says of what waits that nothing is sent while the endpoint is off', async () => {
    const data = [delivery({ status: 'pending', next_attempt_at: AT })];
    const { user } = open({
      'GET /webhooks': { data: [endpoint({ status: 'disabled' })] },
      'GET /webhooks/:id/deliveries': { data, meta },
    });
    await user.click(await screen.findByRole('button', { name: 'Deliveries' }));
    assert.ok((await screen.findAllByText('Once it is switched on')).length > 0);
  });

  it('says why nothing is sent, and switches the endpoint on', async () => {
    const { user, writes } = open({
      'GET /webhooks': { data: [endpoint({ status: 'given-up', failing_since: AT })] },
      'PATCH /webhooks/:id': { message: 'The endpoint was saved.', data: endpoint() },
    });
    assert.ok(await screen.findByText('Switched off after three days without an answer'));
    await choose(user, 'Switch on');
    await waitFor(() =>
      assert.deepEqual(
        writes().map(({ body }) => body),
        [{ is_enabled: true }],
      ),
    );
  });

  it('asks before it makes a new secret or deletes', async () => {
    const { user, writes } = open({
      'POST /webhooks/:id/rotate-secret': { message: 'New.', data: endpoint(), secret: 'whsec_bmV3' },
      'DELETE /webhooks/:id': { message: 'The endpoint was removed.' },
    });
    await choose(user, 'New secret');
    await user.click(await screen.findByRole('button', { name: 'Make new secret' }));
    assert.ok(await screen.findByText('whsec_bmV3'));
    await choose(user, 'Delete');
    assert.equal(writes().length, 1);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => assert.equal(writes().length, 2));
  });

  it('says that they could not be read, with a way to try again', async () => {
    open({
      'GET /webhooks': refusal(503, { message: 'The store cannot reach its data just now.', code: 'unavailable' }),
    });
    assert.ok(await screen.findByText('The store cannot reach its data just now.'));
    assert.ok(screen.getByRole('button', { name: /try again/i }));
  });
});
