import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { AdminOrderAnswer } from '#bff/contract/shop/order.ts';
import { ratesToJudgeBy } from '#bff/kit/approvals/approver.ts';
import { readRates } from '#bff/kit/tables/rates.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { keepRates } from '#bff/money/rates/rate-store.ts';
import { trialBalance } from '#projections/models/general-ledger.ts';
import { createAdministrator, formOf, type TestAdministrator } from './administrators.ts';
import { auditBooks } from './books.ts';
import { createProduct } from './catalogue.ts';
import { createCurrencyDesk } from './currency-desk.ts';
import { fund } from './customers.ts';
import { assertStatus } from './test-app.ts';

describe('exchange rates', async () => {
  const { test, rates, admin, customer, post, wallet, deposit } = await createCurrencyDesk();
  const second = await createAdministrator(test);
  after(() => test.stop());

  const DAY_MS = 86_400_000;
  const moment = (days = 0) => new Date(test.deps.clock().getTime() + days * DAY_MS);
  const day = (days = 0) => moment(days).toISOString().slice(0, 10);
  const list = async (query = '') => (await admin.get(`/api/admin/rates${query}`)).json();
  const record = (body: object, as = admin) => as.send('POST', '/api/admin/rates', body);
  const ecb = (from: string, rates: Record<string, string>) => {
    const cubes = Object.entries(rates).map(([code, rate]) => `<Cube currency="${code}" rate="${rate}"/>`);
    return `<Envelope><Cube><Cube time="${from}">${cubes.join('')}</Cube></Cube></Envelope>`;
  };
  const importFile = (file: string, confirmed = 'false', as = admin) =>
    as.send('POST', '/api/admin/rates/import', formOf({ confirmed, rates: Buffer.from(file) }, 'eurofxref.xml'));
  const waiting = async () => (await admin.get('/api/admin/approvals?kind=rate')).json().data;
  /** Of the only request. */
  const confirm = async (as: TestAdministrator, seen?: string) => {
    const [{ subject_id, reference }] = await waiting();
    return as.send('POST', `/api/admin/rates/${subject_id}/confirm`, { seen: seen ?? reference });
  };
  const byTwo = async (body: object) => {
    assertStatus(await record({ ...body, confirmed: true }), 201);
    assertStatus(await confirm(second), 200);
  };
  const refused = (answer: Awaited<ReturnType<typeof record>>, code: string, message: RegExp) => {
    assertStatus(answer, 409);
    assert.equal(answer.json().code, code);
    assert.match(answer.json().message, message);
  };

  it('begin with the configuration; who may not record them is refused', async () => {
    const { data, meta } = await list();
    assert.equal(meta.total, 3);
    assert.deepEqual(
      data.map((rate: Record<string, unknown>) => [rate.currency, rate.rate, rate.from, rate.source, rate.holds]),
      [
        ['EUR', '1.1', '1970-01-01', 'configuration', true],
        ['JPY', '0.008', '1970-01-01', 'configuration', true],
        ['KWD', '3.25', '1970-01-01', 'configuration', true],
      ],
    );
    const approver = await createAdministrator(test, 'approver');
    assertStatus(await record({ currency: 'EUR', rate: '1.12', from: day() }, approver), 403);
    assertStatus(await importFile(ecb(day(), { USD: '1.12' }), 'false', approver), 403);
    assertStatus(await (await createAdministrator(test, 'support')).get('/api/admin/rates'), 403);
    for (const wrong of [{ currency: 'USD' }, { rate: '0.000' }, { rate: '1e3' }, { from: '' }]) {
      assertStatus(await record({ currency: 'EUR', rate: '1', from: day(), ...wrong }), 422);
    }
    assertStatus(await importFile('<Envelope/>'), 422);
  });

  it('of a currency that has none are shown with an amount both ways, and take a second administrator where there is one', async () => {
    const remove = () => test.deps.database.query(sql.void`delete from app.exchange_rate where currency = 'JPY'`);
    await remove();
    const wanted = { currency: 'JPY', from: day() };
    const first = 'The first rate of JPY: ¥100 are \\$';
    refused(
      await record({ ...wanted, rate: '125' }),
      'confirm_rate',
      new RegExp(
        `^${first}12,500\\.00, and \\$100\\.00 are ¥1\\. A second administrator has to confirm it\\. Nothing was`,
      ),
    );
    refused(
      await importFile(ecb(day(), { USD: '1.1', JPY: '137.5' })),
      'confirm_rate',
      new RegExp(`^${first}0\\.80, .* second administrator`),
    );
    // Nobody may decide more because of a rate that they alone gave: there is no other one to judge by.
    const asked = await record({ ...wanted, rate: '0.000001', confirmed: true });
    assert.deepEqual([asked.json().recorded, asked.json().waits], [0, true]);
    assert.equal((await ratesToJudgeBy(test.deps, admin))[0].JPY, undefined);
    await byTwo({ ...wanted, rate: '0.008' });
    refused(
      await record({ ...wanted, rate: '125', from: day(1) }),
      'confirm_rate',
      /^Far from the last rate: JPY .* 125 is .* above 0\.008/,
    );
    await remove();
    // Alone, who records is asked.
    const areActive = (active: boolean) =>
      test.deps.database.query(sql.void`update app.administrator set is_active = ${active}
        where administrator_id <> ${admin.administratorId}`);
    await areActive(false);
    const alone = { ...wanted, rate: '0.008' };
    refused(
      await record(alone),
      'confirm_rate',
      new RegExp(`^${first}0\\.80, .* are ¥12,500\\. Nothing was recorded yet`),
    );
    assert.equal((await record({ ...alone, confirmed: true })).json().recorded, 1);
    await areActive(true);
    await remove();
    await keepRates(test.deps.database, rates.slice(0, 1), { source: 'configuration', by: null, at: new Date() });
  });

  it('are imported once; a day that differs is refused, one that is far from the last takes a second administrator', async () => {
    const file = ecb(day(), { USD: '1.12', JPY: '137.5' });
    assert.equal((await importFile(file)).json().message, '2 rates recorded');
    assert.equal((await importFile(file)).json().message, 'Nothing is new: every rate is recorded already.');
    const differs = await importFile(ecb(day(), { USD: '1.13', JPY: '137.5' }));
    refused(differs, 'rate_differs', new RegExp(`EUR from ${day()} is 1.12, not 1.13; JPY .* Nothing was imported`));
    const far = ecb(day(1), { USD: '1.3' });
    refused(await importFile(far), 'confirm_rate', new RegExp(`EUR from ${day(1)}: 1.3 is 16.1 % above 1.12`));
    // Nobody confirms a rate that the request does not name.
    const days = Array.from({ length: 21 }, (_, ago) =>
      ecb(day(-ago - 1), { USD: '9' }).slice('<Envelope><Cube>'.length, -'</Cube></Envelope>'.length),
    );
    const many = `<Envelope><Cube>${days.join('')}</Cube></Envelope>`;
    refused(await importFile(many, 'true'), 'too_many_far', /^21 rates of the file .* Nothing was imported/);
    const ahead = ecb(day(3), { USD: '1.13' });
    refused(
      await importFile(ahead),
      'confirm_rate',
      new RegExp(`days to come: EUR from ${day(3)}. Nothing was recorded`),
    );
    assert.equal((await list()).meta.total, 5);
    // Nothing of the file is recorded before, also what is near.
    const { message } = (await importFile(far, 'true')).json();
    assert.equal(message, 'It waits for a second administrator. Nothing is recorded before.');
    assert.match((await waiting())[0].reference, /1\.3 is 16\.1 % above 1\.12/);
    assert.equal((await list()).meta.total, 5);
    assert.equal((await confirm(second)).json().message, `1 EUR = 1.3 USD from ${day(1)}: recorded`);
    const { EUR, JPY } = await test.deps.rates();
    assert.deepEqual([EUR, JPY], ['1.12', '0.008145455']);
    assert.equal((await readRates(test.deps.database, moment(1))).EUR, '1.3');
    const [, yen] = (await list(`?currency=JPY`)).data.map((rate: { quote: string }) => rate.quote).toReversed();
    assert.equal(yen, '1 EUR = 137.5 JPY = 1.12 USD');
    assert.equal((await importFile(far)).json().message, 'Nothing is new: every rate is recorded already.');
  });

  it('by hand replace one of the same day by two administrators; the one before stays on record', async () => {
    const wanted = { currency: 'EUR', rate: '1.2', from: day() };
    const seen = `Recorded already: EUR from ${day()} is 1.12, not 1.2. The one of before stays on record.`;
    refused(await record(wanted), 'confirm_rate', new RegExp(seen));
    const asked = await record({ ...wanted, confirmed: true });
    assertStatus(asked, 201);
    assert.deepEqual([asked.json().recorded, asked.json().waits], [0, true]);
    const [{ reference, first, may_confirm }] = await waiting();
    assert.deepEqual([reference, first.by.name, may_confirm], [seen, admin.name, false]);
    assertStatus(await confirm(admin), 409);
    assert.equal((await test.deps.rates()).EUR, '1.12');
    assertStatus(await confirm(await createAdministrator(test, 'finance')), 403);
    assertStatus(await confirm(second, 'Something else'), 409);
    assertStatus(await confirm(second), 200);
    const { data } = await list('?currency=EUR');
    assert.deepEqual(
      data.map((rate: Record<string, unknown>) => [rate.rate, rate.source, rate.holds, rate.is_replaced]),
      [
        ['1.3', 'ecb', false, false],
        ['1.2', 'hand', true, false],
        ['1.12', 'ecb', false, true],
        ['1.1', 'configuration', false, false],
      ],
    );
    assert.equal(data[1].recorded_by, admin.name);
    const trail = (await admin.get('/api/admin/audit?per_page=100')).json().data;
    const summaries = trail.map((entry: { summary: string }) => entry.summary);
    const rate = `A rate of 1.2 for EUR from ${day()} on`;
    for (const summary of [
      `${rate} waits for a second administrator. It does not count yet.`,
      `${rate} counts, by the second of two administrators.`,
      `2 rates of the European Central Bank were imported, of ${day()}.`,
    ]) {
      assert.ok(summaries.includes(summary), summaries.join('\n'));
    }
  });

  it('that are far by many small steps of one administrator wait, too; who asked may ask for another, or take it back', async () => {
    const step = (currency: string, rate: string, ahead: number, as = admin) =>
      record({ currency, rate, from: day(ahead), confirmed: true }, as);
    // The configuration's rate is no market's: who is far from it alone is asked, and decides.
    const first = { currency: 'KWD', rate: '3.7', from: day(-10) };
    const asks = /KWD from .*: 3\.7 is 13\.8 % above 3\.25 \(of the configuration\)\. Nothing was recorded yet/;
    refused(await record(first), 'confirm_rate', asks);
    assert.equal((await step('KWD', '3.5', -9)).json().recorded, 1);
    assert.equal((await step('KWD', '3.57', -8)).json().recorded, 1);
    assert.equal((await step('KWD', '3.86', -7)).json().waits, true);
    assert.match((await waiting())[0].reference, new RegExp(`3\\.86 is 10\\.3 % above 3\\.5 \\(from ${day(-9)}\\)`));
    // Another one's request is decided first; the own one of before ends.
    assert.equal((await step('KWD', '3.9', -7, second)).json().code, 'proposal_waits');
    assert.equal((await step('KWD', '3.95', -7)).json().waits, true);
    const requests = await waiting();
    assert.equal(requests.length, 1);
    // A near rate of the same day came in between, so both look again.
    assert.equal((await step('KWD', '3.5', -7)).json().recorded, 1);
    assert.equal((await confirm(second)).json().code, 'changed_elsewhere');
    const refuse = () => admin.send('POST', `/api/admin/rates/${requests[0].subject_id}/refuse`, {});
    assert.equal((await refuse()).json().message, 'The rate was taken back');
    assertStatus(await refuse(), 404);
    assert.deepEqual(await waiting(), []);
    // Later steps are compared with the rate that two administrators gave.
    await byTwo({ currency: 'KWD', rate: '3.95', from: day(-6) });
    assert.equal((await step('KWD', '4.1', -5)).json().recorded, 1);
    await byTwo({ currency: 'KWD', rate: '3.25', from: day(-1) });
  });

  it('that change between a cart and its checkout stop it once, and it names both totals', async () => {
    const { variantId } = await createProduct(test, { currency: 'USD', priceMinor: 480n, codes: 0 });
    const wallet_id = customer.wallets.EUR;
    assertStatus(await post('/api/cart', { wallet_id, variant_id: variantId, quantity: 1 }), 201);
    await byTwo({ currency: 'EUR', rate: '1.25', from: day() });
    // $4.80 ÷ 1.2 = €4.00 and 2 %; then ÷ 1.25 = €3.84.
    refused(await post('/api/checkout', { wallet_id }), 'cart_changed', /changed from €4\.08 to €3\.92\. Nothing/);
    const answer = await post('/api/checkout', { wallet_id });
    assertStatus(answer, 201);
    assert.equal(answer.json().order.total.formatted, '€3.92');
  });

  it('of an order stand with it; what they move before its payment is booked, and taken back with a refund', async () => {
    const orders = (await test.app.inject({ url: '/api/orders', headers: customer.headers })).json().data;
    const { id, currency, payment_status } = orders[0];
    assert.deepEqual([currency, payment_status], ['EUR', 'pending']);
    await byTwo({ currency: 'EUR', rate: '1', from: day() });
    await deposit('EUR', '3.92');
    const order = AdminOrderAnswer.parse((await admin.get(`/api/admin/orders/${id}`)).json()).data;
    assert.equal(order.payment_status, 'completed');
    assert.deepEqual(order.rates, [{ currency: 'EUR', rate: '1.25', from: day(), source: 'hand' }]);
    assert.equal(order.items[0]?.list_price?.formatted, '$4.80');
    // €3.84 at 1.25 are $4.80: €4.80 of the day.
    const fx = async () =>
      (await trialBalance(test.deps.database)).lines
        .filter(({ class: of }) => of.includes('fx-'))
        .map(({ class: of, debits, credits }) => [of, debits, credits]);
    assert.deepEqual(await fx(), [['expenses:fx-losses', 96n, 0n]]);
    const explained = await admin.get(`/api/admin/ledger/explain?subject=order-${id}`);
    assert.match(explained.body, /Rate difference booked/);
    assertStatus(await admin.send('PATCH', `/api/admin/orders/${id}/status`, { status: 'cancelled' }), 200);
    assert.deepEqual(await fx(), [['expenses:fx-losses', 96n, 96n]]);
    assert.equal((await wallet('EUR'))?.balance.formatted, '€3.92');
    await auditBooks(test);
  });

  it('that somebody has recorded do not widen what they approve alone, nor what in a day', async () => {
    await fund(test, customer, 'KWD', 727n);
    // KWD 4,000 are $13,000, and with the rate that the approver records $40.
    await byTwo({ currency: 'KWD', rate: '0.01', from: day() });
    const asked = await post('/api/deposits', { wallet_id: customer.wallets.KWD, amount: '4000' });
    const body = { approved_amount: '4000', admin_notes: 'Seen' };
    const approve = (as: TestAdministrator) =>
      as.send('POST', `/api/admin/deposits/${asked.json().data.id}/approve`, body);
    const left = async (as: TestAdministrator) =>
      (await as.get('/api/admin/approvals/allowance')).json().data.left[0].decimal;
    const before = Number(await left(admin));
    const answer = await approve(admin);
    assert.match(answer.json().message, /A second administrator has to confirm it/);
    assert.equal(before - Number(await left(admin)), 13_000);
    assertStatus(await approve(await createAdministrator(test)), 200);
    assert.equal((await wallet('KWD'))?.balance.decimal, '4000.727');
  });
});
