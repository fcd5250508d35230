import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { AdminBrandList, type Brand, BrandList } from '#bff/contract/shop/brand.ts';
import { CarouselImageList } from '#bff/contract/shop/carousel.ts';
import { MAX_CAROUSEL_IMAGES } from '#bff/shop/carousel/carousel-store.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator, formOf } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

const picture = (color: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: color } })
    .png()
    .toBuffer();

describe('brands in the back-office', async () => {
  const test = await startTestApp();
  const admin = await createAdministrator(test);
  const png = await picture('#336699');
  after(() => test.stop());

  const list = async (): Promise<Brand[]> => BrandList.parse((await admin.get('/api/admin/brands')).json()).data.brands;
  const create = (parts: Record<string, string | Buffer>) =>
    admin.send('POST', '/api/admin/brands', formOf(parts, 'logo.png'));
  const change = (id: number, parts: Record<string, string | Buffer>) =>
    admin.send('POST', `/api/admin/brands/${id}`, formOf(parts, 'logo.png'));

  it('are added with a logo that the store then shows to everybody', async () => {
    const answer = await create({
      title: ' Razer Gold ',
      website: 'https://gold.razer.com',
      color: '#44a01c',
      logo: png,
    });
    assertStatus(answer, 201);
    assert.equal(answer.json().message, 'Brand logo created successfully');
    const { logo, title, hasLogo } = answer.json().data;
    assert.deepEqual([title, hasLogo], ['Razer Gold', true]);
    const shown = await test.app.inject({ url: logo });
    assertStatus(shown, 200);
    assert.equal(shown.headers['content-type'], 'image/png');
    assert.deepEqual(shown.rawPayload, png);
  });

  it('with a logo come before those without', async () => {
    assertStatus(await create({ title: 'Aaa without a logo' }), 201);
    const brands = await list();
    assert.equal(brands.at(-1)?.title, 'Aaa without a logo');
    const withLogo = (await admin.get('/api/admin/brands-with-logo')).json().data.brands.data as Brand[];
    assert.ok(withLogo.length > 0 && withLogo.every((brand) => brand.hasLogo));
  });

  it('need a title of their own', async () => {
    const blank = await create({ title: '   ', logo: png });
    assertStatus(blank, 422);
    assert.deepEqual(blank.json().errors.title, ['Brand title is required']);
    const taken = await create({ title: 'razer gold' });
    assertStatus(taken, 422);
    assert.match(taken.json().message, /already/);
  });

  it('take only pictures, whatever the name says', async () => {
    const before = (await list()).length;
    const script = await create({ title: 'Pretender', logo: Buffer.from('<svg onload="alert(1)"/>') });
    assertStatus(script, 422);
    assert.equal(script.json().message, 'Please select only image files (JPEG, PNG, GIF, WebP)');
    const elsewhere = await create({ title: 'Pretender', picture: png });
    assertStatus(elsewhere, 422);
    const huge = await create({ title: 'Pretender', logo: randomBytes(10 * 1024 * 1024) });
    assertStatus(huge, 422);
    assert.equal(huge.json().message, 'Please select an image smaller than 10MB');
    assert.equal((await list()).length, before);
  });

  it('are changed with _method=PUT, and keep their logo unless a new one comes', async () => {
    const brand = (await list()).find(({ title }) => title === 'Razer Gold');
    assert.ok(brand);
    const renamed = await change(brand.id, { _method: 'PUT', title: 'Razer Gold Global' });
    assertStatus(renamed, 200);
    assert.equal(renamed.json().data.logo, brand.logo);
    const next = await picture('#000000');
    const relogoed = await change(brand.id, { _method: 'PUT', title: 'Razer Gold', logo: next });
    assertStatus(relogoed, 200);
    assert.notEqual(relogoed.json().data.logo, brand.logo);
    assertStatus(await test.app.inject({ url: brand.logo ?? '' }), 404);
    assertStatus(await change(brand.id, { title: 'No method' }), 422);
    assertStatus(await change(999_999, { _method: 'PUT', title: 'Nobody' }), 404);
  });

  it('carry a glyph, which stays until another is chosen', async () => {
    const created = (await create({ title: 'Paper Mill' })).json().data;
    assert.equal(created.glyph, 'gift');
    const chosen = await change(created.id, { _method: 'PUT', title: 'Paper Mill', glyph: 'book-open' });
    assert.equal(chosen.json().data.glyph, 'book-open');
    await change(created.id, { _method: 'PUT', title: 'Paper Mill & Co' });
    assert.equal((await list()).find(({ id }) => id === created.id)?.glyph, 'book-open');
    const unknown = await change(created.id, { _method: 'PUT', title: 'Paper Mill', glyph: 'unicorn' });
    assertStatus(unknown, 422);
    assert.deepEqual(unknown.json().errors.glyph, ['Please choose a glyph']);
  });

  it('are deleted with _method=DELETE, and who did it is recorded', async () => {
    const created = (await create({ title: 'Short-lived' })).json().data;
    await createProduct(test, { brand: 'Other' });
    assertStatus(await change(created.id, { _method: 'DELETE' }), 200);
    assert.ok(!(await list()).some(({ id }) => id === created.id));
    assertStatus(await change(created.id, { _method: 'DELETE' }), 404);
    // A recorded action is not waited for: the trail shows it a moment later.
    await eventually(async () => {
      const { data } = (await admin.get(`/api/admin/audit?actor_id=${admin.administratorId}&per_page=100`)).json();
      const summaries = (data as { summary: string }[]).map((entry) => entry.summary);
      assert.ok(summaries.includes('Brand Short-lived was added.'));
      assert.ok(summaries.includes('Brand Short-lived was deleted.'));
    });
  });

  it('are not deleted while they have products, archived ones too', async () => {
    const { productId } = await createProduct(test, { brand: 'In use' });
    const used = AdminBrandList.parse((await admin.get('/api/admin/brands')).json()).data.brands.find(
      ({ title }) => title === 'In use',
    );
    assert.ok(used);
    assert.equal(used.products_count, 1);
    assertStatus(await admin.send('DELETE', `/api/admin/products/${productId}`), 200);
    const refused = await change(used.id, { _method: 'DELETE' });
    assertStatus(refused, 409);
    assert.equal(refused.json().code, 'brand_in_use');
    assert.match(refused.json().message, /^The brand has 1 product\. Nothing was deleted/);
    assert.equal((await admin.get(`/api/admin/products/${productId}`)).json().data.brand_name, 'In use');
  });

  it('take no title that stands for every brand, and no website but of the web', async () => {
    for (const title of ['All Brands', ' all brands', 'ALL']) {
      const answer = await create({ title });
      assertStatus(answer, 422);
      assert.match(answer.json().errors.title[0], /stands for every brand/);
    }
    for (const website of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://example.com',
      'mailto:a@example.com',
      'x',
    ]) {
      const answer = await create({ title: 'Linked', website });
      assertStatus(answer, 422);
      assert.deepEqual(answer.json().errors.website, ['Please enter a web address, such as example.com']);
    }
    const created = await create({ title: 'Linked', website: 'linked.example:8080/gift' });
    assert.equal(created.json().data.website, 'https://linked.example:8080/gift');
  });

  it('and the carousel: images are added with links, changed, replaced and deleted', async () => {
    const images = async () =>
      CarouselImageList.parse((await admin.get('/api/admin/carousel-images')).json()).data.carouselImages;
    const [red, green] = [await picture('#ff0000'), await picture('#00ff00')];
    const missing = await admin.send('POST', '/api/admin/carousel-images', formOf({ 'items[0][image]': red }));
    assertStatus(missing, 422);
    assert.equal(missing.json().message, 'Please provide a link for each image.');
    const none = await admin.send('POST', '/api/admin/carousel-images', formOf({ 'items[0][url]': '/products' }));
    assert.equal(none.json().message, 'Please select images to upload');
    assert.deepEqual(await images(), []);

    const added = await admin.send(
      'POST',
      '/api/admin/carousel-images',
      formOf(
        {
          'items[1][url]': 'https://example.com/sale',
          'items[1][image]': green,
          'items[0][url]': '/products',
          'items[0][image]': red,
        },
        'banner.png',
      ),
    );
    assertStatus(added, 201);
    const [first, second] = await images();
    assert.deepEqual([first?.url, second?.url], ['/products', 'https://example.com/sale']);
    assert.equal(first?.media[0]?.file_name, 'banner.png');
    assertStatus(await test.app.inject({ url: first?.image ?? '' }), 200);

    const url = `/api/admin/carousel-images/${first?.id}`;
    assertStatus(await admin.send('POST', url, formOf({ _method: 'PUT', url: '' })), 422);
    assertStatus(await admin.send('POST', url, formOf({ _method: 'PUT', url: 'javascript:alert(1)' })), 422);
    assertStatus(await admin.send('POST', url, formOf({ _method: 'PUT', url: '/deals', image: green })), 200);
    const [changed] = await images();
    assert.equal(changed?.url, '/deals');
    assert.notEqual(changed?.image, first?.image);

    assertStatus(await admin.send('PUT', '/api/admin/carousel-images', formOf({ 'images[0]': red })), 200);
    const replaced = await images();
    assert.deepEqual(
      replaced.map((image) => image.url),
      ['/deals'],
    );
    assertStatus(
      await admin.send('POST', `/api/admin/carousel-images/${replaced[0]?.id}`, formOf({ _method: 'DELETE' })),
      200,
    );
    assert.deepEqual(await images(), []);
  });

  it('and the carousel takes so many images at once, and so many in all', async () => {
    const many = (count: number) =>
      admin.send(
        'POST',
        '/api/admin/carousel-images',
        formOf(
          Object.fromEntries(
            Array.from({ length: count }, (_, index) => [
              [`items[${index}][url]`, '/products'],
              [`items[${index}][image]`, png],
            ]).flat(),
          ),
        ),
      );
    const tooMany = await many(11);
    assertStatus(tooMany, 422);
    assert.equal(tooMany.json().code, 'too_many_files');
    for (let added = 0; added < MAX_CAROUSEL_IMAGES; added += 10) assertStatus(await many(10), 201);
    assertStatus(await many(1), 409);
  });
});
