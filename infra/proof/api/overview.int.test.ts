import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { AuditPage } from '#bff/contract/identity/admin-audit.ts';
import { DashboardStats } from '#bff/contract/office/admin-dashboard.ts';
import { ExplainAnswer } from '#bff/contract/office/admin-explain.ts';
import { StatementAnswer, TrialBalanceAnswer } from '#bff/contract/office/admin-ledger.ts';
import { SystemState } from '#bff/contract/office/admin-system.ts';
import { NotificationPage } from '#bff/contract/people/notification.ts';
import { TicketPage } from '#bff/contract/people/support.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { explain } from '#core/finance/explain/explain.ts';
import type { Subject } from '#core/finance/explain/tree.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { VERSION } from '#infra/adapters/config/version.ts';
import { createAdministrator, formOf } from '#infra/proof/api/administrators.ts';
import { createCustomer, fund, send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { placesOfMovements } from '#projections/models/transactions.ts';
import { findStanding } from '#projections/models/wallets.ts';

describe('the overview of the back-office', async () => {
  const test = await startTestApp();
  const admin = await createAdministrator(test);
  const customer = await createCustomer(test);
  await createCustomer(test, 'registered');
  await fund(test, customer, 'USD', 12_345n);
  await fund(test, customer, 'EUR', 500n);
  after(() => test.stop());

  const request = (minor: bigint) => {
    const depositId = randomUUID();
    return send(test, {
      type: 'RequestDeposit',
      depositId,
      number: `DEP-${depositId.slice(0, 6)}`,
      customerId: customer.customerId,
      walletId: customer.wallets.USD,
      amount: { amount: minor, currency: 'USD' },
      note: null,
    });
  };

  it('counts what there is, in the currency asked for, with a chart by weeks', async () => {
    const answer = await admin.get('/api/admin/dashboard/stats?timeframe=weekly&currency=USD');
    assertStatus(answer, 200);
    const { data } = DashboardStats.parse(answer.json());
    assert.deepEqual([data.users.total, data.users.active, data.users.pending], [2, 1, 1]);
    assert.deepEqual([data.deposits.total, data.deposits.approved, data.deposits.pending], [2, 2, 0]);
    assert.equal(data.transactions.total_transactions, 2);
    assert.deepEqual(data.transactions.distribution, {
      deposits: 2,
      deposit_fees: 0,
      payments: 0,
      refunds: 0,
      payouts_returned: 0,
      deposits_taken_back: 0,
      withdrawals: 0,
    });
    assert.equal(data.transactions.inflow.formatted, '$123.45');
    assert.equal(data.transactions.outflow.formatted, '$0.00');
    // There is nothing in last month, so there is no percentage.
    assert.equal(data.users.growth_percentage, null);
    assert.equal(data.users.trend.length, 12);
    assert.equal(data.users.trend.at(-1), 2);
    const { chart } = data.transactions;
    assert.equal(chart.labels.length, 12);
    assert.equal(chart.datasets[0]?.data.at(-1)?.formatted, '$123.45');
    const inEuro = DashboardStats.parse((await admin.get('/api/admin/dashboard/stats?currency=EUR')).json()).data;
    assert.equal(inEuro.transactions.inflow.formatted, '€5.00');
    const past = await admin.get('/api/admin/dashboard/stats?start_date=2020-01-01&end_date=2020-02-01');
    assert.equal(DashboardStats.parse(past.json()).data.transactions.inflow.amount, '0');
    assertStatus(await admin.get('/api/admin/dashboard/stats?currency=ZZZ'), 422);
  });

  it('shows what happened to an object, newest first, page by page', async () => {
    const trail = async (query: string) =>
      AuditPage.parse((await admin.get(`/api/admin/audit/wallet/${customer.wallets.USD}?${query}`)).json());
    const all = await trail('per_page=50');
    assert.deepEqual(
      all.data.map((entry) => entry.type),
      ['WalletCredited', 'WalletOpened'],
    );
    assert.match(all.data[0]?.summary ?? '', /^\$123\.45 was credited for deposit DEP-/);
    assert.deepEqual(
      all.data[0]?.postings.map(({ account, amount }) => [account, amount.formatted]),
      [
        ['assets:bank:USD', '$123.45'],
        [`liabilities:wallet:${customer.wallets.USD}`, '-$123.45'],
      ],
    );
    const second = await trail('per_page=1&page=2');
    assert.deepEqual([second.data[0]?.type, second.meta.total, second.meta.last_page], ['WalletOpened', 2, 2]);
    assertStatus(await admin.get('/api/admin/audit/nonsense/1'), 404);
    assertStatus(await admin.get('/api/admin/audit/wallet/%27%20or%20true'), 404);
  });

  it('shows what administrators did about a thing outside the ledger', async () => {
    const created = await admin.send('POST', '/api/admin/brands', formOf({ title: 'Watched brand' }));
    assertStatus(created, 201);
    const { id } = created.json().data;
    await admin.send('POST', `/api/admin/brands/${id}`, formOf({ _method: 'PUT', title: 'Renamed brand' }));
    await eventually(async () => {
      const trail = AuditPage.parse((await admin.get(`/api/admin/audit/brand/${id}`)).json());
      assert.deepEqual(
        trail.data.map((entry) => entry.summary),
        ['Brand Renamed brand was changed.', 'Brand Watched brand was added.'],
      );
      assert.equal(trail.data[0]?.actor.name, admin.name);
    });
  });

  it('is searched by type, actor, object kind and correlation', async () => {
    const search = async (query: string) =>
      AuditPage.parse((await admin.get(`/api/admin/audit?per_page=100&${query}`)).json()).data;
    const credited = await search('type=WalletCredited');
    assert.equal(credited.length, 2);
    const [first] = credited;
    const related = await search(`correlation_id=${first?.correlation_id}`);
    assert.ok(related.some((entry) => entry.type === 'DepositApproved'));
    assert.ok((await search('subject_kind=customer')).every((entry) => entry.subject.kind === 'customer'));
    assert.ok((await search('actor_kind=system')).length > 0);
    assert.deepEqual(await search(`actor_id=${randomUUID()}`), []);
    assert.deepEqual(await search('end_date=2020-01-01'), []);
  });

  it('rings for new accounts and deposits, and stops when they were read', async () => {
    const bell = async (query = 'page=1&per_page=4') =>
      NotificationPage.parse((await admin.get(`/api/admin/notifications?${query}`)).json());
    await request(7_700n);
    const before = await bell();
    const [newest] = before.data;
    assert.equal(newest?.type, 'NewDepositNotification');
    assert.equal(newest?.data.amount, '$77.00');
    assert.equal(newest?.data.status, 'pending');
    assert.match(newest?.data.message ?? '', new RegExp(`^${customer.name} announced deposit`));
    const accounts = (await bell('per_page=100')).data.filter((item) => item.type === 'NewAccountNotification');
    assert.ok(accounts.some((item) => item.data.email === customer.email));

    const read = await admin.send('PATCH', `/api/admin/notifications/${newest?.id}`, { read: true });
    assertStatus(read, 200);
    assert.equal(read.json().unread_count, before.meta.unread_count - 1);
    assertStatus(await admin.send('PATCH', `/api/admin/notifications/${newest?.id}`, { read: true }), 200);
    assert.equal((await bell()).meta.unread_count, before.meta.unread_count - 1);
    assert.notEqual((await bell()).data[0]?.read_at, null);

    const all = await admin.send('PATCH', '/api/admin/notifications', { read: true });
    assert.equal(all.json().unread_count, 0);
    const colleague = await createAdministrator(test);
    const theirs = NotificationPage.parse((await colleague.get('/api/admin/notifications')).json());
    assert.equal(theirs.meta.unread_count, before.meta.unread_count);
    await request(100n);
    assert.equal((await bell()).meta.unread_count, 1);
    assertStatus(await admin.send('PATCH', `/api/admin/notifications/${randomUUID()}`, { read: true }), 404);
    assertStatus(await admin.send('PATCH', '/api/admin/notifications/1%3Bdrop', { read: true }), 404);
  });

  it('rings for each role about what it may read alone', async () => {
    await request(300n);
    const typesFor = async (role: Role) => {
      const answer = await (await createAdministrator(test, role)).get('/api/admin/notifications?per_page=100');
      assertStatus(answer, 200);
      return new Set(NotificationPage.parse(answer.json()).data.map(({ type }) => type));
    };
    assert.deepEqual(await typesFor('catalogue'), new Set());
    assert.ok((await typesFor('finance')).has('NewDepositNotification'));
    const support = await typesFor('support');
    assert.ok(support.has('NewAccountNotification') && !support.has('NewDepositNotification'));
  });

  it('queues support tickets, answers them by mail and closes them', async () => {
    const sent = await test.app.inject({
      method: 'POST',
      url: '/api/support/send-ticket',
      headers: customer.headers,
      payload: { fullName: 'Ewa <b>Żak</b>', email: customer.email, subject: 'Where is it?', message: 'I wait.' },
    });
    assertStatus(sent, 201);
    const queue = async (query: string) =>
      TicketPage.parse((await admin.get(`/api/admin/support-tickets?${query}`)).json()).data;
    const [ticket] = await queue('status=open');
    assert.equal(ticket?.user?.id, customer.customerId);
    const bell = NotificationPage.parse((await admin.get('/api/admin/notifications?per_page=1')).json());
    assert.equal(bell.data[0]?.type, 'NewSupportTicketNotification');

    const url = `/api/admin/support-tickets/${ticket?.id}`;
    const key = { 'idempotency-key': randomUUID() };
    const mailsBefore = test.mails.length;
    const reply = () => admin.send('POST', `${url}/reply`, { message: 'On its way.\n\n<script>' }, key);
    for (const answer of [await reply(), await reply()]) {
      assertStatus(answer, 201);
      assert.equal(answer.json().data.status, 'answered');
      assert.equal(answer.json().data.replies.length, 1);
      assert.equal(answer.json().data.replies[0].administrator.name, admin.name);
    }
    assert.equal(test.mails.length, mailsBefore + 1);
    const mail = test.mails.at(-1);
    assert.equal(mail?.to, customer.email);
    assert.match(mail?.subject ?? '', /Where is it\?/);
    assert.ok(!mail?.html.includes('<script>') && !mail?.html.includes('<b>'));

    assert.equal((await admin.get(url)).json().data.replies.length, 1);
    assertStatus(await admin.get(`/api/admin/support-tickets/${randomUUID()}`), 404);
    assertStatus(await admin.send('PATCH', url, { status: 'closed' }), 200);
    assert.deepEqual(await queue('status=open'), []);
    assert.equal((await queue(`search=${ticket?.number}`))[0]?.status, 'closed');
    assertStatus(await admin.send('POST', `${url}/reply`, { message: ' ' }), 422);
    assertStatus(await admin.send('PATCH', `/api/admin/support-tickets/${randomUUID()}`, { status: 'open' }), 404);
  });

  it('shows how the parts are', async () => {
    const answer = await admin.get('/api/admin/system');
    assertStatus(answer, 200);
    const { data } = SystemState.parse(answer.json());
    assert.equal(data.event_store.is_connected, true);
    assert.equal(data.postgres.is_connected, true);
    assert.equal(data.read_models[0]?.error, null);
    assert.equal(data.process.version, VERSION);
    assert.equal(data.process.node_version, process.version);
  });

  it('shows the books: balanced, and each account line by line', async () => {
    const balance = TrialBalanceAnswer.parse((await admin.get('/api/admin/ledger/trial-balance')).json()).data;
    assert.equal(balance.is_balanced, true);
    const bank = balance.lines.find((line) => line.class === 'assets:bank' && line.currency === 'USD');
    assert.equal(bank?.balance.formatted, '$123.45');

    await fund(test, customer, 'USD', 55n);
    const account = `liabilities:wallet:${customer.wallets.USD}`;
    const page = async (before = '') =>
      StatementAnswer.parse(
        (await admin.get(`/api/admin/ledger/statement?account=${account}&currency=USD&per_page=1${before}`)).json(),
      );
    const first = await page();
    assert.equal(first.data.balance.formatted, '-$124.00');
    assert.equal(first.data.entries[0]?.amount.formatted, '-$0.55');
    const second = await page(`&before=${first.meta.next}`);
    assert.equal(second.data.entries[0]?.amount.formatted, '-$123.45');
    assert.equal(second.data.entries[0]?.balance.formatted, '-$123.45');
    assertStatus(await admin.get('/api/admin/ledger/statement?account=assets:bank:ZZZ&currency=USD'), 404);
    assertStatus(await admin.get('/api/admin/ledger/statement?account=a&currency=USD&before=x'), 422);
  });

  it('explains a balance down to its papers and who said yes, and nothing that is not there', async () => {
    const explain = (subject: string, by = admin) => by.get(`/api/admin/ledger/explain?subject=${subject}`);
    const answer = await explain(`wallet-${customer.wallets.EUR}`);
    assertStatus(answer, 200);
    const { data } = ExplainAnswer.parse(answer.json());
    assert.deepEqual([data[0]?.depth, data[0]?.what, data[0]?.amount?.formatted], [0, 'Balance', '€5.00']);
    const deposit = data.find(({ what }) => what.startsWith('Deposit DEP-'));
    const asked = data.find(({ what }) => what === 'Asked for');
    assert.ok(deposit && asked?.event);
    assert.equal(asked.depth, deposit.depth + 1);
    const paper = ExplainAnswer.parse((await explain(asked.event.stream)).json()).data;
    assert.ok(paper.some(({ what, amount }) => what === 'Debit assets:bank:EUR' && amount?.formatted === '€5.00'));
    assertStatus(await explain(`wallet-${randomUUID()}`), 404);
    assertStatus(await explain('customer-1'), 404);
    assertStatus(await explain(asked.event.stream, await createAdministrator(test, 'support')), 403);
  });

  it('explains a long wallet by its newest events, and stops when nobody waits any more', async () => {
    const { database } = test.deps;
    const stop = new AbortController();
    const wallet = { category: 'wallet', id: customer.wallets.EUR } as const;
    const deposit = await fund(test, customer, 'EUR', 700n);
    const bounds = {
      most: 1,
      standingOf: (id: string) => findStanding(database, id),
      movementsOf: (id: string) => placesOfMovements(database, id),
    };
    const explainWithin = (subject: Subject) => explain(test.store, subject, { entries: 5, bounds });
    const found = await explainWithin(wallet);
    assert.deepEqual(
      found?.children.map(({ what, amount }) => [what.split(' ')[0], amount?.amount]),
      [
        ['Earlier:', 500n],
        ['Deposits:', 700n],
        ['Available:', 1_200n],
      ],
    );
    const paper = await explainWithin({ category: 'deposit', id: deposit });
    assert.deepEqual(
      paper?.children.at(-1)?.children.map(({ what, amount }) => [what, amount?.amount]),
      [['Credited: deposit', 700n]],
    );

    const { explain: whole } = test.deps;
    const started = Promise.withResolvers<AbortSignal>();
    Object.assign(test.deps, {
      explain: (_subject: typeof wallet, signal: AbortSignal) => {
        started.resolve(signal);
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    const asked = test.app.inject({
      url: `/api/admin/ledger/explain?subject=wallet-${wallet.id}`,
      headers: admin.headers,
      signal: stop.signal,
    });
    const signal = await started.promise;
    assert.equal(signal.aborted, false);
    stop.abort();
    await asked.catch(() => undefined);
    await eventually(async () => assert.equal(signal.aborted, true));
    Object.assign(test.deps, { explain: whole });
  });
});
