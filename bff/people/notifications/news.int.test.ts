import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { buildApp } from '#bff/app/app.ts';
import { News } from '#bff/contract/people/notification.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer, send, type TestCustomer } from '#infra/proof/api/customers.ts';
import { createShopper } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { feedOf, MAX_NOTIFICATIONS } from './feed.ts';

const CUSTOMER = '/api/notifications/stream';
const ADMIN = '/api/admin/notifications/stream';

type PlanNode = {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
};

describe('a stream of news', async () => {
  const test = await startTestApp();
  const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  after(() => test.stop());

  /** Reads a stream until it ends or is left. */
  async function open(path: string, headers: Readonly<Record<string, string>>, at = url) {
    const leaving = new AbortController();
    const response = await fetch(`${at}${path}`, { headers, signal: leaving.signal });
    const heard: { event: string; data: unknown }[] = [];
    const read = async () => {
      if (response.status !== 200) return;
      let text = '';
      for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        text += part;
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        for (const each of parts) {
          const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(each) ?? [];
          if (event && data) heard.push({ event, data: JSON.parse(data) });
        }
      }
    };
    const stream = { response, heard, hasEnded: false, leave: () => leaving.abort() };
    void read().then(
      () => {
        stream.hasEnded = true;
      },
      () => {
        stream.hasEnded = true;
      },
    );
    return stream;
  }
  type Stream = Awaited<ReturnType<typeof open>>;
  const lastNews = ({ heard }: Stream) => {
    const last = heard.findLast(({ event }) => event === 'news');
    return last && News.parse(last.data);
  };
  const hasUnread = (stream: Stream, unread: number) =>
    eventually(async () => assert.equal(lastNews(stream)?.unread_count, unread));

  async function announce(customer: TestCustomer): Promise<string> {
    const depositId = randomUUID();
    await send(test, {
      type: 'RequestDeposit',
      depositId,
      number: `DEP-${depositId.slice(0, 6)}`,
      customerId: customer.customerId,
      walletId: customer.wallets.USD,
      amount: { amount: 5_000n, currency: 'USD' },
      note: null,
    });
    return depositId;
  }
  async function approve(customer: TestCustomer): Promise<void> {
    await send(test, approvalOf(await announce(customer), { amount: 5_000n, currency: 'USD' }));
  }

  it('is refused to strangers, and to each kind of caller by the other', async () => {
    const customer = await createCustomer(test);
    const administrator = await createAdministrator(test);
    for (const [path, headers] of [
      [CUSTOMER, {}],
      [ADMIN, {}],
      [CUSTOMER, administrator.headers],
      [ADMIN, customer.headers],
    ] as const) {
      const { response } = await open(path, headers);
      assert.equal(response.status, 401, path);
      assert.match(response.headers.get('content-type') ?? '', /json/);
    }
  });

  it('notifies a customer of their own, and not of another’s', async () => {
    const [anna, ben] = [await createCustomer(test), await createCustomer(test)];
    const [hers, his] = [await open(CUSTOMER, anna.headers), await open(CUSTOMER, ben.headers)];
    assert.equal(hers.response.headers.get('content-type'), 'text/event-stream');
    assert.ok(hers.response.headers.get('content-security-policy'), 'protected as every answer');
    await eventually(async () => assert.ok(lastNews(hers) && lastNews(his)));
    const before = { hers: lastNews(hers)?.unread_count ?? 0, his: his.heard.length };
    await approve(anna);
    await hasUnread(hers, before.hers + 1);
    assert.match(lastNews(hers)?.newest_id ?? '', /^deposit-approved:/);
    // The next message to Ben is his own, so hers did not reach him.
    await approve(ben);
    await eventually(async () => assert.equal(his.heard.length, before.his + 1));
    assert.notEqual(lastNews(his)?.newest_id, lastNews(hers)?.newest_id);
    hers.leave();
    his.leave();
  });

  it('reads the newest of each kind, however long the history is', async () => {
    const customer = await createCustomer(test);
    await approve(customer);
    await test.deps.database.query(sql.void`
      insert into read.deposits select copy.* from read.deposits deposit, generate_series(1, 4000) as n,
        jsonb_populate_record(deposit, jsonb_build_object('deposit_id', gen_random_uuid(), 'number', 'DEP-9' || n,
          'position', -n, 'decided_at', deposit.decided_at - n * interval '1 minute')) as copy
      where deposit.customer_id = ${customer.customerId}`);
    await test.deps.database.query(sql.void`analyze read.deposits`);
    const plan = await test.deps.database.oneFirst(
      sql.type(z.object({ 'QUERY PLAN': z.unknown() }))`explain (analyze, format json) ${feedOf(customer.customerId)}`,
    );
    const rowsOf = (node: PlanNode): number =>
      (node['Relation Name'] === 'deposits' ? node['Actual Rows'] : 0) +
      (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0);
    const [{ Plan: root }] = plan as [{ Plan: PlanNode }];
    assert.ok(rowsOf(root) <= MAX_NOTIFICATIONS, `${rowsOf(root)} rows of deposits were read`);
    const bell = await test.app.inject({ url: '/api/notifications', headers: customer.headers });
    assert.equal(bell.json().meta.total, MAX_NOTIFICATIONS);
  });

  it('notifies administrators of what rings', async () => {
    const customer = await createCustomer(test);
    const administrator: TestAdministrator = await createAdministrator(test);
    const stream = await open(ADMIN, administrator.headers);
    await eventually(async () => assert.ok(lastNews(stream)));
    const unread = lastNews(stream)?.unread_count ?? 0;
    await announce(customer);
    await hasUnread(stream, unread + 1);
    stream.leave();
  });

  it('tells a customer’s windows what their carts cost by now, and no others', async () => {
    const shopper = await createShopper(test, { codes: 1, priceMinor: 1_000n, inCart: 2 });
    await shopper.cartSize();
    const other = await open(CUSTOMER, (await createCustomer(test)).headers);
    const own = await open(CUSTOMER, shopper.headers);
    await eventually(async () => assert.deepEqual(lastNews(own)?.cart_totals, { [shopper.walletId]: '2000' }));
    await eventually(async () => assert.deepEqual(lastNews(other)?.cart_totals, {}));
    for (const stream of [own, other]) stream.leave();
  });

  it('says when an order of the caller’s goes on, and to nobody else', async () => {
    const [anna, ben] = [await createCustomer(test), await createCustomer(test)];
    const administrator = await createAdministrator(test);
    const hers = await open(CUSTOMER, anna.headers);
    const his = await open(CUSTOMER, ben.headers);
    const office = await open(ADMIN, administrator.headers);
    const orderId = randomUUID();
    const price = { amount: 1_000n, currency: 'USD' } as const;
    await send(test, {
      type: 'PlaceOrder',
      orderId,
      number: `GL-${orderId.slice(0, 6)}`,
      customerId: anna.customerId,
      walletId: anna.wallets.USD,
      currency: 'USD',
      lines: [
        {
          lineId: randomUUID(),
          productId: randomUUID(),
          variantId: randomUUID(),
          productName: 'Card',
          variantName: '10 USD',
          brandName: 'Brand',
          region: 'global',
          quantity: 1,
          unitPrice: price,
          discount: { amount: 0n, currency: 'USD' },
          conversionFee: { amount: 0n, currency: 'USD' },
          total: price,
        },
      ],
      placedAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const saysOrders = ({ heard }: Stream) => heard.some(({ event }) => event === 'orders');
    await eventually(async () => assert.ok(lastNews(hers) && lastNews(his) && lastNews(office)));
    assert.equal(saysOrders(hers), false, 'to be placed is what the customer did');
    await send(test, { type: 'CancelOrder', orderId, reason: 'administrator', note: null });
    await eventually(async () => assert.ok(saysOrders(hers) && saysOrders(office)));
    assert.equal(saysOrders(his), false);
    for (const stream of [hers, his, office]) stream.leave();
  });

  it('sends nothing after the sign-out, and ends', async () => {
    const customer = await createCustomer(test);
    const administrator = await createAdministrator(test);
    const [stream, office] = [await open(CUSTOMER, customer.headers), await open(ADMIN, administrator.headers)];
    await eventually(async () => assert.ok(lastNews(stream) && lastNews(office)));
    await test.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: customer.headers });
    await test.app.inject({ method: 'POST', url: '/api/admin/logout', headers: administrator.headers });
    const heard = stream.heard.length;
    await approve(customer);
    await eventually(async () => assert.ok(stream.hasEnded && office.hasEnded));
    assert.equal(stream.heard.length, heard);
  });

  it('notifies administrators when something else waits for a second one, and customers never', async () => {
    const customer = await createCustomer(test);
    const administrator = await createAdministrator(test);
    const [office, store] = [await open(ADMIN, administrator.headers), await open(CUSTOMER, customer.headers)];
    await eventually(async () => assert.ok(lastNews(office) && lastNews(store)));
    const times = () => office.heard.filter(({ event }) => event === 'approvals').length;
    const limit = { amount: 2_000_000n, currency: 'USD' } as const;
    const by = { id: randomUUID(), aloneUpTo: 0n };
    for (const [count, command] of [
      { type: 'SetCreditLimit', walletId: customer.wallets.USD, limit, by } as const,
      { type: 'RejectCreditLimit', walletId: customer.wallets.USD } as const,
      { type: 'SetDiscount', customerId: customer.customerId, productId: randomUUID(), basisPoints: 100, by } as const,
    ].entries()) {
      await send(test, command);
      await eventually(async () => assert.equal(times(), count + 1));
    }
    const unread = lastNews(store)?.unread_count ?? 0;
    await approve(customer);
    await hasUnread(store, unread + 1);
    assert.deepEqual([...new Set(store.heard.map(({ event }) => event))], ['news']);
    for (const stream of [office, store]) stream.leave();
  });

  it('sends nothing of a role once it was taken away, and ends for a disabled administrator', async () => {
    const customer = await createCustomer(test);
    const owner = await createAdministrator(test);
    const [demoted, disabled] = [
      await createAdministrator(test, 'approver'),
      await createAdministrator(test, 'approver'),
    ];
    const streams = [await open(ADMIN, demoted.headers), await open(ADMIN, disabled.headers)] as const;
    await announce(customer);
    await eventually(async () => assert.ok(streams.every((stream) => (lastNews(stream)?.unread_count ?? 0) > 0)));
    const second = await createAdministrator(test);
    const change = async (of: TestAdministrator, step: string, body: object) => {
      const proposed = await owner.send('POST', `/api/admin/administrators/${of.administratorId}/${step}`, body);
      const { id } = proposed.json().proposal;
      assertStatus(await second.send('POST', `/api/admin/administrators/changes/${id}/confirm`, {}), 200);
    };
    await change(demoted, 'roles', { roles: ['catalogue'] });
    await change(disabled, 'disable', {});
    await announce(customer);
    await send(test, {
      type: 'SetCreditLimit',
      walletId: customer.wallets.USD,
      limit: { amount: 100n, currency: 'USD' },
      by: { id: owner.administratorId, aloneUpTo: 0n },
    });
    await eventually(async () => assert.equal(lastNews(streams[0])?.unread_count, 0));
    await eventually(async () => assert.ok(streams[1].hasEnded));
    assert.ok(streams.every(({ heard }) => heard.every(({ event }) => event === 'news')));
    assert.equal(streams[0].hasEnded, false);
    streams[0].leave();
  });

  it('ends by itself when the session has ended and nothing happens', async () => {
    const often = await buildApp(test.deps, { newsBeatMs: 500 });
    const customer = await createCustomer(test);
    const stream = await open(CUSTOMER, customer.headers, await often.listen({ host: '127.0.0.1', port: 0 }));
    await eventually(async () => assert.ok(lastNews(stream)));
    await test.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: customer.headers });
    await eventually(async () => assert.ok(stream.hasEnded));
    await often.close();
  });

  it('is refused beyond ten of one caller, until they leave one', async () => {
    const customer = await createCustomer(test);
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(CUSTOMER, customer.headers)));
    assert.ok(streams.every(({ response }) => response.status === 200));
    const { response } = await open(CUSTOMER, customer.headers);
    assert.equal(response.status, 429);
    assert.ok(response.headers.get('retry-after'));
    for (const stream of streams) stream.leave();
    await eventually(async () => {
      const again = await open(CUSTOMER, customer.headers);
      again.leave();
      assert.equal(again.response.status, 200);
    });
  });

  it('does not hold up a stop', async () => {
    const twin = await test.twin();
    const address = await twin.app.listen({ host: '127.0.0.1', port: 0 });
    const customer = await createCustomer(test);
    const response = await fetch(`${address}${CUSTOMER}`, { headers: customer.headers });
    assert.equal(response.status, 200);
    const reading = response.text();
    await twin.app.close();
    assert.match(await reading, /event: news/);
  });
});
