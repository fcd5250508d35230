import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { CreditPage } from '#bff/contract/money/admin-credit.ts';
import { WalletList } from '#bff/contract/money/wallet.ts';
import { PeriodListAnswer, PeriodSaved } from '#bff/contract/office/admin-period.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { exportedCredit, listCredit } from '#bff/money/credit/list.ts';
import { lastDayOf, monthBefore } from '#core/aggregates/period/months.ts';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { createAdministrator, forgetConfirmation } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { closeMonth } from '#infra/proof/api/close-month.ts';
import { createCustomer, proofOf, send } from '#infra/proof/api/customers.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { notingRows, pagesTouched } from '#infra/proof/testing/pages-touched.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';
import { CREDIT_CHUNK } from '#projections/models/wallets.ts';

describe('the months of the books', async () => {
  const test = await startTestApp();
  const admin = await createAdministrator(test, 'owner');
  const customer = await createCustomer(test);
  after(() => test.stop());

  const running = new Date().toISOString().slice(0, 7);
  const last = monthBefore(running);
  const requested = async () => {
    const depositId = randomUUID();
    const amount = { amount: 10_000n, currency: 'USD' } as const;
    const { customerId, wallets } = customer;
    const request = { depositId, number: `DEP-${depositId.slice(0, 6)}`, customerId, walletId: wallets.USD, amount };
    await send(test, { type: 'RequestDeposit', ...request, note: null }, proofOf(depositId));
    return depositId;
  };
  const approve = async (value_date: string) =>
    admin.send('POST', `/api/admin/deposits/${await requested()}/approve`, {
      approved_amount: '100',
      admin_notes: 'Seen',
      value_date,
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
    const closed = PeriodSaved.parse((await closeMonth(admin, last)).json()).data;
    assert.deepEqual([closed.status, closed.closed?.by, closed.can_reopen], ['closed', admin.name, true]);
    const { items } = await listAuditEvents(test.deps.database, { limit: 20 });
    // The totals of the trial balance by value date.
    const total = { amount: '10000', currency: 'USD' };
    assert.deepEqual(items.find(({ type }) => type === 'PeriodClosed')?.data?.totals, [
      { debits: total, credits: total },
    ]);
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

  it('show the wallets of a customer as they stood, by either time', async () => {
    const wallet = async (query: string) => {
      const answer = await admin.get(`/api/admin/users/${customer.customerId}/wallets?${query}`);
      assertStatus(answer, 200);
      return WalletList.parse(answer.json()).data.find(({ currency }) => currency === 'USD');
    };
    assert.equal((await wallet(''))?.balance.decimal, '200.00');
    assert.equal((await wallet(`at=${last}-15`))?.balance.decimal, '0.00');
    assert.equal((await wallet(`at=${last}-14&by=value-date`))?.balance.decimal, '0.00');
    assert.equal((await wallet(`at=${last}-15&by=value-date`))?.available.decimal, '100.00');
    const today = new Date().toISOString().slice(0, 10);
    assert.equal((await wallet(`at=${today}`))?.balance.decimal, '200.00');
  });

  it('leave aside who has drawn credit: that is listed, filtered and exported', async () => {
    const debtor = await createCustomer(test);
    const walletId = debtor.wallets.EUR;
    const eur = (amount: bigint) => ({ amount, currency: 'EUR' }) as const;
    await send(test, { type: 'SetCreditLimit', walletId, limit: eur(10_000n), by: ALONE });
    const list = async (query: string) => {
      const answer = await admin.get(`/api/admin/credit?${query}`);
      assertStatus(answer, 200);
      return CreditPage.parse(answer.json());
    };
    assert.equal((await list('')).meta.total, 0);
    assert.equal((await list('status=granted')).meta.total, 1);
    const { variantId } = await createProduct(test, { priceMinor: 4_500n, codes: 2 });
    await buy(test, debtor, { walletId, variantId, quantity: 2 });
    const [row] = (await list(`search=${encodeURIComponent(debtor.email)}`)).data;
    const today = new Date().toISOString().slice(0, 10);
    assert.deepEqual(
      [row?.used.decimal, row?.used_percent, row?.ages['0-30'].decimal, row?.since, row?.days_left],
      ['90.00', 90, '90.00', today, 3],
    );
    assert.equal((await list('status=nearly_used&sort_by=days_left&sort_order=asc')).meta.total, 1);
    assert.equal((await list('status=overdue')).meta.total, 0);
    const file = await admin.get('/api/admin/credit/export');
    assertStatus(file, 200);
    assert.match(file.body, /Customer,Email,Currency,Limit,Used,[^\n]*\r\n[^\n]*,EUR,100\.00,90\.00,90,/);
    const support = await createAdministrator(test, 'support');
    assertStatus(await support.get('/api/admin/credit'), 403);
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
    assert.match(statement.entries[0].document.number, /^DEP-[0-9a-f]{6}$/);
    // The sums are of the chosen days, with the balance before them.
    const sumsOf = async (days: string) => {
      const { opening, debits, credits, balance } = (await admin.get(`${account}&${days}`)).json().data;
      return [opening, debits, credits, balance].map(({ decimal }) => decimal);
    };
    assert.deepEqual(await sumsOf(`start_date=${last}-16&by=value-date`), ['100.00', '100.00', '0.00', '200.00']);
    assert.deepEqual(await sumsOf(`end_date=${last}-20&by=value-date`), ['0.00', '100.00', '0.00', '100.00']);
    const quiet = `start_date=${last}-16&end_date=${last}-20&by=value-date`;
    assert.deepEqual(await sumsOf(quiet), ['100.00', '0.00', '0.00', '100.00']);
    const none = await admin.get(`${account}&at=${last}-15`);
    assertStatus(none, 404);
    assert.match(none.json().message, /by then/);
  });

  it('list and export the credit of any number of wallets, some at a time', async () => {
    const { database, clock } = test.deps;
    const { customerId } = await createCustomer(test);
    // Beside a log without them: each has drawn as many cents as its number says, on ten days.
    await database.query(sql.typeAlias('void')`
      insert into read.wallets (wallet_id, customer_id, currency, balance, held, credit_limit, opened_at, updated_at, position)
        select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, ${customerId}, 'USD', -number, 0, 1000, now(), now(), 1000000000000 + number from generate_series(1, ${WALLETS}) number`);
    await database.query(sql.typeAlias('void')`
      insert into read.wallet_days (wallet_id, day, balance, held, credit_limit)
        select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, current_date - day, -number, 0, 1000
        from generate_series(1, ${WALLETS}) number, generate_series(0, 9) day`);
    await database.query(sql.typeAlias('void')`
      insert into read.wallets (wallet_id, customer_id, currency, balance, held, credit_limit, opened_at, updated_at, position)
        select gen_random_uuid(), ${customerId}, 'USD', number, 0, 0, now(), now(), 1000000000000 - number from generate_series(1, ${WITHOUT_CREDIT}) number`);
    await database.query(sql.typeAlias('void')`analyze read.wallets, read.wallet_days`);
    const query = { status: 'granted', sort_by: 'used_percent', sort_order: 'asc' } as const;
    const list = { ...query, search: undefined, page: 1, per_page: 15 };
    const pages = await pagesTouched(database, (noted) => listCredit({ database: noted as never, clock }, list));
    assert.ok(pages < MOST_PAGES, `${pages} pages: all wallets are looked through once`);
    const noting = notingRows(database);
    const used: string[] = [];
    for await (const rows of exportedCredit(
      { database: noting.database as never, clock },
      { ...query, search: undefined },
    )) {
      used.push(...rows.filter(({ currency }) => currency === 'USD').map((row) => row.used.amount));
    }
    const all = Array.from({ length: WALLETS }, (_, index) => String(index + 1));
    assert.deepEqual(used, all);
    assert.ok(noting.most() <= CREDIT_CHUNK * 10 + 10, `${noting.most()} rows at a time`);
    const page = await admin.get(
      '/api/admin/credit?status=granted&sort_by=used_percent&sort_order=desc&page=2&per_page=100',
    );
    const { data, meta } = CreditPage.parse(page.json());
    assert.equal(meta.total >= WALLETS, true);
    assert.deepEqual(data.at(0)?.currency, 'USD');
  });
});

const WALLETS = 250;
/** Some 1,300 pages. */
const WITHOUT_CREDIT = 40_000;
const MOST_PAGES = 4_000;
