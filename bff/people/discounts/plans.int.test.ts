import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { pageOf, savedOf } from '#bff/contract/base/common.ts';
import { CatalogueChange, CatalogueLine } from '#bff/contract/shop/admin-catalogue.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createAdministrator, forgetConfirmation, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, send, type TestCustomer } from '#infra/proof/api/customers.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { carryOutDuePlans } from './carry-out.ts';

const Saved = savedOf(CatalogueChange);
const DAY_MS = 86_400_000;
const DiscountSet = z.object({ product: z.string(), first: z.string().nullable(), actor: z.string() });

describe('discounts of a customer by brand', async () => {
  const test = await startTestApp({ settings: { approvals: { discountsAlone: 5 } } });
  const admin = await createAdministrator(test, 'approver');
  after(() => test.stop());

  const brandOf = (productId: string): Promise<number> =>
    test.deps.database.oneFirst(
      sql.type(z.object({ id: z.int() }))`select brand_id as id from app.product where id = ${productId}`,
    );
  const brand = async (title: string, count: number) => {
    const products = await Promise.all(
      Array.from({ length: count }, (_, at) => createProduct(test, { brand: title, name: `${title} ${at}` })),
    );
    return { products, brandId: await brandOf(products[0]?.productId ?? '') };
  };
  const inDays = (days: number) => new Date(test.deps.clock().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const ask = (of: TestCustomer, body: object, as = admin) =>
    as.send('POST', '/api/admin/discount-plans', { user_id: of.customerId, ...body });
  const look = async (of: TestCustomer, body: object, as = admin) => {
    const answer = await ask(of, body, as);
    assertStatus(answer, 201);
    return Saved.parse(answer.json()).data;
  };
  const decide = (step: string, { id, digest }: CatalogueChange, as: TestAdministrator = admin) =>
    as.send('POST', `/api/admin/discount-plans/${id}/${step}`, /refuse|withdraw/.test(step) ? undefined : { digest });
  const done = async (step: string, change: CatalogueChange, as = admin) => {
    const answer = await decide(step, change, as);
    assertStatus(answer, 200);
    return Saved.parse(answer.json()).data;
  };
  const read = async ({ id }: CatalogueChange) =>
    Saved.shape.data.parse((await admin.get(`/api/admin/catalogue/changes/${id}`)).json().data);
  const rows = async ({ id }: CatalogueChange, query = '') =>
    pageOf(CatalogueLine).parse(
      (await admin.get(`/api/admin/catalogue/changes/${id}/rows?per_page=100${query}`)).json(),
    ).data;
  const discounts = async ({ customerId }: TestCustomer): Promise<readonly number[]> =>
    (await admin.get(`/api/admin/users/${customerId}/discounts`))
      .json()
      .data.map(({ percentage }: { percentage: number }) => percentage);
  const byHand = async (of: TestCustomer, productId: string, percentage: number, as = admin) => {
    const body = { user_id: of.customerId, product_id: productId, percentage };
    const answer = await as.send('POST', '/api/admin/discounts', body);
    assertStatus(answer, 200);
    return !/A second administrator/.test(answer.json().message);
  };
  /** How often the log set each product of the customer. */
  const setInLog = async ({ customerId }: TestCustomer) =>
    test.deps.database.any(sql.type(DiscountSet)`
      select data::json ->> 'productId' as product, data::json ->> 'firstApprovedBy' as first, actor_id as actor
      from read.audit_events where type = 'CustomerDiscountSet' and object_id = ${customerId} order by position`);
  const pay = async (customer: TestCustomer, variantId: string): Promise<string> =>
    (await buy(test, customer, { walletId: customer.wallets.EUR, variantId })).total.decimal;
  const refreshSessions = () =>
    test.deps.database.query(sql.void`update app.administrator_session
      set expires_at = expires_at + interval '90 days', last_used_at = now() + interval '90 days',
        confirmed_at = now() + interval '90 days'`);

  it('count from their day on, once, without what was changed since', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 100_000n);
    const { products, brandId } = await brand('Planned', 4);
    const [one, two, three, four] = products;
    assert.ok(one && two && three && four);
    await byHand(customer, three.productId, 7);
    for (const wrong of [
      { percentage: 101, brand_id: brandId },
      { percentage: 10, brand_id: 999_999 },
      { percentage: 10, brand_id: brandId, day: inDays(0) },
    ]) {
      assertStatus(await ask(customer, wrong), 422);
    }
    const plan = await look(customer, { brand_id: brandId, percentage: '10', day: inDays(2) });
    assert.deepEqual(
      [plan.title, plan.counts.changed, plan.counts.far, plan.customer?.id],
      ['Planned: 10 %', 4, 0, customer.customerId],
    );
    assert.deepEqual((await rows(plan))[2]?.fields, [{ name: 'discount', before: '7 %', after: '10 %' }]);
    assertStatus(await decide('apply', { ...plan, digest: '0'.repeat(64) }), 409);
    assert.equal((await done('apply', plan)).status, 'planned');
    assert.equal((await done('apply', plan)).status, 'planned');
    assert.equal(await carryOutDuePlans(test.deps), 0);
    assert.equal(await pay(customer, one.variantId), '48.10');
    const url = `/api/admin/catalogue/changes?customer_id=${customer.customerId}`;
    assert.deepEqual(
      (await admin.get(url)).json().data.map(({ id }: CatalogueChange) => id),
      [plan.id],
    );

    await byHand(customer, two.productId, 8);
    await test.deps.database.query(sql.void`update app.product set active = false where id = ${four.productId}`);
    test.advance(3 * DAY_MS);
    await refreshSessions();
    await Promise.all([carryOutDuePlans(test.deps), carryOutDuePlans(test.deps)]);
    assert.equal(await carryOutDuePlans(test.deps), 0);
    const after = await read(plan);
    assert.deepEqual([after.status, after.applied, after.counts.refused], ['applied', 2, 2]);
    assert.deepEqual(
      (await rows(plan, '&view=refused')).map(({ name, refused }) => [name, refused?.replace(/,.*/, '')]),
      [
        ['Planned 1, 50', 'The discount was changed'],
        ['Planned 3, 50', 'The product is archived'],
      ],
    );
    assert.deepEqual((await discounts(customer)).toSorted(), [10, 10, 8]);
    assert.equal(await pay(customer, one.variantId), '43.29');
    assert.equal((await setInLog(customer)).length, 4);
    assertStatus(await decide('withdraw', plan), 409);
    const owner = await createAdministrator(test);
    await refreshSessions();
    const said = (await owner.get('/api/admin/audit?per_page=20')).json().data;
    assert.ok(
      said.some(
        ({ summary }: { summary: string }) =>
          summary === 'The change of a customer’s discounts “Planned: 10 %” was applied: 0 new, 2 changed, 2 left out.',
      ),
    );
  });

  it('count at once where no day is named, and once for two presses at once', async () => {
    const customer = await createCustomer(test);
    const as = await createAdministrator(test);
    await refreshSessions();
    const { brandId } = await brand('Now', 3);
    const plan = await look(customer, { brand_id: brandId, percentage: 4 }, as);
    const answers = await Promise.all([decide('apply', plan, as), decide('apply', plan, as)]);
    for (const answer of [...answers, await decide('apply', plan, as)]) assertStatus(answer, 200);
    const { status, applied } = await read(plan);
    assert.deepEqual([status, applied, await discounts(customer)], ['applied', 3, [4, 4, 4]]);
    const none = await look(customer, { brand_id: brandId, percentage: 4 }, as);
    assert.deepEqual([none.can_apply, none.counts.unchanged], [false, 3]);
    assertStatus(await decide('apply', none, as), 409);
    // Lower ones take no second administrator, however many were raised.
    assert.equal((await done('apply', await look(customer, { brand_id: brandId, percentage: 0 }, as), as)).applied, 3);
    assert.deepEqual(await discounts(customer), []);
  });

  it('go on after a crash in the middle, and set nothing twice', async () => {
    const customer = await createCustomer(test);
    const [maker, second] = [await createAdministrator(test), await createAdministrator(test)];
    await refreshSessions();
    const { products, brandId } = await brand('Many', 103);
    const plan = await look(customer, { brand_id: brandId, percentage: 15, day: inDays(2) }, maker);
    assert.equal((await done('apply', plan, maker)).status, 'waiting');
    assert.equal((await done('confirm', plan, second)).status, 'planned');
    test.advance(3 * DAY_MS);
    await refreshSessions();
    const { ledger } = test.deps;
    let sent = 0;
    const dying: BffDeps = {
      ...test.deps,
      ledger: {
        execute: (command, context) => {
          sent += 1;
          return sent === 2 ? Promise.reject(new Error('killed')) : ledger.execute(command, context);
        },
      },
    };
    await assert.rejects(carryOutDuePlans(dying), /killed/);
    assert.deepEqual([(await read(plan)).status, (await setInLog(customer)).length], ['applying', 100]);
    assertStatus(await decide('withdraw', plan, maker), 409);
    const first = (await rows(plan))[0]?.product_id ?? '';
    await send(test, {
      type: 'SetDiscount',
      customerId: customer.customerId,
      productId: first,
      basisPoints: 300,
      by: { id: second.administratorId, aloneUpTo: null },
    });
    await Promise.all([carryOutDuePlans(test.deps), carryOutDuePlans(test.deps)]);
    await carryOutDuePlans(test.deps);
    const after = await read(plan);
    assert.deepEqual([after.status, after.applied, after.counts.refused], ['applied', 103, 0]);
    const log = await setInLog(customer);
    assert.equal(log.length, 104);
    assert.equal(new Set(log.map(({ product }) => product)).size, products.length);
    assert.deepEqual(log[0], { product: first, first: maker.administratorId, actor: second.administratorId });
    assert.ok((await discounts(customer)).includes(3));
  });

  it('take a second administrator where one is large, or many plans together are too many', async () => {
    const customer = await createCustomer(test);
    const [maker, second, third] = [
      await createAdministrator(test, 'approver'),
      await createAdministrator(test, 'approver'),
      await createAdministrator(test),
    ];
    await refreshSessions();
    const [few, more, large] = [await brand('Few', 3), await brand('More', 3), await brand('Large', 1)];
    const day = inDays(30);
    const planned = await done(
      'apply',
      await look(customer, { brand_id: few.brandId, percentage: 5, day }, maker),
      maker,
    );
    assert.equal(planned.status, 'planned');
    // By another administrator, on another day: for this customer they count together.
    const shown = await look(customer, { brand_id: more.brandId, percentage: 5, day: inDays(29) }, second);
    assert.equal(shown.counts.far, 3);
    const waiting = await done('apply', shown, second);
    assert.equal(waiting.status, 'waiting');
    const { data } = (await third.get('/api/admin/approvals?kind=discount_plan')).json();
    assert.deepEqual(
      data.map((row: { subject_id: string; reference: string; user: { id: string }; may_confirm: boolean }) => [
        ...[row.subject_id, row.reference, row.user.id, row.may_confirm],
      ]),
      [[waiting.id, 'More: 5 %: 3 of 3 discounts', customer.customerId, true]],
    );
    const bell = (await third.get('/api/admin/notifications')).json().data;
    assert.ok(JSON.stringify(bell).includes('A change of a customer’s discounts waits for a second approval.'));
    // A discount by hand counts with those that are planned.
    assert.equal(await byHand(customer, large.products[0]?.productId ?? '', 5, second), true);
    assert.equal(await byHand(customer, more.products[0]?.productId ?? '', 5, third), true);
    assert.equal(await byHand(customer, more.products[1]?.productId ?? '', 5, third), false);
    // What is withdrawn counts no longer.
    assert.equal((await done('withdraw', planned, maker)).status, 'withdrawn');
    assert.equal(await byHand(customer, more.products[2]?.productId ?? '', 5, third), true);

    assertStatus(await decide('confirm', waiting, second), 409);
    await forgetConfirmation(test, third);
    assert.equal((await decide('confirm', waiting, third)).json().code, 'step_up_required');
    await refreshSessions();
    assert.equal((await done('confirm', waiting, third)).status, 'planned');
    assert.equal((await done('withdraw', waiting, third)).status, 'withdrawn');

    const big = await look(customer, { brand_id: large.brandId, percentage: 60 }, maker);
    assert.equal(big.counts.far, 1);
    await forgetConfirmation(test, maker);
    assert.equal((await decide('apply', big, maker)).json().code, 'step_up_required');
    await refreshSessions();
    assert.equal((await done('apply', big, maker)).status, 'waiting');
    assert.equal((await done('refuse', big, third)).status, 'refused');
    const again = await look(customer, { brand_id: large.brandId, percentage: 60 }, maker);
    await done('apply', again, maker);
    assert.equal((await done('confirm', again, third)).applied, 1);
    assert.ok((await discounts(customer)).includes(60));
  });

  it('end with who planned or confirmed them, and with the customer', async () => {
    const customer = await createCustomer(test);
    const leaver = await createAdministrator(test, 'approver');
    await refreshSessions();
    const { brandId } = await brand('Leaving', 1);
    const body = { brand_id: brandId, percentage: 5, day: inDays(2) };
    const plan = await done('apply', await look(customer, body, leaver), leaver);
    await test.deps.database.query(sql.void`
      update app.administrator set is_active = false where administrator_id = ${leaver.administratorId}`);
    test.advance(3 * DAY_MS);
    await carryOutDuePlans(test.deps);
    await refreshSessions();
    assert.deepEqual([(await read(plan)).status, await discounts(customer)], ['lapsed', []]);
    const [maker, confirmer] = [await createAdministrator(test, 'approver'), await createAdministrator(test)];
    await refreshSessions();
    const large = await look(customer, { brand_id: brandId, percentage: 60, day: inDays(2) }, maker);
    await done('apply', large, maker);
    assert.equal((await done('confirm', large, confirmer)).status, 'planned');
    await test.deps.database.query(sql.void`
      update app.administrator set is_active = false where administrator_id = ${confirmer.administratorId}`);
    test.advance(3 * DAY_MS);
    await carryOutDuePlans(test.deps);
    await refreshSessions();
    assert.deepEqual([(await read(large)).status, await discounts(customer)], ['lapsed', []]);
    const now = await look(customer, { brand_id: brandId, percentage: 5 });
    await send(test, { type: 'EraseCustomer', customerId: customer.customerId });
    await done('apply', now);
    const after = await read(now);
    assert.deepEqual([after.status, after.applied, after.counts.refused], ['applied', 0, 1]);
    assert.match((await rows(now))[0]?.refused ?? '', /was erased/);
    assertStatus(await ask(customer, { brand_id: brandId, percentage: 6 }), 409);
  });

  it('are for those who decide about customers, and seen by those who read them', async () => {
    const customer = await createCustomer(test);
    const [catalogue, auditor] = [
      await createAdministrator(test, 'catalogue'),
      await createAdministrator(test, 'auditor'),
    ];
    await refreshSessions();
    const { brandId } = await brand('Private', 1);
    const body = { brand_id: brandId, percentage: 5, day: inDays(2) };
    assertStatus(await ask(customer, body, catalogue), 403);
    const plan = await look(customer, body);
    for (const step of ['apply', 'confirm', 'refuse', 'withdraw']) {
      assertStatus(await decide(step, plan, catalogue), 403);
      assertStatus(await decide(step, plan, auditor), 403);
    }
    assertStatus(await decide('apply', plan, await createAdministrator(test)), 409);
    await done('apply', plan);
    const url = `/api/admin/catalogue/changes/${plan.id}`;
    for (const path of [url, `${url}/rows`]) {
      assertStatus(await catalogue.get(path), 404);
      assertStatus(await auditor.get(path), 200);
    }
    const listed = async (as: TestAdministrator) =>
      (await as.get('/api/admin/catalogue/changes')).json().data.some(({ id }: CatalogueChange) => id === plan.id);
    assert.deepEqual([await listed(catalogue), await listed(auditor)], [false, true]);
    // Nor are they decided by the routes of the catalogue.
    const owner = await createAdministrator(test);
    await refreshSessions();
    const other = `/api/admin/catalogue/changes/${plan.id}`;
    assertStatus(await owner.send('POST', `${other}/withdraw`), 404);
    assertStatus(await owner.send('POST', `${other}/apply`, { digest: plan.digest }), 404);
    await test.deps.database.query(sql.void`update app.administrator set name = (select name from app.account
      where customer_id = ${customer.customerId}) where administrator_id = ${owner.administratorId}`);
    assert.equal((await decide('withdraw', plan, owner)).json().code, 'own_customer');
  });
});
