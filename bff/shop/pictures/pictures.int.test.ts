import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';
import { makeImageSizes } from './make-image-sizes.ts';

describe('pictures', async () => {
  const test = await startTestApp();
  const customer = await createCustomer(test);
  const [steam, amazon, xbox] = [await createProduct(test), await createProduct(test), await createProduct(test)];
  after(() => test.stop());

  const get = (url: string) => test.app.inject({ url, headers: customer.headers });

  /** A picture of one colour is not smaller as AVIF. */
  const CIRCLES = [40, 130, 260, 350].map((x) => `<circle cx="${x}" cy="${x / 2}" r="60" fill="hsl(${x} 70% 60%)"/>`);
  const picture = (width: number) =>
    sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200" width="${width}" height="400"
        preserveAspectRatio="none"><rect width="400" height="200" fill="#1b2838"/>${CIRCLES.join('')}</svg>`),
    )
      .png()
      .toBuffer();
  const store = async (content: Buffer) =>
    (await test.deps.files.keep(content, { contentType: 'image/png', owner: null })).id;

  const AVIF = { accept: 'image/avif,image/webp,image/apng,*/*;q=0.8' };
  const shown = (url: string, headers = {}) => test.app.inject({ url, headers });

  it('are served in the original until their sizes are made, then as AVIF where it is named, else as WebP', async () => {
    const original = await picture(1000);
    const fileId = await store(original);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.product set image_file_id = ${fileId} where id = ${steam.productId}`,
    );
    const [images] = (await get(`/api/products/${steam.productId}`)).json().data.images;
    const before = await shown(images.MediumUrl, AVIF);
    assertStatus(before, 200);
    assert.equal(before.headers['content-type'], 'image/png');
    assert.equal(before.headers['cache-control'], 'public, max-age=60');
    assert.ok(before.rawPayload.equals(original));

    assert.equal(await makeImageSizes(test.deps), 1);
    assert.equal(await makeImageSizes(test.deps), 0);

    for (const [accept, type, format] of [
      [AVIF.accept, 'image/avif', 'heif'],
      ['IMAGE/AVIF ; q=0.5', 'image/avif', 'heif'],
      ['image/avif;q=0, image/webp', 'image/webp', 'webp'],
      ['image/jxl, image/avifs', 'image/webp', 'webp'],
      ['*/*', 'image/webp', 'webp'],
    ] as const) {
      const medium = await shown(images.MediumUrl, { accept });
      assert.equal(medium.headers['content-type'], type, accept);
      assert.equal(medium.headers['x-content-type-options'], 'nosniff');
      assert.equal(medium.headers.vary, 'accept');
      assert.match(String(medium.headers['cache-control']), /immutable/);
      const { width, format: drawn } = await sharp(medium.rawPayload).metadata();
      assert.deepEqual([width, drawn], [320, format], accept);
    }
    assert.equal((await shown(images.MediumUrl)).headers['content-type'], 'image/webp');
    const large = await shown(images.LargeUrl, AVIF);
    assert.equal((await sharp(large.rawPayload).metadata()).width, 1000);
  });

  it('that a browser has are not sent again, each format by its own tag', async () => {
    const [images] = (await get(`/api/products/${steam.productId}`)).json().data.images;
    const [avif, webp] = [await shown(images.MediumUrl, AVIF), await shown(images.MediumUrl)];
    assert.notEqual(avif.headers.etag, webp.headers.etag);
    const again = await shown(images.MediumUrl, { ...AVIF, 'if-none-match': `"other", W/${avif.headers.etag}` });
    assertStatus(again, 304);
    assert.equal(again.rawPayload.length, 0);
    for (const name of ['etag', 'vary', 'cache-control']) assert.equal(again.headers[name], avif.headers[name]);
    assertStatus(await shown(images.MediumUrl, { ...AVIF, 'if-none-match': String(webp.headers.etag) }), 200);
  });

  it('of before there was AVIF are sent as WebP for a minute, and get theirs from the job', async () => {
    const { database } = test.deps;
    const [images] = (await get(`/api/products/${steam.productId}`)).json().data.images;
    const removed = await database.any(
      sql.type(z.object({ id: z.uuid().nullable() }))`
        delete from app.image_variant where format = 'avif' returning variant_file_id as id`,
    );
    assert.equal(removed.length, 4);
    const webp = await shown(images.MediumUrl, AVIF);
    assert.equal(webp.headers['content-type'], 'image/webp');
    assert.equal(webp.headers['cache-control'], 'public, max-age=60');
    assert.match(String((await shown(images.MediumUrl)).headers['cache-control']), /immutable/);
    assert.equal(await makeImageSizes(test.deps), 1);
    assert.equal((await shown(images.MediumUrl, AVIF)).headers['content-type'], 'image/avif');
  });

  it('are sent as WebP where the AVIF is no smaller', async () => {
    const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#1b2838' } });
    const fileId = await store(await dot.png().toBuffer());
    await test.deps.database.query(
      sql.typeAlias('void')`update app.product set image_file_id = ${fileId} where id = ${amazon.productId}`,
    );
    assert.equal(await makeImageSizes(test.deps), 1);
    const small = await shown(`/api/images/${fileId}/small`, AVIF);
    assert.equal(small.headers['content-type'], 'image/webp');
    assert.match(String(small.headers['cache-control']), /immutable/);
  });

  it('of the carousel have a narrow part, their left one, for phones', async () => {
    const halves = sharp({ create: { width: 1920, height: 550, channels: 3, background: '#00f' } });
    const left = await sharp({ create: { width: 1300, height: 550, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const fileId = await store(
      await halves
        .composite([{ input: left, left: 0, top: 0 }])
        .png()
        .toBuffer(),
    );
    await test.deps.database.query(
      sql.typeAlias('void')`insert into app.carousel_image (url, file_id, file_name)
        values ('/products', ${fileId}, 'halves.png')`,
    );
    assert.equal(await makeImageSizes(test.deps), 1);
    const narrow = await shown(`/api/images/${fileId}/narrow`, AVIF);
    const { width, height } = await sharp(narrow.rawPayload).metadata();
    assert.deepEqual([width, height, narrow.headers['content-type']], [960, 420, 'image/avif']);
    const { channels } = await sharp(narrow.rawPayload).stats();
    assert.ok((channels[2]?.mean ?? 255) < 20, 'nothing of its right part');
  });

  it('that cannot be read are served as they are and not tried again', async () => {
    const broken = (await picture(300)).subarray(0, 120);
    const fileId = await store(broken);
    await test.deps.database.query(
      sql.typeAlias('void')`insert into app.carousel_image (url, file_id, file_name)
        values ('/products', ${fileId}, 'broken.png')`,
    );
    assert.equal(await makeImageSizes(test.deps), 1);
    assert.equal(await makeImageSizes(test.deps), 0);
    const [image] = (await test.app.inject({ url: '/api/carousel-images' })).json().data.carouselImages;
    assertStatus(await test.app.inject({ url: image.image }), 200);
  });

  it('lose their sizes when they leave the catalogue', async () => {
    const fileId = await store(await picture(200));
    await test.deps.database.query(
      sql.typeAlias('void')`update app.product set image_file_id = ${fileId} where id = ${xbox.productId}`,
    );
    await makeImageSizes(test.deps);
    const sizes = () =>
      test.deps.database.any(
        sql.type(z.object({ id: z.uuid().nullable() }))`select variant_file_id as id from app.image_variant
          where file_id = ${fileId}`,
      );
    const made = await sizes();
    assert.equal(made.length, 8);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.product set image_file_id = null where id = ${xbox.productId}`,
    );
    await makeImageSizes(test.deps);
    assert.equal((await sizes()).length, 0);
    for (const { id } of made) if (id) await assert.rejects(test.deps.files.open(id, null));
  });

  it('never give out another file of the store', async () => {
    const proof = await store(pdfOf('proof of somebody'));
    assertStatus(await test.app.inject({ url: `/api/images/${proof}/original` }), 404);
    assertStatus(await test.app.inject({ url: `/api/images/${randomUUID()}/small` }), 404);
    assertStatus(await test.app.inject({ url: `/api/images/${proof}/huge` }), 404);
    assertStatus(await shown(`/api/images/${proof}/small`, AVIF), 404);
    const headers = { ...AVIF, 'if-none-match': `"${proof}"` };
    assertStatus(await shown(`/api/images/${proof}/original`, headers), 404);
  });
});
