import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { AdminTransactionPage } from '#bff/contract/money/transaction.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer, fund } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('transactions in the back-office', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const admin = await createAdministrator(test);
  const [ada, ben] = [await createCustomer(test), await createCustomer(test)];
  await fund(test, ada, 'USD', 10_000n);
  await fund(test, ada, 'EUR', 5_000n);
  await fund(test, ben, 'USD', 700n);
  const withdrawal = await admin.send('POST', '/api/admin/withdrawals', {
    user_id: ada.customerId,
    wallet_id: ada.wallets.USD,
    amount: '25.50',
  });
  assertStatus(withdrawal, 201);
  const second = await createAdministrator(test);
  const completed = await second.send('POST', `/api/admin/withdrawals/${withdrawal.json().data.id}/complete`, {});
  assertStatus(completed, 200);
  after(() => test.stop());

  const list = async (query: string) => {
    const answer = await admin.get(`/api/admin/transactions?${query}`);
    assertStatus(answer, 200);
    return AdminTransactionPage.parse(answer.json());
  };
  const today = () => new Date().toISOString().slice(0, 10);
  const exportUrl = (query: Record<string, string>) => `/api/admin/transactions/export?${new URLSearchParams(query)}`;

  it('are listed newest first, with whose they are, a leading minus for outflow', async () => {
    const { data, meta } = await list('page=1&per_page=5&sort_by=created_at&sort_order=desc');
    assert.equal(meta.total, 4);
    assert.equal(data[0]?.type, 'withdrawal');
    assert.equal(data[0]?.amount.formatted, '-$25.50');
    assert.equal(data[0]?.user.name, ada.name);
  });

  it('are filtered by customer, wallet, type and days, one by one and together', async () => {
    assert.equal((await list(`user_id=${ada.customerId}`)).meta.total, 3);
    assert.equal((await list(`user_id=${ada.customerId}&wallet_id=${ada.wallets.EUR}`)).meta.total, 1);
    assert.equal((await list(`user_id=${ben.customerId}&wallet_id=${ada.wallets.EUR}`)).meta.total, 0);
    assert.equal((await list('type=deposit')).meta.total, 3);
    assert.equal((await list('type=refund')).meta.total, 0);
    assert.equal((await list(`start_date=${today()}&end_date=${today()}`)).meta.total, 4);
    assert.equal((await list('end_date=2020-01-01')).meta.total, 0);
    // Where it is another day already, or still, the row shows that day.
    const zone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
    const there = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
    const days = `start_date=${there}&end_date=${there}`;
    assert.equal((await list(days)).meta.total, 0);
    assert.equal((await list(`${days}&time_zone=${zone}`)).meta.total, 4);
    assert.equal((await list(`${days}&time_zone=${zone}&user_id=${ada.customerId}`)).data.length, 3);
    assertStatus(await admin.get(`/api/admin/transactions?${days}&time_zone=Mars/Olympus`), 422);
    const sorted = await list('sort_by=amount&sort_order=asc');
    assert.deepEqual(
      sorted.data.map((row) => row.amount.amount),
      ['-2550', '700', '5000', '10000'],
    );
    assertStatus(await admin.get('/api/admin/transactions?start_date=yesterday'), 422);
  });

  it('are exported as CSV: one wallet, oldest first, amounts as plain decimals', async () => {
    const answer = await admin.get(exportUrl({ user_id: ada.customerId, wallet_id: ada.wallets.USD, format: 'csv' }));
    assertStatus(answer, 200);
    assert.match(String(answer.headers['content-disposition']), /attachment; filename="transactions\.csv"/);
    const rows = parse(answer.body, { bom: true, columns: true }) as Record<string, string>[];
    assert.deepEqual(
      rows.map((row) => [row.Type, row.Amount, row.Currency, row.Status]),
      [
        ['deposit', '100.00', 'USD', 'completed'],
        ['withdrawal', '-25.50', 'USD', 'completed'],
      ],
    );
    assert.equal(rows[1]?.['Balance after'], '74.50');
  });

  it('are exported as a spreadsheet, and the export is recorded', async () => {
    const answer = await admin.get(
      exportUrl({ user_id: ada.customerId, wallet_id: ada.wallets.USD, format: 'xlsx', start_date: today() }),
    );
    assertStatus(answer, 200);
    assert.match(String(answer.headers['content-disposition']), /transactions\.xlsx/);
    assert.equal(answer.rawPayload.subarray(0, 2).toString(), 'PK');
    await fund(test, ben, 'USD', 100n);
    const { data } = (await admin.get(`/api/admin/audit?actor_id=${admin.administratorId}&per_page=1`)).json();
    assert.equal(data[0].summary, 'XLSX of the transactions was downloaded.');
  });

  it('are exported only for a wallet of the customer that was chosen', async () => {
    const neither = await admin.get(exportUrl({ format: 'csv' }));
    assertStatus(neither, 422);
    assert.equal(neither.json().message, 'Please select a specific user and wallet before exporting.');
    assertStatus(await admin.get(exportUrl({ user_id: ben.customerId, wallet_id: ada.wallets.USD })), 404);
    assertStatus(await admin.get(exportUrl({ user_id: ada.customerId, wallet_id: randomUUID() })), 404);
    assertStatus(
      await admin.get(exportUrl({ user_id: ada.customerId, wallet_id: ada.wallets.USD, format: 'pdf' })),
      422,
    );
  });
});
