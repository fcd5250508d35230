import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { FilterOptions, Product, ProductPage, ProductSearchPage } from '#bff/contract/shop/catalogue.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund } from '#infra/proof/api/customers.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('the catalogue', async () => {
  const test = await startTestApp();
  const customer = await createCustomer(test);
  const steam = await createProduct(test, {
    name: 'Steam €50',
    brand: 'Steam',
    region: 'eu',
    priceMinor: 4800n,
    codes: 30,
  });
  const xbox = await createProduct(test, {
    name: 'Xbox $50',
    brand: 'Xbox',
    region: 'us',
    currency: 'USD',
    priceMinor: 5000n,
    codes: 3,
  });
  const amazon = await createProduct(test, { name: 'Amazon 100 %', brand: 'Amazon', region: 'de', priceMinor: 9900n });
  after(() => test.stop());

  const get = (url: string) => test.app.inject({ url, headers: customer.headers });
  const names = async (url: string) => {
    const answer = await get(url);
    assertStatus(answer, 200);
    return ProductPage.parse(answer.json()).data.map((product) => product.name);
  };
  const section = async (url: string, name: string) => {
    // Without a token, because home is open to visitors.
    const answer = await test.app.inject({ url });
    assertStatus(answer, 200);
    return z.array(Product).parse(answer.json().data[name]);
  };

  it('lists, filters by region and several brands, and pages', async () => {
    assert.deepEqual(await names('/api/products'), ['Amazon 100 %', 'Steam €50', 'Xbox $50']);
    assert.deepEqual(await names('/api/products?region=eu'), ['Steam €50']);
    assert.deepEqual(await names('/api/products?brand_name=steam,Xbox'), ['Steam €50', 'Xbox $50']);
    assert.deepEqual(await names('/api/products?brand_name=All%20Brands&region=all'), [
      'Amazon 100 %',
      'Steam €50',
      'Xbox $50',
    ]);
    const page = await get('/api/products?page=2&per_page=2');
    assert.deepEqual(page.json().meta, { current_page: 2, last_page: 2, per_page: 2, total: 3, from: 3, to: 3 });
    assertStatus(await get('/api/products?per_page=1000'), 422);
  });

  it('sorts by name, brand, region and by price across currencies', async () => {
    assert.deepEqual(await names('/api/products?sort_by=name&sort_order=desc'), [
      'Xbox $50',
      'Steam €50',
      'Amazon 100 %',
    ]);
    // €48.00 is worth $52.80
    assert.deepEqual(await names('/api/products?sort_by=price'), ['Xbox $50', 'Steam €50', 'Amazon 100 %']);
    assert.deepEqual(await names('/api/products?sort_by=region'), ['Steam €50', 'Amazon 100 %', 'Xbox $50']);
    assertStatus(await get('/api/products?sort_by=password'), 422);
  });

  it('finds by all the words of a search, and takes its wildcards literally', async () => {
    assert.deepEqual(await names('/api/products/search?term=50%20xbox'), ['Xbox $50']);
    assert.deepEqual(await names('/api/products/search?term=100%20%25'), ['Amazon 100 %']);
    assert.deepEqual(await names('/api/products/search?term=%25%25'), []);
    const short = await get('/api/products/search?term=x');
    assertStatus(short, 422);
    assert.equal(short.json().message, 'Search term must be at least 2 characters long');
    const long = await get(`/api/products/search?term=${'a'.repeat(101)}`);
    assertStatus(long, 422);
    assert.deepEqual(long.json().errors.term, ['Search term must be at most 100 characters long']);
  });

  it('forgives a typing error in a word that no product has, and says how it is spelled', async () => {
    const search = async (term: string, query = '') => {
      const answer = await get(`/api/products/search?term=${encodeURIComponent(term)}${query}`);
      assertStatus(answer, 200);
      const { data, spelling } = ProductSearchPage.parse(answer.json());
      return [spelling, ...data.map((product) => product.name)];
    };
    assert.deepEqual(await search('amzon'), ['amazon', 'Amazon 100 %']);
    assert.deepEqual(await search('Staem 50'), ['steam 50', 'Steam €50']);
    assert.deepEqual(await search('xbxo'), ['xbox', 'Xbox $50']);
    assert.deepEqual(await search('xbxo', '&region=eu'), ['xbox']);
    assert.deepEqual(await search('xbox', '&region=eu'), [null]);
    assert.deepEqual(await search('xbxo', '&page=2'), ['xbox']);
    assert.deepEqual(await search('xbox', '&page=2'), [null]);
    assert.deepEqual(await search('steam xbox'), [null]);
    assert.deepEqual(await search('qwertz'), [null]);
    assert.deepEqual(await search('51'), [null], 'another number is no typing error');
    assert.deepEqual(await search(steam.productId), [null, 'Steam €50']);
  });

  it('is searched and listed by what a product, its variant and its brand are called now', async () => {
    const { database } = test.deps;
    const search = (term: string) => names(`/api/products/search?term=${encodeURIComponent(term)}`);
    const { productId, variantId } = await createProduct(test, { name: 'Before', brand: 'Early', region: 'jp' });
    await database.query(sql.typeAlias('void')`update app.brand set title = 'Latecomer' where title = 'Early'`);
    assert.deepEqual(await search('latecomer'), ['Before']);
    assert.deepEqual(await search('early'), []);
    assert.deepEqual(await names('/api/products?brand_name=latecomer'), ['Before']);
    await database.query(sql.typeAlias('void')`update app.product set name = 'Afterwards' where id = ${productId}`);
    await database.query(sql.typeAlias('void')`update app.product_variant set name = '77' where id = ${variantId}`);
    assert.deepEqual(await search('afterwards 77'), ['Afterwards']);
    await database.query(sql.typeAlias('void')`update app.product_variant set price_minor = 1 where id = ${variantId}`);
    assert.equal((await names('/api/products?sort_by=price'))[0], 'Afterwards');
    await database.query(sql.typeAlias('void')`delete from app.product_variant where id = ${variantId}`);
    assert.deepEqual(await search('afterwards'), []);
    await database.query(sql.typeAlias('void')`delete from app.product where id = ${productId}`);
    await database.query(sql.typeAlias('void')`delete from app.brand where title = 'Latecomer'`);
    assert.deepEqual(await names('/api/products'), ['Amazon 100 %', 'Steam €50', 'Xbox $50']);
  });

  it('says how many there are, also right after the catalogue has changed', async () => {
    const { database } = test.deps;
    const totals = async () => {
      const found: number[] = [];
      for (const query of ['per_page=1', 'per_page=1&region=jp', 'page=9']) {
        const answer = await get(`/api/products?${query}`);
        assertStatus(answer, 200);
        found.push(ProductPage.parse(answer.json()).meta.total);
      }
      return found;
    };
    assert.deepEqual(await totals(), [3, 0, 3]);
    const made = await createProduct(test, { name: 'One more', region: 'jp' });
    assert.deepEqual(await totals(), [4, 1, 4]);
    await database.query(sql.typeAlias('void')`update app.product set active = false where id = ${made.productId}`);
    assert.deepEqual(await totals(), [3, 0, 3]);
    // A product that is written and not committed yet is not counted: neither now nor in the cached total.
    const [written, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const change = database.transaction(async (transaction) => {
      await transaction.query(sql.typeAlias('void')`update app.product set active = true where id = ${made.productId}`);
      written.resolve();
      await looked.promise;
    });
    await written.promise;
    assert.deepEqual(await totals().finally(looked.resolve), [3, 0, 3]);
    await change;
    assert.deepEqual(await totals(), [4, 1, 4]);
    await database.query(sql.typeAlias('void')`delete from app.product where id = ${made.productId}`);
    assert.deepEqual(await totals(), [3, 0, 3]);
  });

  it('counts how many products each filter leaves', async () => {
    const counts = async (query: string) => {
      const { facets } = FilterOptions.parse((await get(`/api/products/filter-options?${query}`)).json());
      return [facets.region, facets.brand_name].map((facet) => facet.map(({ value, count }) => `${value} ${count}`));
    };
    const regions = (eu: number, de: number, us: number) => [`eu ${eu}`, `de ${de}`, `us ${us}`];
    const brands = (amazon: number, steam: number, xbox: number) => [
      `Amazon ${amazon}`,
      `Steam ${steam}`,
      `Xbox ${xbox}`,
    ];
    assert.deepEqual(await counts(''), [regions(1, 1, 1), brands(1, 1, 1)]);
    assert.deepEqual(await counts('brand_name=Steam'), [regions(1, 0, 0), brands(1, 1, 1)]);
    assert.deepEqual(await counts('brand_name=Steam&region=us,de'), [regions(1, 0, 0), brands(1, 0, 1)]);
    assert.deepEqual(await counts('term=xbxo'), [regions(0, 0, 1), brands(0, 0, 1)]);
  });

  it('shows one product, and none that was taken off', async () => {
    const shown = await get(`/api/products/${steam.productId}`);
    assertStatus(shown, 200);
    assert.equal(shown.json().data.variant.price.formatted, '€48.00');
    assert.equal(shown.json().data.variant.stock_amount, 30);
    const hidden = await createProduct(test, { name: 'Hidden' });
    await test.deps.database.query(
      sql.typeAlias('void')`update app.product set active = false where id = ${hidden.productId}`,
    );
    assertStatus(await get(`/api/products/${hidden.productId}`), 404);
    assertStatus(await get('/api/products/not-an-id'), 404);
    assert.ok(!(await names('/api/products?per_page=100')).includes('Hidden'));
  });

  it('offers regions and brands to filter by', async () => {
    const options = (await get('/api/products/filter-options')).json();
    // Sorted by displayed names: European Union, Germany, United States.
    assert.deepEqual(options.regions, ['eu', 'de', 'us']);
    assert.deepEqual(options.brand_names, ['Amazon', 'Steam', 'Xbox']);
  });

  it('counts what waiting orders want as not available', async () => {
    await fund(test, customer, 'USD', 100_000n);
    await buy(test, customer, { walletId: customer.wallets.USD, variantId: xbox.variantId, quantity: 5 });
    const product = (await get(`/api/products/${xbox.productId}`)).json().data;
    assert.equal(product.variant.stock_amount, 0);
  });

  it('has the sections of home, open to visitors', async () => {
    const recent = await section('/api/products/most-recent', 'mostRecentProducts');
    assert.equal(recent.length, 3);
    await fund(test, customer, 'EUR', 100_000n);
    await buy(test, customer, { walletId: customer.wallets.EUR, variantId: steam.variantId, quantity: 10 });
    const best = await section('/api/products/most-purchased', 'mostPurchasedProducts');
    assert.deepEqual(
      best.map((product) => product.id),
      [steam.productId],
    );
    const low = await section('/api/products/near-out-of-stock', 'nearOutOfStockProducts');
    assert.ok(low.some((product) => product.id === steam.productId));
    assert.ok(!low.some((product) => product.id === amazon.productId), 'what has none is not low');
  });

  it('lists brands, those with a logo, and the carousel', async () => {
    const brands = (await test.app.inject({ url: '/api/brands' })).json();
    assert.equal(brands.error, false);
    assert.equal(brands.data.brands.length, 3);
    assert.deepEqual((await test.app.inject({ url: '/api/brands-with-logo' })).json().data.brands.data, []);
    assert.deepEqual((await test.app.inject({ url: '/api/carousel-images' })).json().data.carouselImages, []);
  });

  it('finds names in any letters, however they are typed, and sorts them as people look for them', async () => {
    for (const product of [
      ...['ΓΕΡΜΑΝΟΣ', 'İstanbul Kart', 'Ångström'].map((title, index) => ({
        brand: title,
        name: `${title} ${index}`,
      })),
      ...['Zebra', 'Äpfel', 'Apfel', 'Éclair', 'Öl', 'Ärger', 'zucker'].map((name) => ({ name: `sorted ${name}` })),
    ]) {
      await createProduct(test, product);
    }
    const found = (parameter: string, text: string) => names(`/api/products${parameter}=${encodeURIComponent(text)}`);
    for (const [title, name] of [
      ['ΓΕΡΜΑΝΟΣ', 'ΓΕΡΜΑΝΟΣ 0'],
      ['γερμανος', 'ΓΕΡΜΑΝΟΣ 0'],
      ['İstanbul Kart', 'İstanbul Kart 1'],
      ['istanbul kart', 'İstanbul Kart 1'],
      ['Ångström', 'Ångström 2'],
      ['Ångström'.normalize('NFD'), 'Ångström 2'],
      ['ångström'.normalize('NFD'), 'Ångström 2'],
    ] as const) {
      assert.deepEqual(await found('?brand_name', title), [name], `filter ${title}`);
      assert.deepEqual(await found('/search?term', title), [name], `search ${title}`);
    }
    assert.deepEqual(
      (await found('/search?sort_by=name&term', 'sorted')).map((name) => name.slice('sorted '.length)),
      ['Apfel', 'Äpfel', 'Ärger', 'Éclair', 'Öl', 'Zebra', 'zucker'],
    );
  });
});
