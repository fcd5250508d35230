import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { StorePicture } from '#bff/contract/office/settings/look.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { makeImageSizes } from '#bff/shop/pictures/make-image-sizes.ts';
import { dropUnusedPictures } from '#bff/shop/pictures/store-pictures.ts';
import { createAdministrator, formOf, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { assertStatus, startTestApp, type TestApp } from '#infra/proof/api/test-app.ts';

const URL = '/api/admin/settings';

describe('the look of the store', () => {
  let test: TestApp;
  let [owner, finance]: TestAdministrator[] = [];
  const as = (who: TestAdministrator | undefined) => who ?? assert.fail('an administrator');
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#0f766e' } })
      .webp()
      .toBuffer();
  const send = (picture: Buffer, who = owner) => as(who).send('POST', `${URL}/pictures`, formOf({ picture }));
  const uploaded = async (width: number, height: number): Promise<StorePicture> => {
    const answer = await send(await drawn(width, height));
    assertStatus(answer, 201);
    return StorePicture.parse(answer.json().data);
  };
  const look = async () => AdminSettings.parse((await as(owner).get(URL)).json().data).look;
  const change = async (value: object, who = owner) =>
    as(who).send('PUT', `${URL}/look`, { why: 'Our look', expect_version: (await look()).version, ...value });
  const seller = async () => (await test.app.inject({ url: '/api/seller' })).json().data;

  before(async () => {
    test = await startTestApp();
    owner = await createAdministrator(test);
    finance = await createAdministrator(test, 'finance');
  });
  after(() => test.stop());

  it('is set by owners: a colour that can be read, and pictures that they uploaded', async () => {
    assertStatus(await send(await drawn(10, 10), finance), 403);
    assertStatus(await change({ accent: '#0f766e' }, finance), 403);
    assertStatus(await send(Buffer.from('no picture')), 422);
    const unreadable = await change({ accent: '#FFCC00' });
    assertStatus(unreadable, 422);
    assert.deepEqual(unreadable.json().errors.accent, [
      'White text on #ffcc00 has a contrast of 1.5 to 1, and takes 4.5 to 1 to be read. #8f720a is the nearest that can be read',
    ]);
    assertStatus(await change({ accent: 'teal' }), 422);
    const unknown = await change({ logo: randomUUID() });
    assertStatus(unknown, 422);
    assert.deepEqual(unknown.json().errors.logo, ['Please choose the picture once more']);
    assert.equal((await look()).value, null);

    const [logo, logoOnDark] = [await uploaded(2_000, 400), await uploaded(300, 100)];
    assert.deepEqual([logo.width, logo.height, logoOnDark.width], [960, 192, 300]);
    assertStatus(await change({ accent: ' #0F766E ', logo: logo.id, logo_on_dark: logoOnDark.id }), 200);
    assert.deepEqual((await look()).value, { accent: '#0f766e', logo, logo_on_dark: logoOnDark });
    const shown = await seller();
    assert.deepEqual([shown.accent, shown.logo, shown.logo_on_dark], ['#0f766e', logo, logoOnDark]);
  });

  it('has pictures that are served for good under an address of their own', async () => {
    const { logo } = await seller();
    const original = await test.app.inject({ url: logo.url });
    assertStatus(original, 200);
    assert.deepEqual(
      [original.headers['content-type'], original.headers['cache-control']],
      ['image/png', 'public, max-age=31536000, immutable'],
    );
    await makeImageSizes(test.deps);
    const small = await test.app.inject({
      url: logo.url.replace('original', 'small'),
      headers: { accept: 'image/webp' },
    });
    assert.equal(small.headers['content-type'], 'image/webp');
  });

  it('keeps what it ever had, because papers need it, and no picture that was never used', async () => {
    const { logo } = await seller();
    const unused = await uploaded(20, 20);
    assertStatus(await change({ accent: null, logo: null, logo_on_dark: null }), 200);
    await dropUnusedPictures(test.deps);
    assertStatus(await test.app.inject({ url: unused.url }), 200);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.store_picture set uploaded_at = now() - interval '2 days'`,
    );
    await dropUnusedPictures(test.deps);
    assertStatus(await test.app.inject({ url: unused.url }), 404);
    assertStatus(await test.app.inject({ url: logo.url }), 200);
    assert.equal((await seller()).logo, null);
  });
});
