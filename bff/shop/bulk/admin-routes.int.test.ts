import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { pageOf, savedOf } from '#bff/contract/base/common.ts';
import { CatalogueChange, CatalogueLine } from '#bff/contract/shop/admin-catalogue.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import {
  createAdministrator,
  forgetConfirmation,
  formOf,
  type TestAdministrator,
} from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { renderExampleCatalogue } from '#infra/seed/example-catalogue.ts';
import { applyDueChanges } from './due-changes.ts';

const Saved = savedOf(CatalogueChange);
const TITLES = 'id,name,variant_name,brand_name,category_name,region,currency,price,new_brand';

describe('the catalogue in bulk', async () => {
  const test = await startTestApp();
  const admin = await createAdministrator(test, 'catalogue');
  const second = await createAdministrator(test, 'approver');
  const customer = await createCustomer(test);
  after(() => test.stop());

  const check = async (text: string | Buffer, of = 'products', as = admin) =>
    as.send('POST', '/api/admin/catalogue/files', formOf({ of, file: Buffer.from(text) }, 'prices.csv'));
  const checked = async (text: string | Buffer, of = 'products') => {
    const answer = await check(text, of);
    assertStatus(answer, 201);
    return Saved.parse(answer.json()).data;
  };
  const decide = (
    step: string,
    { id, digest }: Pick<CatalogueChange, 'id' | 'digest'>,
    as: TestAdministrator = admin,
  ) =>
    as.send(
      'POST',
      `/api/admin/catalogue/changes/${id}/${step}`,
      /refuse|withdraw/.test(step) ? undefined : { digest },
    );
  const done = async (step: string, change: CatalogueChange, as = admin) => {
    const answer = await decide(step, change, as);
    assertStatus(answer, 200);
    return Saved.parse(answer.json()).data;
  };
  const rows = async ({ id }: CatalogueChange, query = '') =>
    pageOf(CatalogueLine).parse(
      (await admin.get(`/api/admin/catalogue/changes/${id}/rows?per_page=100${query}`)).json(),
    ).data;
  const exported = async (of = 'products') => {
    const answer = await admin.get(`/api/admin/catalogue/export?of=${of}`);
    assertStatus(answer, 200);
    return answer.rawPayload;
  };
  const product = async (id: string) => (await admin.get(`/api/admin/products/${id}`)).json().data;
  const priceOf = async (id: string): Promise<string> => (await product(id)).variant.price.decimal;
  const brandId = async (title: string): Promise<number> =>
    (await admin.get('/api/admin/brands')).json().data.brands.find((brand: { title: string }) => brand.title === title)
      .id;
  const edit = async (id: string, change: object) => {
    const now = await product(id);
    const body = { ...now, variant_name: now.variant.name, price: now.variant.price.decimal, ...change };
    assertStatus(await admin.send('PUT', `/api/admin/products/${id}`, body), 200);
  };
  const audited = async () =>
    (await (await createAdministrator(test)).get('/api/admin/audit?per_page=20'))
      .json()
      .data.map(({ summary }: { summary: string }) => summary);

  it('goes out as files that come in again with nothing changed', async () => {
    await createProduct(test, { name: '=Formula "50"', brand: 'Müller' });
    const { productId } = await createProduct(test, { name: '-5 off', currency: 'USD', priceMinor: 5_000n });
    await edit(productId, {
      description: '<p>One</p>\n<p>Two; "three", four &amp; five</p>',
      is_permanent_out_of_stock: true,
    });
    assertStatus(await admin.send('DELETE', `/api/admin/products/${productId}`), 200);
    for (const kind of ['products', 'brands']) {
      const file = await exported(kind);
      const { counts, can_apply } = await checked(file, kind);
      assert.deepEqual(
        [counts.unchanged, counts.new, counts.changed, counts.wrong, can_apply],
        [2, 0, 0, 0, false],
        kind,
      );
    }
    const text = (await exported()).toString();
    assert.match(text, /,"'=Formula ""50""",/);
    assert.match(text, /,'-5 off,.*,USD,50\.00,.*,not on sale,yes\r\n/s);
  });

  it('is only for those who may change it', async () => {
    const support = await createAdministrator(test, 'support');
    assertStatus(await check(`${TITLES}\n`, 'products', support), 403);
    assertStatus(
      await test.app.inject({ url: '/api/admin/catalogue/export?of=brands', headers: customer.headers }),
      401,
    );
    const change = await checked(`${TITLES}\n,Apart,$5,Apart,Gaming,US,USD,5,yes\n`);
    assertStatus(await decide('apply', change, support), 403);
    const colleague = await decide('apply', change, await createAdministrator(test));
    assertStatus(colleague, 409);
    assert.match(colleague.json().message, /looked at this, and applies it/);
  });

  it('fills an empty catalogue from one file, once for two presses and two at once', async () => {
    const change = await checked(
      `\uFEFFname;variant_name;brand_name;new_brand;category_name;region;currency;price;status\r\nOne;€5;Fresh;yes;Gaming;EU;eur;4.90;on sale\r\nTwo;€9;fresh;Yes;Gaming;gb;EUR;8.9;Not on sale\r\n`,
    );
    assert.deepEqual([change.counts.new, change.read_as, change.can_apply], [2, 'UTF-8, semicolons', true]);
    assert.equal((await admin.get('/api/admin/products/search?term=Fresh')).json().data.length, 0);
    const [one, other] = await Promise.all([decide('apply', change), decide('apply', change)]);
    for (const answer of [one, other, await decide('apply', change)]) {
      assertStatus(answer, 200);
      assert.deepEqual([answer.json().data.status, answer.json().data.applied], ['applied', 2]);
    }
    const { data } = (await admin.get('/api/admin/products/search?term=Fresh')).json();
    assert.deepEqual(
      data.map((each: { name: string; region: string; is_archived: boolean }) => [
        each.name,
        each.region,
        each.is_archived,
      ]),
      [
        ['One', 'eu', false],
        ['Two', 'uk', true],
      ],
    );
    assert.ok(
      (await audited()).includes('The file of products “prices.csv” was applied: 2 new, 0 changed, 0 left out.'),
    );
    const again = await checked(`${TITLES}\n,One,€5,Fresh,Gaming,EU,EUR,4.90,\n`);
    assert.match((await rows(again))[0]?.problems[0]?.message ?? '', /has this product: its id is/);
  });

  it('says by line and column what is wrong, and applies nothing of such a file', async () => {
    const { productId } = await createProduct(test, { name: 'Known', brand: 'Known' });
    const file = [
      TITLES,
      `${productId},Renamed,50,Known,Gaming,eu,EUR,48.10,`,
      `${productId},Renamed,50,Known,Gaming,eu,EUR,48.10,`,
      `${randomUUID()},X,50,Known,Gaming,eu,EUR,48.10,`,
      'abc,X,50,Known,Gaming,eu,EUR,48.10,',
      ',X,50,Nobody,Gaming,eu,EUR,48.10,no',
      ',X,50,Known,Gaming,mars,EUR,"48,10",',
      ',Y,50,Known,Gaming,eu,JPY,5000,maybe',
      ',Y,50,Known,Gaming,eu,EUR,0,',
      ',Z,50,Known,Gaming,eu,EUR,1,',
      ',z,50,known,Music,EU,EUR,2,',
    ].join('\n');
    const change = await checked(file);
    assert.deepEqual(
      (await rows(change)).map(({ line, state, problems }) => [
        line,
        state,
        ...problems.map((each) => `${each.column}: ${each.message}`),
      ]),
      [
        [2, 'changed'],
        [3, 'wrong', 'id: The same product is on line 2 already.'],
        [4, 'wrong', 'id: There is no product with this id. Leave it empty for a new product.'],
        [5, 'wrong', 'id: This is no id of a product. Leave it empty for a new product.'],
        [6, 'wrong', 'brand_name: There is no brand named Nobody. Write “yes” into a column “new_brand” to add it.'],
        [
          ...[7, 'wrong', 'region: Please choose a region of the list'],
          'price: Write the price with a point and without separators, such as 1234.50.',
        ],
        [8, 'wrong', 'currency: The store offers nothing in JPY.', 'new_brand: Write “yes” or “no”.'],
        [9, 'wrong', 'price: Price must be greater than 0'],
        [10, 'new'],
        [11, 'wrong', 'name: The same product is on line 10 already.'],
      ].map((row) => row),
    );
    assert.deepEqual((await rows(change, '&view=changed'))[0]?.fields, [
      { name: 'name', before: 'Known', after: 'Renamed' },
    ]);
    assertStatus(await decide('apply', change), 409);
    assert.equal((await product(productId)).name, 'Known');
    const unknown = await check('name;farbe\nX;rot\n');
    assertStatus(unknown, 422);
    assert.match(unknown.json().errors.file[0], /not understood: “farbe”/);
  });

  it('changes what the file has columns for, and nothing that was changed meanwhile', async () => {
    const [one, two] = [await createProduct(test, { name: 'First' }), await createProduct(test, { name: 'Other' })];
    const change = await checked(`id;price\n${one.productId};40\n${two.productId};41.5\n`);
    assertStatus(await decide('apply', { ...change, digest: '0'.repeat(64) }), 409);
    await edit(two.productId, { name: 'Other, edited' });
    const refused = await decide('apply', change);
    assertStatus(refused, 409);
    assert.match(refused.json().message, /Changed after this was shown: Other \(line 3\)\. Nothing of it was applied/);
    assert.equal(await priceOf(one.productId), '48.10');
    const fresh = await checked(`id;price\n${one.productId};40\n${two.productId};41.5\n`);
    await done('apply', fresh);
    assert.deepEqual([await priceOf(one.productId), (await product(two.productId)).name], ['40.00', 'Other, edited']);
  });

  it('adds and changes brands, and refuses a title that another brand took meanwhile', async () => {
    await createProduct(test, { brand: 'Painted' });
    const id = await brandId('Painted');
    const file = `id,title,color,glyph,website\n${id},Painted,#FF0000,gift,example.com\n,Brushed,,,\n`;
    const [change, stale] = [await checked(file, 'brands'), await checked('title\nBrushed\n', 'brands')];
    await done('apply', change);
    const { brands } = (await admin.get('/api/admin/brands')).json().data;
    const painted = brands.find((brand: { id: number }) => brand.id === id);
    assert.deepEqual([painted.color, painted.glyph, painted.website], ['#FF0000', 'gift', 'https://example.com']);
    assertStatus(await decide('apply', stale), 409);
    const wrong = await checked(`id,title,color\n99999,X,\n,painted,\n${id},Painted,red\n`, 'brands');
    assert.deepEqual(
      (await rows(wrong)).map(({ problems }) => problems[0]?.column),
      ['id', 'title', 'title'],
    );
  });

  it('takes a second administrator for prices far from the last ones, in many small steps, too', async () => {
    const { productId } = await createProduct(test, { name: 'Falling', priceMinor: 10_000n });
    const to = (price: string) => checked(`id,price\n${productId},${price}\n`);
    assert.equal((await done('apply', await to('75'))).status, 'applied');
    const change = await done('apply', await to('60'));
    assert.deepEqual([change.status, change.counts.far, await priceOf(productId)], ['waiting', 1, '75.00']);
    assert.equal((await done('apply', change)).status, 'waiting');
    const { data } = (await second.get('/api/admin/approvals?kind=catalogue')).json();
    assert.deepEqual(
      data.map((row: { subject_id: string; reference: string; may_confirm: boolean }) => [
        row.subject_id,
        row.reference,
        row.may_confirm,
      ]),
      [[change.id, 'prices.csv: 1 of 1 prices', true]],
    );
    assertStatus(await decide('confirm', change, admin), 403);
    await forgetConfirmation(test, second);
    assert.equal((await decide('confirm', change, second)).json().code, 'step_up_required');
    const other = await createAdministrator(test, 'approver');
    assertStatus(await decide('confirm', { ...change, digest: '1'.repeat(64) }, other), 409);
    const confirmed = await done('confirm', change, other);
    assert.deepEqual([confirmed.status, confirmed.confirmed_by?.id], ['applied', other.administratorId]);
    assert.equal(await priceOf(productId), '60.00');
    assertStatus(await decide('confirm', change, other), 200);
    const dear = await done('apply', await to('121'));
    assert.equal(dear.status, 'waiting', 'more than twice the lowest');
    assert.equal((await done('refuse', dear, other)).status, 'refused');
    assertStatus(await decide('apply', dear), 409);
    const owner = await createAdministrator(test);
    const own = Saved.parse((await check(`id,price\n${productId},10\n`, 'products', owner)).json()).data;
    await done('apply', own, owner);
    const alone = await decide('confirm', own, owner);
    assertStatus(alone, 409);
    assert.equal((await done('refuse', own, owner)).status, 'withdrawn');
  });

  it('changes the prices of brands by a percentage on a day, once, without those that were changed since', async () => {
    const [one, two, three] = await Promise.all(
      ['A', 'B', 'C'].map((name) => createProduct(test, { name, brand: 'Planned', priceMinor: 999n })),
    );
    assert.ok(one && two && three);
    const ask = (body: object) =>
      admin.send('POST', '/api/admin/catalogue/prices', { brand_ids: [], percentage: '-5', ...body });
    const brand_ids = [await brandId('Planned')];
    const today = test.deps.clock().toISOString().slice(0, 10);
    const day = new Date(test.deps.clock().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    for (const wrong of [
      {},
      { brand_ids, percentage: '0' },
      { brand_ids, percentage: -100 },
      { brand_ids, day: today },
    ]) {
      assertStatus(await ask(wrong), 422);
    }
    const plan = async () => Saved.parse((await ask({ brand_ids, day })).json()).data;
    const owner = await createAdministrator(test);
    const { value, version } = (await owner.get('/api/admin/settings')).json().data.seller;
    const seller = { ...value, time_zone: 'Asia/Kolkata', why: 'We moved', expect_version: version };
    assertStatus(await owner.send('PUT', '/api/admin/settings/seller', seller), 200);
    const change = await plan();
    const midnight = new Date(`${day}T00:00:00+05:30`).toISOString();
    assert.deepEqual([change.due_at, change.time_zone], [midnight, 'Asia/Kolkata']);
    assert.deepEqual([change.title, change.counts.changed], ['Planned: -5 %', 3]);
    assert.deepEqual((await rows(change))[0]?.fields, [{ name: 'price', before: '9.99 EUR', after: '9.49 EUR' }]);
    assert.equal((await done('apply', change)).status, 'planned');
    const withdrawn = await plan();
    await done('apply', withdrawn);
    assert.equal((await done('withdraw', withdrawn)).status, 'withdrawn');
    assert.equal(await applyDueChanges(test.deps), 0);
    await edit(two.productId, { price: '10.10' });
    await edit(three.productId, { name: 'C, renamed' });
    test.advance(3 * 86_400_000);
    await Promise.all([applyDueChanges(test.deps), applyDueChanges(test.deps)]);
    assert.equal(await applyDueChanges(test.deps), 0);
    const prices = [];
    for (const { productId } of [one, two, three]) prices.push(await priceOf(productId));
    assert.deepEqual(prices, ['9.49', '10.10', '9.49']);
    const { data } = (await admin.get(`/api/admin/catalogue/changes/${change.id}`)).json();
    assert.deepEqual([data.status, data.applied, data.counts.refused], ['applied', 2, 1]);
    assert.match((await rows(change, '&view=refused'))[0]?.refused ?? '', /price was changed.*stays as it is/);
    assertStatus(await decide('withdraw', change), 409);
    const listed = (await admin.get('/api/admin/catalogue/changes')).json().data;
    assert.deepEqual(
      listed
        .slice(0, 2)
        .map(({ status }: CatalogueChange) => status)
        .sort(),
      ['applied', 'withdrawn'],
    );
    const changes = await test.deps.database.one(sql.type(z.object({ count: z.bigint() }))`
      select count(*) from app.price_change where variant_id = ${one.variantId}`);
    assert.equal(changes.count, 1n);
  });

  it('applies the other plans where one fails, and that one in a later run', async () => {
    const [first, second] = await Promise.all(
      ['Failing', 'Going on'].map((brand) => createProduct(test, { brand, priceMinor: 1_000n })),
    );
    assert.ok(first && second);
    const day = new Date(test.deps.clock().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    const planned: CatalogueChange[] = [];
    for (const brand of ['Failing', 'Going on']) {
      const asked = { brand_ids: [await brandId(brand)], percentage: 5, day };
      const made = await admin.send('POST', '/api/admin/catalogue/prices', asked);
      planned.push(await done('apply', Saved.parse(made.json()).data));
    }
    test.advance(3 * 86_400_000);
    const { database } = test.deps;
    await database.query(sql.void`
      create function app.fails() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`);
    await database.query(sql.void`
      create trigger fails before update on app.catalogue_change for each row
      when (new.id = ${sql.literalValue(planned[0]?.id ?? '')}) execute function app.fails()`);
    await assert.rejects(applyDueChanges(test.deps), /no room/);
    assert.deepEqual([await priceOf(first.productId), await priceOf(second.productId)], ['10.00', '10.50']);
    await database.query(sql.void`drop trigger fails on app.catalogue_change`);
    await applyDueChanges(test.deps);
    assert.equal(await priceOf(first.productId), '10.50');
  });

  it('ends a plan whose maker may not change prices any more', async () => {
    const leaver = await createAdministrator(test, 'catalogue');
    const { productId } = await createProduct(test, { brand: 'Leaving', priceMinor: 1_000n });
    const day = new Date(test.deps.clock().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    const asked = await leaver.send('POST', '/api/admin/catalogue/prices', {
      brand_ids: [await brandId('Leaving')],
      percentage: 5,
      day,
    });
    const change = await done('apply', Saved.parse(asked.json()).data, leaver);
    await test.deps.database.query(sql.void`
      update app.administrator set is_active = false where administrator_id = ${leaver.administratorId}`);
    test.advance(3 * 86_400_000);
    await applyDueChanges(test.deps);
    const { data } = (await admin.get(`/api/admin/catalogue/changes/${change.id}`)).json();
    assert.deepEqual([data.status, await priceOf(productId)], ['lapsed', '10.00']);
  });

  it('takes the example catalogue: products that say what they are, none of them on sale', async () => {
    const change = await checked(renderExampleCatalogue());
    assert.deepEqual([change.can_apply, change.counts.wrong, change.counts.far], [true, 0, 0]);
    assert.equal((await done('apply', change)).applied, change.counts.new);
    const text = (await exported()).toString();
    const examples = text.split('\n').filter((line) => /,"?Example: /.test(line));
    assert.equal(examples.length, change.counts.new);
    const shown = await test.app.inject({ url: '/api/products/search?term=Example', headers: customer.headers });
    assertStatus(shown, 200);
    assert.equal(shown.body.includes('Example: '), false);
  });

  it('takes many rows in one go', async () => {
    const line = (at: number) => `,Bulk ${at},$5,Bulk,Gaming,US,USD,5.00,yes`;
    const change = await checked([TITLES, ...Array.from({ length: 1_000 }, (_, at) => line(at))].join('\n'));
    assert.equal((await done('apply', change)).applied, 1_000);
    assert.equal((await rows(change, '&page=10')).length, 100);
  });
});
