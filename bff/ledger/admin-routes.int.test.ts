import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { PeriodListAnswer, PeriodSaved } from '#bff/contract/admin-period.ts';
import { createAdministrator, forgetConfirmation, type TestAdministrator } from '#bff/testing/administrators.ts';
import { createCustomer, send, type TestCustomer } from '#bff/testing/customers.ts';
import { assertStatus, startTestApp, type TestApp } from '#bff/testing/test-app.ts';
import { lastDayOf, monthBefore } from '#core/period/months.ts';

describe('the months of the books', () => {
  let test: TestApp;
  let admin: TestAdministrator;
  let customer: TestCustomer;
  before(async () => {
    test = await startTestApp();
    admin = await createAdministrator(test, 'owner');
    customer = await createCustomer(test);
  });
  after(() => test.stop());

  const running = new Date().toISOString().slice(0, 7);
  const last = monthBefore(running);
  const requested = async () => {
    const depositId = randomUUID();
    const amount = { amount: 10_000n, currency: 'USD' } as const;
    const { customerId, wallets } = customer;
    const request = { depositId, number: `DEP-${depositId.slice(0, 6)}`, customerId, walletId: wallets.USD, amount };
    await send(test, { type: 'RequestDeposit', ...request, note: null });
    return depositId;
  };
  const approve = async (value_date: string) =>
    admin.send('POST', `/api/admin/deposits/${await requested()}/approve`, {
      ...{ approved_amount: '100', admin_notes: 'Seen', value_date },
    });
  const step = (month: string, what: 'close' | 'reopen', body: object = {}, by = admin) =>
    by.send('POST', `/api/admin/ledger/periods/${month}/${what}`, body);
  const listed = async () => PeriodListAnswer.parse((await admin.get('/api/admin/ledger/periods')).json()).data;

  it('are closed in order once they are over, and take nothing by value date until they are reopened', async () => {
    assertStatus(await approve(`${last}-15`), 200);
    assert.deepEqual(
      (await listed()).map(({ month, status, entries }) => [month, status, entries]),
      [
        [running, 'running', 0],
        [last, 'open', 2],
      ],
    );
    assertStatus(await step(running, 'close'), 422);
    const closed = PeriodSaved.parse((await step(last, 'close')).json()).data;
    assert.deepEqual([closed.status, closed.closed?.by, closed.can_reopen], ['closed', admin.name, true]);
    const refused = await approve(lastDayOf(last));
    assertStatus(refused, 422);
    assert.match(refused.json().errors.value_date[0], /is closed: choose a later day, or ask finance to reopen it/);
    assertStatus(await step(last, 'reopen'), 422);
    const reopened = PeriodSaved.parse((await step(last, 'reopen', { reason: 'A late statement' })).json()).data;
    assert.deepEqual([reopened.status, reopened.reopened?.reason], ['open', 'A late statement']);
    assertStatus(await step(last, 'reopen', { reason: 'Again' }), 409);
    assertStatus(await approve(lastDayOf(last)), 200);
    const trail = (await admin.get('/api/admin/audit?subject_kind=period')).json();
    assert.deepEqual(
      trail.data.map(({ type }: { type: string }) => type),
      ['PeriodReopened', 'PeriodClosed'],
    );
  });

  it('are closed by owners and finance alone, in a session that was confirmed just now', async () => {
    const [approver, finance] = [
      await createAdministrator(test, 'approver'),
      await createAdministrator(test, 'finance'),
    ];
    assertStatus(await step(last, 'close', {}, approver), 403);
    await forgetConfirmation(test, finance);
    const unconfirmed = await step(last, 'close', {}, finance);
    assertStatus(unconfirmed, 403);
    assert.equal(unconfirmed.json().code, 'step_up_required');
    assertStatus(await step('2026-13', 'close'), 404);
  });

  it('are looked at as they stood, by either time', async () => {
    const bank = async (query: string) => {
      const { data } = (await admin.get(`/api/admin/ledger/trial-balance?${query}`)).json();
      assert.equal(data.is_balanced, true);
      return data.lines.find((line: { class: string }) => line.class === 'assets:bank')?.balance.decimal;
    };
    assert.equal(await bank(`at=${last}-14&by=value-date`), undefined);
    assert.equal(await bank(`at=${last}-15&by=value-date`), '100.00');
    assert.equal(await bank(`at=${lastDayOf(last)}`), undefined);
    assert.equal(await bank(''), '200.00');
    const account = `/api/admin/ledger/statement?account=assets:bank:USD&currency=USD`;
    const statement = (await admin.get(`${account}&at=${last}-15&by=value-date`)).json().data;
    assert.deepEqual([statement.balance.decimal, statement.entries.length], ['100.00', 1]);
    assert.equal(statement.entries[0].value_date, `${last}-15`);
    const none = await admin.get(`${account}&at=${last}-15`);
    assertStatus(none, 404);
    assert.match(none.json().message, /by then/);
  });
});
