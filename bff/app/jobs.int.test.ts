import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { DepositSaved } from '#bff/contract/money/deposit.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { remindOfCredit } from '#bff/money/credit/reminders.ts';
import { sendMoneyMails } from '#bff/people/notifications/send-money-mails.ts';
import { expireOrders } from '#bff/shop/orders/expire-orders.ts';
import { ALONE, approvalOf } from '#core/aggregates/testing/approval.ts';
import type { LogPlace } from '#core/kernel/following/log-place.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, send } from '#infra/proof/api/customers.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { areBuilt } from '#projections/models/audit-places.ts';
import { findOrder } from '#projections/models/orders.ts';
import { cleanUp } from './clean-up.ts';

describe('jobs', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  /** Does something while the read models are being built, as during an update: the end of the log was not reached yet. */
  async function whileBeingBuilt(work: () => Promise<void>): Promise<void> {
    const { database } = test.deps;
    await database.query(sql.typeAlias('void')`
      create function read.not_yet() returns trigger language plpgsql as 'begin new.caught_up_at := null; return new; end'`);
    await database.query(sql.typeAlias('void')`
      create trigger not_yet before update on read.checkpoint for each row execute function read.not_yet()`);
    await database.query(sql.typeAlias('void')`update read.checkpoint set updated_at = now()`);
    await work();
    await database.query(sql.typeAlias('void')`drop function read.not_yet cascade`);
    await eventually(async () => assert.ok(await areBuilt(database)));
  }

  it('cancel an unpaid order when its time is over, and not before', async () => {
    const customer = await createCustomer(test);
    const orderId = randomUUID();
    const usd = (amount: bigint) => ({ amount, currency: 'USD' as const });
    const placedAt = test.deps.clock();
    await send(test, {
      type: 'PlaceOrder',
      orderId,
      number: 'GL-T1',
      customerId: customer.customerId,
      walletId: customer.wallets.USD,
      currency: 'USD',
      lines: [
        {
          lineId: randomUUID(),
          productId: randomUUID(),
          variantId: randomUUID(),
          productName: 'Steam',
          variantName: '50',
          brandName: 'Steam',
          region: 'us',
          quantity: 1,
          unitPrice: usd(5_000n),
          discount: usd(0n),
          conversionFee: usd(0n),
          total: usd(5_000n),
        },
      ],
      placedAt: placedAt.toISOString(),
      expiresAt: new Date(placedAt.getTime() + 48 * 3_600_000).toISOString(),
    });
    assert.equal(await expireOrders(test.deps), 0);
    test.advance(48 * 3_600_000 + 1_000);
    assert.equal(await expireOrders(test.deps), 1);
    await eventually(async () => {
      const order = await findOrder(test.deps.database, orderId);
      assert.equal(order?.fulfilmentStatus, 'cancelled');
    });
    assert.equal(await expireOrders(test.deps), 0);
  });

  it('remind of drawn credit once a level and debt, but nobody whose reminders are paused', async () => {
    const DAY_MS = 86_400_000;
    const [customer, administrator] = [await createCustomer(test), await createAdministrator(test)];
    const walletId = customer.wallets.EUR;
    await send(test, { type: 'SetCreditLimit', walletId, limit: { amount: 10_000n, currency: 'EUR' }, by: ALONE });
    const { variantId } = await createProduct(test, { priceMinor: 8_500n, codes: 1 });
    await buy(test, customer, { walletId, variantId });
    const mails = () =>
      test.mails.filter(({ to, subject }) => to === customer.email && subject.startsWith('Your credit'));
    const pause = (paused: boolean) =>
      administrator.send('PUT', `/api/admin/users/${customer.customerId}/credit-reminders`, { paused });
    const row = async () => {
      const { data } = (await administrator.get('/api/admin/credit')).json();
      return data.find(({ id }: { id: string }) => id === walletId);
    };

    assert.equal((await row()).last_reminder_at, null);
    await whileBeingBuilt(async () => assert.equal(await remindOfCredit(test.deps), 0, 'it may be repaid later'));
    assert.equal(await remindOfCredit(test.deps), 1);
    assert.equal(await remindOfCredit(test.deps), 0);
    assert.match(mails()[0]?.text ?? '', /€85\.00 of your credit limit of €100\.00 \(85 %\) are drawn/);
    test.advance(31 * DAY_MS);
    assertStatus(await pause(true), 200);
    assert.equal(await remindOfCredit(test.deps), 0);
    assert.equal((await row()).reminders_paused, true);
    assertStatus(await pause(false), 200);
    assert.equal(await remindOfCredit(test.deps), 1);
    assert.equal(await remindOfCredit(test.deps), 0);
    assert.equal(mails().length, 2);
    test.advance(-31 * DAY_MS);

    assertStatus(await administrator.send('POST', `/api/admin/credit/${walletId}/remind`), 200);
    assert.equal(mails().length, 3);
    assert.notEqual((await row()).last_reminder_at, null);
    const nothing = await administrator.send('POST', `/api/admin/credit/${customer.wallets.USD}/remind`);
    assertStatus(nothing, 404);
    const news = await test.app.inject({ url: '/api/notifications', headers: customer.headers });
    const reminders = news.json().data.filter(({ type }: { type: string }) => type === 'CreditReminderNotification');
    assert.equal(reminders.length, 3);
    assert.equal(reminders[0].data.amount, '€85.00');
  });

  it('mail what happened to money once, from now on, with a link, and not what was switched off', async () => {
    const customer = await createCustomer(test);
    const walletId = customer.wallets.EUR;
    const eur = (amount: bigint) => ({ amount, currency: 'EUR' as const });
    const mails = () => test.mails.filter(({ to }) => to === customer.email);
    const subjects = () => mails().map(({ subject }) => subject.replace(/(DEP|GL|WDR)-\S+/, '…'));
    let seen: LogPlace | null = null;
    const checkpoint = {
      load: async () => seen,
      save: async (place: LogPlace) => {
        seen = place;
      },
    };
    const run = () => sendMoneyMails(test.deps, checkpoint);
    const request = async (amount: string) => {
      const payload = { wallet_id: walletId, amount };
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/deposits',
        headers: customer.headers,
        payload,
      });
      return DepositSaved.parse(answer.json()).data;
    };
    const choose = (kind: string, is_on: boolean) =>
      test.app.inject({ method: 'PUT', url: '/api/user/mails', headers: customer.headers, payload: { kind, is_on } });

    await send(test, approvalOf((await request('50')).id, eur(5_000n)));
    await whileBeingBuilt(async () => assert.equal(await run(), 0));
    assert.equal(seen, null, 'the first run begins at the end of the log');
    assert.equal(await run(), 0, 'the past is not mailed');
    const before = mails().length;
    const [credited, rejected] = [await request('40'), await request('30')];
    await send(test, approvalOf(credited.id, eur(4_000n)), {
      type: 'RejectDeposit',
      depositId: rejected.id,
      note: await test.deps.notes.encrypt(customer.customerId, 'Never arrived'),
    });
    const { variantId } = await createProduct(test, { priceMinor: 2_000n, codes: 1 });
    const delivered = await buy(test, customer, { walletId, variantId });
    const waiting = await createProduct(test, { priceMinor: 90_000n, codes: 1 });
    const unpaid = await buy(test, customer, { walletId, variantId: waiting.variantId });
    await run();
    assert.equal(await run(), 0, 'nothing is mailed twice');
    assert.deepEqual(subjects().slice(before), [
      'How to pay your deposit …',
      'How to pay your deposit …',
      'Deposit … is credited',
      'Deposit … was rejected',
      'The gift codes of order … are ready',
    ]);
    const [, , credit, rejection, codes] = mails().slice(before);
    assert.match(credit?.text ?? '', /€40\.00 of your deposit/);
    assert.ok(credit?.text.includes(`/deposits?open=${credited.id}`));
    assert.match(rejection?.text ?? '', /Never arrived/);
    assert.ok(codes?.text.includes(`/orders/${delivered.id}`));

    test.advance(37 * 3_600_000);
    assert.equal(await run(), 1, 'a warning, twelve hours before the order is cancelled');
    assert.equal(await run(), 0);
    assert.match(mails().at(-1)?.subject ?? '', new RegExp(`${unpaid.order_number} is about to be cancelled`));
    test.advance(-37 * 3_600_000);

    const off = await choose('deposit-credited', false);
    assertStatus(off, 200);
    assert.equal(off.json().data.find(({ kind }: { kind: string }) => kind === 'deposit-credited').is_on, false);
    assertStatus(await choose('new-device', false), 422);
    await send(test, approvalOf((await request('20')).id, eur(2_000n)));
    assert.equal(await run(), 0);
    assertStatus(await choose('deposit-credited', true), 200);
    await send(test, approvalOf((await request('20')).id, eur(2_000n)));
    assert.equal(await run(), 1);

    // The read models were built again from a log that was set back: another event stands at that position, or none yet.
    for (const further of [0n, 1_000n]) {
      const known = seen as LogPlace | null;
      assert.ok(known?.event);
      seen = { position: known.position + further, event: { ...known.event, hash: 'of a lost event' } };
      assert.equal(await run(), 0, 'nothing is mailed twice');
      await send(test, approvalOf((await request('20')).id, eur(2_000n)));
      assert.equal(await run(), 1);
    }

    for (const amount of ['20', '25']) await send(test, approvalOf((await request(amount)).id, eur(2_000n)));
    const killed = Promise.withResolvers<void>();
    let queued = 0;
    const untilKilled = {
      ...test.deps.mails,
      async send() {
        if (queued === 1) {
          killed.resolve();
          await new Promise(() => undefined);
        }
        queued += 1;
      },
    };
    void sendMoneyMails({ ...test.deps, mails: untilKilled }, checkpoint);
    await killed.promise;
    assert.equal(await run(), 1, 'what was queued is not queued again, also where a crash emptied the queues');
  });

  it('clean up what has served its time, and nothing else', async () => {
    await test.deps.database.query(
      sql.typeAlias('void')`insert into app.idempotency_key (actor, key, call, body_hash, created_at)
        values ('customer:1', 'old', 'POST /x', 'h', now() - interval '8 days'), ('customer:1', 'new', 'POST /x', 'h', now())`,
    );
    await cleanUp(test.deps);
    const left = await test.deps.database.any(
      sql.type(z.object({ key: z.string() }))`select key from app.idempotency_key where actor = 'customer:1'`,
    );
    assert.deepEqual(
      left.map(({ key }) => key),
      ['new'],
    );
  });
});
