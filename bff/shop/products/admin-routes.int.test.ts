import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { type AdminProduct, AdminProductPage, AdminProductSaved } from '#bff/contract/shop/admin-product.ts';
import { forgetAnswersToAdministrators } from '#bff/kit/http/idempotency.ts';
import { MAX_CODES_AT_ONCE } from '#bff/kit/ports/gift-code.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createAdministrator, formOf } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

const PRODUCT = {
  name: 'Spotify Premium',
  variant_name: '€30',
  short_description: 'Three months',
  description: '<p onclick="steal()">Music</p><script>alert(1)</script>',
  category_name: 'Entertainment',
  brand_name: 'Spotify',
  region: 'FI',
  currency: 'EUR',
  price: '28.90',
};

describe('products in the back-office', async () => {
  const test = await startTestApp();
  const admin = await createAdministrator(test);
  const customer = await createCustomer(test);
  assertStatus(await admin.send('POST', '/api/admin/brands', formOf({ title: 'Spotify' })), 201);
  after(() => test.stop());

  const create = (payload: object = {}, headers = {}) =>
    admin.send('POST', '/api/admin/products', { ...PRODUCT, ...payload }, headers);
  const created = async (payload: object = {}) => {
    const answer = await create(payload);
    assertStatus(answer, 201);
    return AdminProductSaved.parse(answer.json()).data;
  };
  const upload = (productId: string, content: string | Buffer, field = 'codes') =>
    admin.send(
      'POST',
      `/api/admin/products/${productId}/codes`,
      formOf({ [field]: Buffer.from(content) }, 'codes.csv'),
    );
  const inStore = async (productId: string) =>
    (await test.app.inject({ url: `/api/products/${productId}`, headers: customer.headers })).statusCode;

  it('that are added as drafts are in the store once they are put on sale', async () => {
    const draft = await created({ is_draft: true });
    assert.deepEqual([draft.is_archived, await inStore(draft.id)], [true, 404]);
    assertStatus(await admin.send('POST', `/api/admin/products/${draft.id}/restore`), 200);
    assert.equal(await inStore(draft.id), 200);
    const atOnce = await created();
    assert.deepEqual([atOnce.is_archived, await inStore(atOnce.id)], [false, 200]);
  });

  it('are added with their price, and their description without what a browser would run', async () => {
    const product = await created();
    assert.equal(product.variant?.price.formatted, '€28.90');
    assert.equal(product.description, '<p>Music</p>');
    assert.equal(product.region, 'fi');
    assert.equal((await created({ name: 'British', region: 'GB' })).region, 'uk');
    assert.deepEqual(
      (await admin.get('/api/admin/products?region=gb')).json().data.map(({ name }: { name: string }) => name),
      ['British'],
    );
    assert.equal(product.stock_total, 0);
    assert.equal(await inStore(product.id), 200);
  });

  it('are added once for one Idempotency-Key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await create({ name: 'Once' }, key), await create({ name: 'Once' }, key)];
    assert.equal(first.json().data.id, again.json().data.id);
    const found = AdminProductPage.parse((await admin.get('/api/admin/products/search?term=Once')).json());
    assert.equal(found.data.length, 1);
    // As an erasure does, because a stored answer may name the person.
    await forgetAnswersToAdministrators(test.deps.database);
    const afterErasure = await create({ name: 'Once' }, key);
    assertStatus(afterErasure, 409);
    assert.equal(afterErasure.json().code, 'idempotency_answer_removed');
    assert.equal(
      AdminProductPage.parse((await admin.get('/api/admin/products/search?term=Once')).json()).data.length,
      1,
    );
  });

  it('are refused without what they need', async () => {
    const cases: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ price: '0' }, 'price'],
      [{ price: '1.999' }, 'price'],
      [{ price: '10000000.01' }, 'price'],
      [{ brand_name: 'Nobody' }, 'brand_name'],
      [{ currency: 'GBP' }, 'currency'],
      [{ region: 'latam' }, 'region'],
      [{ region: 'all' }, 'region'],
    ];
    for (const [payload, field] of cases) {
      const answer = await create(payload);
      assertStatus(answer, 422);
      assert.ok(answer.json().errors[field], field);
    }
  });

  it('are changed, archived and put back', async () => {
    const product = await created({ name: 'Changing' });
    const changed = await admin.send('PUT', `/api/admin/products/${product.id}`, {
      ...PRODUCT,
      name: 'Changed',
      price: '27',
    });
    assertStatus(changed, 200);
    assert.equal(changed.json().data.variant.price.formatted, '€27.00');
    assert.equal(changed.json().data.variant.id, product.variant?.id);
    assertStatus(await admin.send('DELETE', `/api/admin/products/${product.id}`), 200);
    assert.equal(await inStore(product.id), 404);
    assert.equal((await admin.get(`/api/admin/products/${product.id}`)).json().data.is_archived, true);
    assertStatus(await admin.send('POST', `/api/admin/products/${product.id}/restore`), 200);
    assert.equal(await inStore(product.id), 200);
    assertStatus(await admin.send('PUT', `/api/admin/products/${randomUUID()}`, PRODUCT), 404);
  });

  it('are listed 50 a page, filtered, sorted and searched', async () => {
    await createProduct(test, {
      name: 'Zelda 100% card',
      brand: 'Nintendo',
      region: 'us',
      priceMinor: 1n,
      currency: 'USD',
    });
    const list = AdminProductPage.parse((await admin.get('/api/admin/products?page=1&per_page=50')).json());
    const names = list.data.map((product) => product.name.toLowerCase());
    assert.deepEqual(names, [...names].sort());
    const byBrand = AdminProductPage.parse((await admin.get('/api/admin/products?brand_name=Nintendo')).json());
    assert.ok(byBrand.data.length > 0 && byBrand.data.every((product) => product.brand_name === 'Nintendo'));
    const byPrice = AdminProductPage.parse(
      (await admin.get('/api/admin/products?sort_by=price&sort_order=asc')).json(),
    );
    assert.equal(byPrice.data[0]?.name, 'Zelda 100% card');
    const found = AdminProductPage.parse((await admin.get('/api/admin/products/search?term=100%25%20card')).json());
    assert.deepEqual(
      found.data.map((product) => product.name),
      ['Zelda 100% card'],
    );
    assertStatus(await admin.get('/api/admin/products/search?term=a'), 422);
  });

  it('get a picture, which replaces the one before', async () => {
    const product = await created({ name: 'Pictured' });
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const set = () => admin.send('POST', `/api/admin/products/${product.id}/image`, formOf({ image: png }, 'card.png'));
    const first = AdminProductSaved.parse((await set()).json()).data.images[0];
    const second = AdminProductSaved.parse((await set()).json()).data.images[0];
    assert.notEqual(first?.LargeUrl, second?.LargeUrl);
    assertStatus(await test.app.inject({ url: second?.LargeUrl ?? '' }), 200);
    assertStatus(await test.app.inject({ url: first?.LargeUrl ?? '' }), 404);
    assertStatus(await admin.send('POST', `/api/admin/products/${product.id}/image`, formOf({ note: 'x' })), 422);
  });

  it('get gift codes from a CSV: new ones in, known ones named by their lines, none shown in full', async () => {
    const product = await created({ name: 'Stocked' });
    const first = await upload(product.id, 'code\nAAAA-0001\nAAAA-0002\nAAAA-0003\n');
    assertStatus(first, 201);
    assert.deepEqual([first.json().added, first.json().duplicates], [3, 0]);
    assert.equal(first.json().data.variant.stock_amount, 3);

    const second = await upload(product.id, 'AAAA-0004\r\naaaa 0002\r\nAAAA-0005\r\n');
    assertStatus(second, 201);
    assert.deepEqual([second.json().added, second.json().duplicates], [2, 1]);
    assert.deepEqual(second.json().invalid, [{ line: 2, message: 'This code is in stock or was sold already.' }]);

    const nothing = await upload(product.id, 'AAAA-0001\n');
    assert.equal(nothing.json().added, 0);

    const stock = await admin.get(`/api/admin/products/${product.id}/codes?status=available`);
    assert.equal(stock.json().meta.total, 5);
    assert.deepEqual((stock.json().data as { last_four: string }[]).map((code) => code.last_four).sort(), [
      '0001',
      '0002',
      '0003',
      '0004',
      '0005',
    ]);
    assert.ok(!stock.body.includes('AAAA'));
    assert.equal((await admin.get(`/api/admin/products/${product.id}/codes?status=sold`)).json().meta.total, 0);
  });

  it('are shown what of a file was understood, masked, before it is added', async () => {
    const product = await created({ name: 'Asked about' });
    const send = (confirmed: string) =>
      admin.send(
        'POST',
        `/api/admin/products/${product.id}/codes`,
        formOf({ confirmed, codes: Buffer.from('Voucher Number\nQX7K-66FF-0001\nQX7K-66FF-0002\n') }, 'codes.csv'),
      );
    const asked = await send('false');
    assertStatus(asked, 409);
    assert.equal(asked.json().code, 'confirm_codes');
    assert.equal(
      asked.json().message,
      '2 codes of 14 characters, as AA9A-99AA-9999. The first: ••••-••••-0001, ••••-••••-0002. Nothing was added yet.',
    );
    assert.equal((await admin.get(`/api/admin/products/${product.id}`)).json().data.stock_total, 0);
    assert.equal((await send('true')).json().added, 2);
  });

  it('refuse a file with bad lines as a whole, naming each', async () => {
    const product = await created({ name: 'Guarded' });
    const answer = await upload(product.id, 'code\nBBBB-0001\nab\nBBBB-0002\nBBBB-0001\n');
    assertStatus(answer, 422);
    assert.deepEqual(answer.json().errors.codes, [
      'Line 3: The code is shorter than 4 characters.',
      'Line 5: The same code is on line 2 already.',
    ]);
    assert.match(answer.json().message, /2 lines are not right.*Nothing was added/);
    assert.equal((await admin.get(`/api/admin/products/${product.id}`)).json().data.stock_total, 0);
    assertStatus(await upload(product.id, ''), 422);
    assertStatus(await upload(product.id, 'BBBB-0001', 'file'), 422);
    assertStatus(await admin.send('POST', `/api/admin/products/${product.id}/codes`, { codes: 'x' }), 415);
    assertStatus(await upload(randomUUID(), 'BBBB-0001'), 404);
  });

  it('bound the file in codes and in bytes', async () => {
    const product = await created({ name: 'Bounded' });
    const codes = Array.from({ length: MAX_CODES_AT_ONCE + 1 }, (_, index) => `CODE-${String(index).padStart(8, '0')}`);
    const tooMany = await upload(product.id, codes.join('\n'));
    assertStatus(tooMany, 422);
    assert.match(tooMany.json().errors.codes[0], /at most 20,000 codes/);
    const tooLarge = await upload(product.id, `code\n${'\n'.repeat(10 * 1024 * 1024)}AAAA-1111\n`);
    assertStatus(tooLarge, 422);
    assert.match(tooLarge.json().message, /at most 10 MB/);
    const binary = await upload(product.id, randomBytes(5_000));
    assertStatus(binary, 422);
    assert.equal((await admin.get(`/api/admin/products/${product.id}`)).json().data.stock_total, 0);
  });

  it('far from the last prices take a second administrator; many small steps count together', async () => {
    const product = await created({ name: 'Cheap' });
    const seller = await createAdministrator(test, 'catalogue');
    const approver = await createAdministrator(test, 'approver');
    const change = async (price: string, more: Partial<typeof PRODUCT> = {}, as = seller) => {
      const answer = await as.send('PUT', `/api/admin/products/${product.id}`, {
        ...PRODUCT,
        name: 'Cheap',
        price,
        ...more,
      });
      assertStatus(answer, 200);
      return answer.json().data as AdminProduct;
    };
    const shown = ({ variant, waiting_price }: AdminProduct) => [
      variant?.price.formatted,
      waiting_price?.price.formatted ?? null,
    ];
    const decide = (as: typeof seller, step: string, body = {}) =>
      as.send('POST', `/api/admin/products/${product.id}/price/${step}`, body);

    assert.deepEqual(shown(await change('24')), ['€24.00', null]);
    // A program that changes a price up and down by a cent all night does not push the highest one out of sight.
    await test.deps.database.query(sql.void`
      insert into app.price_change (variant_id, changed_at, price_minor, currency)
      select id, now() + n * interval '1 millisecond', 2_400 + n % 2, 'EUR' from app.product_variant, generate_series(1, 3_000) n
      where product_id = ${product.id}`);
    // 30 % under €28.90 are €20.23: a step from €24.00 alone would not be far.
    const low = await change('20', { short_description: 'Still good' });
    assert.deepEqual(shown(low), ['€24.00', '€20.00']);
    assert.equal(low.short_description, 'Still good');
    const mail = test.mails.findLast(({ id }) => id.startsWith('price-'));
    assert.match(mail?.text ?? '', /wants to sell Cheap for €20\.00\. A price of the last days is €28\.90/);
    const other = await admin.send('PUT', `/api/admin/products/${product.id}`, {
      ...PRODUCT,
      name: 'Cheap',
      price: '15',
      currency: 'USD',
    });
    assertStatus(other, 409);
    assert.equal(other.json().code, 'proposal_waits');

    const queue = (await approver.get('/api/admin/approvals?kind=price')).json();
    assert.deepEqual(
      [queue.data[0].reference, queue.data[0].amount.formatted, queue.data[0].may_confirm],
      ['Cheap', '€20.00', true],
    );
    assertStatus(await decide(seller, 'confirm', { price: '20', currency: 'EUR' }), 403);
    const unseen = await decide(approver, 'confirm', { price: '21', currency: 'EUR' });
    assertStatus(unseen, 409);
    const [once, again] = [
      await decide(approver, 'confirm', { price: '20', currency: 'EUR' }),
      await decide(approver, 'refuse'),
    ];
    assertStatus(once, 200);
    assert.deepEqual(shown(once.json().data), ['€20.00', null]);
    assertStatus(again, 404);

    assert.deepEqual(shown(await change('14')), ['€20.00', '€14.00']);
    assert.deepEqual(shown(await change('13')), ['€20.00', '€13.00']);
    assertStatus(await decide(await createAdministrator(test, 'auditor'), 'refuse'), 403);
    assert.deepEqual(shown((await decide(seller, 'refuse')).json().data), ['€20.00', null]);
    assert.deepEqual(shown(await change('23', { currency: 'USD' })), ['$23.00', null]);
    test.advance(8 * 86_400_000);
    assert.deepEqual(shown(await change('17', { currency: 'USD' })), ['$17.00', null]);
  });

  it('record who added stock and who changed what', async () => {
    const product = await created({ name: 'Watched' });
    await admin.send('PUT', `/api/admin/products/${product.id}`, { ...PRODUCT, name: 'Watched', price: '25' });
    assertStatus(await upload(product.id, 'WATCH-0001\n'), 201);
    const { data } = (await admin.get(`/api/admin/audit?actor_id=${admin.administratorId}&per_page=3`)).json();
    assert.deepEqual(
      (data as { summary: string }[]).map((entry) => entry.summary),
      ['1 gift code was added to Watched.', 'Product Watched was changed: price.', 'Product Watched was added.'],
    );
    assert.equal(data[0].actor.name, admin.name);
  });
});
